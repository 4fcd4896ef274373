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
import static dev.forbear.classify.RequestMayHaveRun.NO;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.DERIVED;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.OPENAI_NODE;
import static dev.forbear.providers.Sources.OPENAI_PYTHON;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * OpenAI: Chat, Responses and their streams.
 *
 * <p>Most others copy its form and its codes, so these rows are asked for everybody, after the sender's own.
 */
final class OpenAi {

  static final String NAME = "openai";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          // What to do about it is not to wait: pay, raise a cap.
          onAny()
              .code("insufficient_quota")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/vercel/ai openai-error.1.chunks.txt", READ),
          onAny()
              .code("billing_hard_limit_reached", "billing_not_active")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, UNCONFIRMED),
          onAny()
              .code(
                  "credit_balance_exhausted",
                  "organization_spend_limit_exceeded",
                  "project_spend_limit_exceeded",
                  "organization_usage_limit_exceeded")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/jin-bo/agentao/issues/283", READ),
          onAny()
              .code("usage_limit_reached", "usage_limit_exceeded")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, DERIVED),
          // What was refused for its content.
          onAny().code("content_policy_violation").is(CONTENT_POLICY).from(LITELLM, READ),
          onAny()
              .code("image_content_policy_violation", "moderation_blocked", "cyber_policy")
              .is(CONTENT_POLICY)
              .from(CODES, UNCONFIRMED),
          onAny().code("bio_policy").is(CONTENT_POLICY).from(OPENAI_NODE, READ),
          onAny()
              .code("invalid_prompt")
              .phrase("usage polic~", "violat~", "flagged", "safety")
              .is(CONTENT_POLICY)
              .from(LITELLM, READ),
          onAny()
              .code("invalid_prompt")
              .unless("usage polic~", "violat~", "flagged", "safety")
              .is(INVALID_REQUEST)
              .from(OPENAI_NODE, READ),
          // What is wrong with the request.
          onAny()
              .code("context_length_exceeded")
              .is(CONTEXT_LENGTH)
              .from("github.com/spring-projects/spring-ai/issues/1073", READ),
          onAny().code("invalid_encrypted_content").is(INVALID_REQUEST).from(LITELLM, READ),
          onAny().code("data_residency_mismatch").is(INVALID_REQUEST).from(OPENAI_NODE, READ),
          on(400, 403, 404, 413, 422)
              .code("string_above_max_length", "invalid_type")
              .is(INVALID_REQUEST)
              .from(LITELLM, READ),
          on(400, 403, 404, 413, 422)
              .code(
                  "array_above_max_length",
                  "invalid_value",
                  "missing_required_parameter",
                  "unknown_parameter",
                  "unsupported_parameter",
                  "unsupported_value",
                  "invalid_json_schema",
                  "invalid_function_parameters",
                  "unsupported_file",
                  "invalid_url",
                  "image_generation_user_error")
              .is(INVALID_REQUEST)
              .from(CODES, UNCONFIRMED),
          on(400, 404, 413, 422)
              .code(
                  "invalid_image",
                  "invalid_image_format",
                  "invalid_base64_image",
                  "invalid_image_url",
                  "invalid_image_mode",
                  "image_too_large",
                  "image_too_small",
                  "image_parse_error",
                  "image_file_too_large",
                  "image_file_not_found",
                  "empty_image_file",
                  "unsupported_image_media_type",
                  "failed_to_download_image")
              .is(INVALID_REQUEST)
              .from(OPENAI_NODE, READ),
          // Who may ask, and for what.
          onAny().code("invalid_api_key").is(AUTH).from(LITELLM, READ),
          onAny()
              .code("incorrect_api_key", "account_deactivated", "missing_scope")
              .is(AUTH)
              .from(CODES, UNCONFIRMED),
          onAny()
              .code("unsupported_country_region_territory", "request_forbidden")
              .is(PERMISSION)
              .from("github.com/earendil-works/pi/issues/5336, the code by habit", UNCONFIRMED),
          onAny().code("model_not_found").is(NOT_FOUND).from(LITELLM, READ),
          // What passes.
          onAny()
              .code("conversation_locked")
              .is(CONFLICT)
              .ran(NO)
              .from("github.com/openai/openai-agents-python model_retry.py", READ),
          onAny().code("slow_down").is(RATE_LIMIT).from(OPENAI_PYTHON, READ),
          onAny().code("server_is_overloaded").is(OVERLOADED).from(OPENAI_PYTHON, READ),
          onAny().code("vector_store_timeout").is(TIMEOUT).from(OPENAI_NODE, READ),
          // Sizes: permanent even where a wait is offered.
          on(400, 413, 422, 429)
              .moreThanLimit()
              .unless("context", "model token limit")
              .is(REQUEST_TOO_LARGE)
              .from(LITELLM, READ),
          on(413, 429).phrase("request too large").is(REQUEST_TOO_LARGE).from(LITELLM, READ),
          // Google says the first of these of every limit.
          on(400, 402, 403, 429)
              .phrase("exceeded your current quota", "check your plan and billing")
              .unless("quota exceeded for", "retry in", "ai.google.dev")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/vercel/ai openai-error.1.chunks.txt", READ),
          on(500, 503)
              .phrase("currently overloaded")
              .is(OVERLOADED)
              .from("github.com/agi-merge/waggle-dance/issues/53", READ),
          // Codes that stand on many things.
          on(400, 401, 402, 403, 404, 409, 422, 429, 498, 500, 502, 503, 529)
              .code("rate_limit_exceeded", "rate_limit_error")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from("github.com/langchain4j/langchain4j/issues/814", READ),
          on(500).code("server_error").is(SERVER_ERROR).afterPhrases().from(OPENAI_NODE, READ),
          on(400, 422)
              .code("invalid_request_error")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from(LITELLM, READ)));

  private OpenAi() {}
}
