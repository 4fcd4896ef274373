package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * OpenRouter: {@code availability.retryable} and {@code error_type} are its stable fields.
 *
 * <p>The provider behind it speaks from {@code metadata.raw}; errors after the start come inside a 200.
 */
final class OpenRouter {

  static final String NAME = "openrouter";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("privacy_restricted", "region_restricted")
              .is(PERMISSION)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny().codeLike("_restricted").is(PERMISSION).from(CODES, UNCONFIRMED),
          onAny()
              .code("model_deprecated")
              .is(NOT_FOUND)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .code("capacity_exhausted", "temporarily_unavailable")
              .is(OVERLOADED)
              .hintIn("headers, error.availability.retry_after")
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(404)
              .field("availability.retryable", "true")
              .is(NOT_FOUND)
              .passing()
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(404)
              .field("availability.retryable", "false")
              .is(NOT_FOUND)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(403)
              .field("availability.retryable", "false")
              .is(PERMISSION)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(429)
              .field("availability.retryable", "false")
              .is(QUOTA_EXHAUSTED)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(429)
              .field("availability.retryable", "true")
              .is(RATE_LIMIT)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(502, 503)
              .field("availability.retryable", "false")
              .is(UNAVAILABLE)
              .lasting()
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "authentication", "authentication_error", "unauthorized")
              .is(AUTH)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "refusal")
              .is(CONTENT_POLICY)
              .ran(YES)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field(
                  "error_type",
                  "content_policy",
                  "content_policy_violation",
                  "moderation",
                  "guardrail",
                  "content_filter")
              .is(CONTENT_POLICY)
              .from(CODES, UNCONFIRMED),
          onAny()
              .field("error_type", "payment_required", "insufficient_credits", "quota_exceeded")
              .is(QUOTA_EXHAUSTED)
              .from(CODES, UNCONFIRMED),
          onAny()
              .field("error_type", "provider_overloaded", "overloaded")
              .is(OVERLOADED)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "payload_too_large", "request_too_large")
              .is(REQUEST_TOO_LARGE)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "context_length_exceeded", "context_length")
              .is(CONTEXT_LENGTH)
              .from(CODES, UNCONFIRMED),
          onAny()
              .field("error_type", "permission_denied")
              .is(PERMISSION)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "provider_unavailable")
              .is(UNAVAILABLE)
              .ran(MAYBE)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "timeout")
              .is(TIMEOUT)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          onAny()
              .field("error_type", "not_found")
              .is(NOT_FOUND)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(400, 403)
              .field("metadata.reasons")
              .is(CONTENT_POLICY)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(400, 403)
              .field("metadata.flagged_input")
              .is(CONTENT_POLICY)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(400, 403)
              .field("metadata.patterns")
              .is(CONTENT_POLICY)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(403).phrase("key limit exceeded").is(QUOTA_EXHAUSTED).from(PHRASES, UNCONFIRMED),
          on(429)
              .phrase("per-day")
              .is(QUOTA_EXHAUSTED)
              .hintIn("error.metadata.headers")
              .from(PHRASES, UNCONFIRMED),
          on(403, 404)
              .phrase("data policy", "privacy settings", "guardrail")
              .is(PERMISSION)
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08"),
          on(400, 404).phrase("not a valid model").is(NOT_FOUND).from(PHRASES, UNCONFIRMED),
          on(400, 402, 403, 404, 429, 502, 503)
              .field("error_type", "rate_limit_exceeded", "rate_limit")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from(
                  "github.com/OpenRouterTeam/docs api_reference/errors-and-debugging.mdx",
                  "2026-08")));

  private OpenRouter() {}
}
