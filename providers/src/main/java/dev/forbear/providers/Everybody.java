package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.DERIVED;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.PROBLEMS;
import static dev.forbear.providers.Sources.READ;

import java.util.List;

/**
 * What holds whoever speaks: codes and sentences by the words in them, for those who have no row of their own for it.
 *
 * <p>Asked after the sender's own table, after {@link Fronts} and after {@link OpenAi}, whose codes nearly everybody copies.
 */
final class Everybody {

  static final String NAME = "everybody";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          // Codes by the words in them.
          onAny()
              .codeLike(
                  "insufficient_quota",
                  "insufficient_balance",
                  "insufficient_credit",
                  "insufficient_fund",
                  "current_quota",
                  "spend_limit",
                  "spending_limit",
                  "credit_balance",
                  "credits_exhausted",
                  "out_of_credit",
                  "billing",
                  "payment_required",
                  "budget_exceeded",
                  "exceeded_budget",
                  "budget_limit",
                  "arrear")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, DERIVED),
          onAny()
              .code("quota_exhausted", "out_of_quota", "no_credits")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "content_filter",
                  "content_policy",
                  "policy_violation",
                  "moderation",
                  "guardrail",
                  "sensitive_content",
                  "data_inspection",
                  "safety_violation",
                  "prohibited_content")
              .is(CONTENT_POLICY)
              .from(CODES, DERIVED),
          onAny().code("refusal", "safety").is(CONTENT_POLICY).from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "context_length",
                  "context_window",
                  "context_size",
                  "prompt_too_long",
                  "input_too_long")
              .is(CONTEXT_LENGTH)
              .from(CODES, DERIVED),
          on(400, 403, 404, 422)
              .codeLike(
                  "string_too",
                  "above_max",
                  "below_min",
                  "missing_required",
                  "unknown_parameter",
                  "unsupported_parameter",
                  "unsupported_value",
                  "invalid_type",
                  "invalid_value",
                  "invalid_url",
                  "invalid_base64",
                  "invalid_json",
                  "invalid_schema",
                  "invalid_image")
              .is(INVALID_REQUEST)
              .from(CODES, DERIVED),
          on(400, 401, 403)
              .codeLike(
                  "api_key",
                  "unauthenticated",
                  "unauthorized",
                  "authentication",
                  "expired_token",
                  "invalid_token",
                  "token_expired",
                  "invalid_credential")
              .is(AUTH)
              .from(CODES, DERIVED),
          on(400, 403, 404, 410, 422)
              .codeLike(
                  "model_not_found",
                  "deployment_not_found",
                  "decommissioned",
                  "model_deprecated",
                  "no_such_model",
                  "unknown_model")
              .is(NOT_FOUND)
              .from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "request_too_large", "payload_too_large", "entity_too_large", "body_too_large")
              .is(REQUEST_TOO_LARGE)
              .from(CODES, DERIVED),
          onAny().codeLike("overload").is(OVERLOADED).from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "capacity_exceeded",
                  "capacity_exhausted",
                  "no_capacity",
                  "at_capacity",
                  "over_capacity")
              .is(OVERLOADED)
              .from(CODES, DERIVED),
          onAny().code("temporary-reduced-capacity").is(OVERLOADED).from(PROBLEMS, "2025-09"),
          onAny().code("abnormal-usage-detected").is(PERMISSION).from(PROBLEMS, "2025-09"),

          // Money, whatever the status.
          onAny()
              .phrase(
                  "(credit|account|wallet) balance * (too low|insufficient|negative|exhausted)",
                  "insufficient (account )?(balance|credit|credits|funds|quota)",
                  "used (all|up) * credits",
                  "(out of|no|no remaining|zero) credits?",
                  "credits? * (exhausted|depleted|used up)",
                  "(exceed~|reach~|over|hit) * (spend|spending|billing|budget) (limit|cap)",
                  "(spend|spending|billing|budget) (hard )?(limit|cap) * (reached|exceeded)",
                  "budget * (reached|exceeded|exhausted)",
                  "(requires?|need) more credits",
                  "included credits",
                  "(session|weekly|monthly) usage limit",
                  "payment required",
                  "account is not active",
                  "overdue (payment|balance|invoice)")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, DERIVED),
          // Windows too long for any task.
          on(402, 403, 429)
              .phrase(
                  "(weekly|monthly|daily) * (limit|quota|allowance|allocation|cap|credits)",
                  "#[- ]hour * (limit|quota|window)",
                  "per (month|week)",
                  "/ ?(month|week)",
                  "a (month|week)",
                  "(limit|quota) for (today|the day|this month)",
                  "userbymodelbyday")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/cohere-ai/cohere-developer-experience/issues/199", READ),
          // OpenAI and Groq count days as rolling buckets, and then say so in brackets and name a
          // short wait.
          on(402, 403, 429)
              .phrase("per[ -]day", "/ ?day")
              .unless("(rpd)", "(tpd)", "try again in")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, DERIVED),

          // What the request is too big for.
          on(400, 413, 422)
              .phrase(
                  "(payload|body|request|entity) size exceeds",
                  "(request|payload|body|entity) (is )?too large",
                  "(payload|request|body) * exceeds * (maximum size|bytes|allowed size)")
              .unless("token~", "context")
              .is(REQUEST_TOO_LARGE)
              .from(LITELLM, READ),
          on(400, 413, 422)
              .phrase(
                  "string too long",
                  "completion tokens",
                  "max_tokens is too large",
                  "max_(tokens|completion_tokens|output_tokens|new_tokens)[`'\"]? (must|should|cannot|is too|has to|exceeds)")
              .unless("context", "prompt", "inputs", "messages")
              .is(INVALID_REQUEST)
              .from(LITELLM, READ),
          on(400, 413, 422)
              .phrase(
                  "context (length|window|size|limit)",
                  "(prompt|input|conversation) * too long",
                  "too many (input |prompt )?tokens",
                  "(token~|prompt|input) * (exceed~|longer|greater|larger) * (maximum|limit|context|length|model|allowed|window)",
                  "exceed~ * (number of|max|maximum|input) tokens",
                  "maximum (number of )?(input |prompt )?tokens",
                  "maximum (prompt|input|sequence) length",
                  "reduce the length of",
                  "token limit",
                  "inputs` tokens")
              .is(CONTEXT_LENGTH)
              .from(LITELLM, READ),
          on(500)
              .phrase(
                  "context (size|length|window) * exceeded",
                  "exceed~ * context (size|length|window)")
              .is(CONTEXT_LENGTH)
              .from("github.com/ggml-org/llama.cpp/issues/15780", READ),

          // What was refused for its content, its key or its place.
          on(400, 403, 422, 451)
              .phrase(
                  "content (management|filter~|moderation|safety)? ?polic~",
                  "content filter~",
                  "(violat~|flagged) * polic~",
                  "safety (system|filter~|polic~|settings)",
                  "(input|prompt|request|content|output) * (flagged|moderat~)",
                  "responsible ai",
                  "usage polic~")
              .is(CONTENT_POLICY)
              .from(LITELLM, READ),
          on(400, 403)
              .phrase(
                  "api key (not valid|is invalid|is not valid|expired)",
                  "(invalid|incorrect|missing|expired|malformed) (api|x-api)[ -]?key",
                  "invalid * (credentials|api token|access token|bearer token)",
                  "(invalid|expired) authentication",
                  "(missing|no) (api key|authentication|credentials|authorization)",
                  "unauthenticated",
                  "unauthorized",
                  "(token|key) * (has |is )?expired")
              .is(AUTH)
              .from(LITELLM, READ),
          on(400, 403, 404)
              .phrase(
                  "(country|region|location|territory) * not (supported|available)",
                  "not (supported|available) * (country|region|location|territory)")
              .is(PERMISSION)
              .from(PHRASES, DERIVED),
          on(400, 422)
              .phrase(
                  "model * (does not exist|not found|not exist)",
                  "no such model",
                  "not a valid model",
                  "model * (has been|was|is) (decommissioned|deprecated|retired|removed)")
              .is(NOT_FOUND)
              .from(LITELLM, READ),

          // What passes.
          on(429, 498, 500, 502, 503, 529)
              .phrase(
                  "overload~",
                  "(at|over|out of|no|exceed~|insufficient) * capacity",
                  "capacity (exceeded|exhausted|limit~|constraints|reached)",
                  "high (demand|load|traffic)",
                  "too busy",
                  "(server|servers|model|engine|service|system) (is |are )?(currently )?busy",
                  "queue (is )?full",
                  "pending requests exceeded")
              .unless("exhausted your capacity")
              .is(OVERLOADED)
              .from(PHRASES, DERIVED),
          on(400, 403, 500, 503)
              .phrase(
                  "rate[ -]?limit~ * (exceeded|reached|hit)",
                  "(exceed~|reached|hit) * rate[ -]?limit~",
                  "too many requests",
                  "rate[ -]?limited",
                  "throttled",
                  "throttling",
                  "rate exceeded",
                  "reduce your request rate")
              .is(RATE_LIMIT)
              .from(LITELLM, READ),
          on(500, 503)
              .phrase(
                  "loading model",
                  "(model|endpoint) * (loading|starting|warming)",
                  "warming up",
                  "not ready",
                  "(temporarily|currently) unavailable",
                  "service unavailable")
              .is(UNAVAILABLE)
              .from(PHRASES, DERIVED),
          on(500)
              .phrase("timed out", "timeout", "deadline (exceeded|expired)")
              .is(TIMEOUT)
              .from(PHRASES, DERIVED),

          // Codes that stand on many things.
          on(400, 401, 402, 403, 404, 409, 422, 429, 498, 500, 502, 503, 529)
              .codeLike("rate_limit", "throttl", "too_many_requests", "request_limit_exceeded")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(429)
              .codeLike("resource_exhausted", "quota_exceeded")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from(PROBLEMS, "2025-09"),
          on(400, 403)
              .codeLike("quota_exceeded", "quota_limit")
              .is(QUOTA_EXHAUSTED)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(413)
              .codeLike("rate_limit", "too_large")
              .is(REQUEST_TOO_LARGE)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(400, 403, 404)
              .codeLike("permission", "access_denied", "forbidden")
              .is(PERMISSION)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(400, 404, 410, 422)
              .codeLike("not_found")
              .is(NOT_FOUND)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(400, 408, 422, 500, 504)
              .codeLike("timeout", "timed_out", "deadline_exceeded")
              .is(TIMEOUT)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(500, 503)
              .codeLike("unavailable", "not_ready", "loading")
              .is(UNAVAILABLE)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(500)
              .codeLike("server_error", "internal", "api_error", "engine_error")
              .is(SERVER_ERROR)
              .afterPhrases()
              .from(CODES, DERIVED),
          on(400, 422)
              .codeLike(
                  "invalid_request",
                  "invalid_argument",
                  "invalid_parameter",
                  "bad_request",
                  "validation")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from(CODES, DERIVED)));

  private Everybody() {}
}
