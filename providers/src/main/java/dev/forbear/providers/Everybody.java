package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONFLICT;
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
import static dev.forbear.classify.RequestMayHaveRun.NO;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.DERIVED;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.OPENAI_ERRORS;
import static dev.forbear.providers.Sources.OPENAI_NODE;
import static dev.forbear.providers.Sources.OPENAI_PYTHON;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.PROBLEMS;
import static dev.forbear.providers.Sources.READ;

import java.util.List;

/**
 * What holds whoever speaks: most providers and gateways copy OpenAI's codes, and the rest use the same words.
 *
 * <p>Asked after the provider's own table.
 */
final class Everybody {

  static final String NAME = "everybody";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          // Codes: one meaning wherever they come from.
          onAny()
              .code("insufficient_quota", "billing_hard_limit_reached", "billing_not_active")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/vercel/ai openai-error.1.chunks.txt", READ),
          onAny()
              .code(
                  "credit_balance_exhausted",
                  "organization_spend_limit_exceeded",
                  "project_spend_limit_exceeded",
                  "organization_usage_limit_exceeded")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/agentao/agentao/issues/283", READ),
          onAny()
              .code("usage_limit_reached", "usage_limit_exceeded", "quota_exhausted", "arrearage")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "insufficient_quota",
                  "insufficient_balance",
                  "insufficient_credit",
                  "insufficient_fund",
                  "spend_limit",
                  "spending_limit",
                  "credit_balance",
                  "credits_exhausted",
                  "out_of_credit",
                  "billing",
                  "payment_required",
                  "budget_exceeded",
                  "exceeded_budget")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, DERIVED),
          onAny()
              .codeLike(
                  "content_filter",
                  "content_policy",
                  "policy_violation",
                  "moderation",
                  "guardrail",
                  "bio_policy",
                  "cyber_policy",
                  "sensitive_content",
                  "data_inspection",
                  "safety_violation")
              .is(CONTENT_POLICY)
              .from(LITELLM, READ),
          onAny().code("refusal").is(CONTENT_POLICY).from(CODES, DERIVED),
          onAny()
              .code("invalid_prompt")
              .phrase("usage polic~", "violat~ * polic~", "safety")
              .is(CONTENT_POLICY)
              .from(LITELLM, READ),
          onAny().code("invalid_prompt").is(INVALID_REQUEST).from(OPENAI_NODE, READ),
          onAny()
              .codeLike(
                  "context_length",
                  "context_window",
                  "context_size",
                  "prompt_too_long",
                  "input_too_long")
              .is(CONTEXT_LENGTH)
              .from("github.com/spring-projects/spring-ai/issues/1073", READ),
          onAny()
              .code("unsupported_country_region_territory", "request_forbidden")
              .is(PERMISSION)
              .from("github.com/earendil-works/pi/issues/5336", READ),
          onAny()
              .code("conversation_locked")
              .is(CONFLICT)
              .ran(NO)
              .from("github.com/openai/openai-agents-python model_retry.py", READ),
          onAny()
              .code("invalid_encrypted_content", "data_residency_mismatch")
              .is(INVALID_REQUEST)
              .from(LITELLM, READ),
          on(400, 403, 404, 413, 422)
              .codeLike(
                  "string_above",
                  "string_too",
                  "array_above",
                  "above_max",
                  "below_min",
                  "missing_required",
                  "unknown_parameter",
                  "unsupported_",
                  "invalid_type",
                  "invalid_value",
                  "invalid_url",
                  "invalid_base64",
                  "invalid_json",
                  "invalid_schema",
                  "invalid_function",
                  "invalid_image",
                  "image_too",
                  "image_parse",
                  "empty_image",
                  "image_file")
              .is(INVALID_REQUEST)
              .from(OPENAI_NODE, READ),
          on(400, 401, 403)
              .codeLike(
                  "api_key",
                  "unauthenticated",
                  "unauthorized",
                  "authentication",
                  "expired_token",
                  "invalid_token",
                  "token_expired")
              .is(AUTH)
              .from(OPENAI_ERRORS, READ),
          on(400, 403, 404, 410, 422)
              .codeLike(
                  "model_not_found",
                  "deployment_not_found",
                  "decommissioned",
                  "model_deprecated",
                  "no_such_model",
                  "unknown_model")
              .is(NOT_FOUND)
              .from(LITELLM, READ),
          onAny()
              .codeLike("too_large")
              .is(REQUEST_TOO_LARGE)
              .from("docs.anthropic.com/en/api/errors", READ),
          onAny().codeLike("overload").is(OVERLOADED).from(OPENAI_PYTHON, READ),
          onAny()
              .codeLike(
                  "capacity_exceeded",
                  "capacity_exhausted",
                  "no_capacity",
                  "at_capacity",
                  "over_capacity",
                  "reduced_capacity")
              .is(OVERLOADED)
              .from(PROBLEMS, "2025-09"),
          onAny().code("abnormal-usage-detected").is(PERMISSION).from(PROBLEMS, "2025-09"),
          onAny().code("slow_down").is(RATE_LIMIT).from(OPENAI_PYTHON, READ),

          // Sizes: permanent even where a wait is offered.
          on(400, 413, 422, 429)
              .moreThanLimit()
              .unless("context")
              .is(REQUEST_TOO_LARGE)
              .from(LITELLM, READ),

          // Phrases: money first, whatever the status.
          onAny()
              .phrase(
                  "(credit|account|wallet) balance * (too low|insufficient|negative|exhausted)",
                  "insufficient (account )?(balance|credit|credits|funds|quota)",
                  "used all (available|of your|your) * credits",
                  "out of credit~",
                  "no (remaining )?credits",
                  "credits * (exhausted|depleted|used up)",
                  "(exceeded|reached|over|hit) * (spend|spending|billing|budget) (limit|cap)",
                  "(spend|spending|billing) (hard )?(limit|cap) * (reached|exceeded)",
                  "budget * (reached|exceeded|exhausted)",
                  "exceeded * budget",
                  "(requires|require|need) more credits",
                  "included credits",
                  "payment required",
                  "account is not active",
                  "overdue (payment|balance|invoice)")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, DERIVED),
          on(400, 402, 403, 429)
              .phrase("exceeded your current quota", "check your plan and billing")
              .unless("quota exceeded for", "please retry in", "ai.google.dev")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/vercel/ai openai-error.1.chunks.txt", READ),
          on(402, 403, 429)
              .phrase(
                  "(weekly|monthly|daily) * (limit|quota|allowance|cap|credits)",
                  "#-hour * (limit|quota|window)",
                  "# hour * (limit|quota|window)",
                  "per (month|week)",
                  "/ ?(month|week)",
                  "a month",
                  "per-day",
                  "for today",
                  "(limit|quota) for the day")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/cohere-ai/cohere-developer-experience/issues/199", READ),
          on(402, 403, 429)
              .phrase("per day")
              .unless("(rpd)", "(tpd)", "(asd)", "try again in")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, DERIVED),

          // What the request is too big for.
          on(400, 413, 422, 429)
              .phrase(
                  "request (is )?too large",
                  "(payload|body|request|entity) size exceeds",
                  "(payload|request|body) * exceeds * (maximum|allowed|bytes|size)",
                  "body * too large",
                  "payload too large")
              .unless("token~", "context")
              .is(REQUEST_TOO_LARGE)
              .from(LITELLM, READ),
          on(413, 429).phrase("request too large").is(REQUEST_TOO_LARGE).from(LITELLM, READ),
          on(400, 413, 422)
              .phrase(
                  "string too long",
                  "completion tokens",
                  "max_tokens is too large",
                  "max_(tokens|completion_tokens|output_tokens) * (must|should|cannot|at most|at least|less than|greater)")
              .unless("context", "prompt", "inputs", "messages")
              .is(INVALID_REQUEST)
              .from(LITELLM, READ),
          on(400, 413, 422)
              .phrase(
                  "context (length|window|size|limit)",
                  "(prompt|input) * too long",
                  "too many (input |prompt )?tokens",
                  "(token~|prompt|input) * (exceed~|longer|greater|larger) * (maximum|limit|context|length|model|allowed|window)",
                  "exceed~ * (number of|max|maximum|input) tokens",
                  "maximum (number of )?(input |prompt )?(tokens|input length)",
                  "reduce the length of",
                  "token limit",
                  "inputs` tokens",
                  "sequence length")
              .is(CONTEXT_LENGTH)
              .from("github.com/vllm-project/vllm/issues/20409", READ),

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
                  "api key (not valid|is invalid|expired)",
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
              .from("github.com/earendil-works/pi/issues/5336", READ),
          on(400, 422)
              .phrase(
                  "model * (does not exist|not found|not exist)",
                  "no such model",
                  "model * (has been|was|is) (decommissioned|deprecated|retired|removed)")
              .is(NOT_FOUND)
              .from(LITELLM, READ),

          // What passes.
          on(429, 498, 500, 502, 503, 529)
              .phrase(
                  "overloaded",
                  "overload",
                  "(at|over|out of|no|exceed~|insufficient) * capacity",
                  "capacity (exceeded|exhausted|limit~|constraints|reached)",
                  "high (demand|load|traffic)",
                  "too busy",
                  "(server|servers|model|engine|service|system) (is |are )?(currently )?busy",
                  "queue (is )?full",
                  "pending requests exceeded")
              .unless("exhausted your capacity")
              .is(OVERLOADED)
              .from("github.com/waggle-dance/waggle-dance/issues/53", READ),
          on(400, 403, 500, 503)
              .phrase(
                  "rate[ -]?limit~ * (exceeded|reached|hit)",
                  "(exceeded|reached|hit) * rate limit~",
                  "too many requests",
                  "rate[ -]?limited",
                  "throttled",
                  "throttling",
                  "rate exceeded",
                  "reduce your request rate",
                  "ratelimiterror")
              .is(RATE_LIMIT)
              .from(LITELLM, READ),
          on(500, 503)
              .phrase(
                  "loading model",
                  "(model|endpoint) * (loading|starting|warming)",
                  "warming up",
                  "not ready",
                  "(temporarily|currently) unavailable",
                  "service unavailable",
                  "no healthy upstream",
                  "connection refused")
              .is(UNAVAILABLE)
              .from(PHRASES, DERIVED),
          on(500)
              .phrase("timed out", "timeout", "deadline (exceeded|expired)")
              .is(TIMEOUT)
              .from(PHRASES, DERIVED),

          // Codes that stand on many things.
          on(413)
              .codeLike("rate_limit")
              .is(REQUEST_TOO_LARGE)
              .afterPhrases()
              .from("console.groq.com/docs/errors", READ),
          onAny()
              .codeLike("rate_limit", "throttl", "too_many_requests", "request_limit_exceeded")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from("github.com/langchain4j/langchain4j/issues/814", READ),
          on(429)
              .codeLike("resource_exhausted", "quota_exceeded", "quota_exceeded")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from(PROBLEMS, "2025-09"),
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
          on(400, 401, 402, 403, 404, 408, 409, 422)
              .codeLike("timeout", "timed_out", "deadline_exceeded")
              .is(TIMEOUT)
              .afterPhrases()
              .from(OPENAI_NODE, READ),
          on(500)
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
              .codeLike("server_error", "internal", "api_error")
              .is(SERVER_ERROR)
              .afterPhrases()
              .from(OPENAI_NODE, READ),
          on(400, 422)
              .codeLike(
                  "invalid_request",
                  "invalid_argument",
                  "invalid_parameter",
                  "bad_request",
                  "validation")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from(OPENAI_NODE, READ)));

  private Everybody() {}
}
