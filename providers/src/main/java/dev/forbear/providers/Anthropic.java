package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Anthropic: Messages and its stream, where {@code message_stop} is the end.
 */
final class Anthropic {

  static final String NAME = "anthropic";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("overloaded_error")
              .is(OVERLOADED)
              .from("github.com/anthropics/claude-code/issues/23049", READ),
          onAny()
              .code("billing_error")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/anthropics/anthropic-sdk-typescript shared.ts", READ),
          onAny()
              .code("request_too_large")
              .is(REQUEST_TOO_LARGE)
              .from("anthropic.mintlify.app/en/api/errors", READ),
          onAny()
              .code("authentication_error")
              .is(AUTH)
              .from("anthropic.mintlify.app/en/api/errors", READ),
          on(400, 402, 403, 429)
              .phrase("credit balance is too low")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/anthropics/claude-code/issues/66314", READ),
          on(400, 403, 429)
              .phrase(
                  "reached your specified * usage limits",
                  "regain access on",
                  "out of extra usage",
                  "extra usage is required")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, UNCONFIRMED),
          on(400)
              .phrase("output blocked by content filter~")
              .is(CONTENT_POLICY)
              .ran(YES)
              .from(LITELLM, READ),
          on(400, 413)
              .phrase("image exceeds * (mb|bytes)")
              .is(REQUEST_TOO_LARGE)
              .from(PHRASES, UNCONFIRMED),
          on(400, 422)
              .phrase("number of output tokens")
              .unless("context", "prompt")
              .is(INVALID_REQUEST)
              .from(PHRASES, UNCONFIRMED),
          on(400, 413)
              .phrase("prompt is too long", "input length and * exceed context limit")
              .is(CONTEXT_LENGTH)
              .from(LITELLM, READ),
          on(400, 403)
              .phrase("organization has been disabled", "only authorized for use with")
              .is(PERMISSION)
              .from(PHRASES, UNCONFIRMED),
          on(500, 529)
              .phrase("overloaded")
              .is(OVERLOADED)
              .from("github.com/anthropics/claude-code/issues/8118", READ),
          on(400, 401, 402, 403, 404, 409, 422, 429, 500, 529)
              .code("rate_limit_error")
              .is(RATE_LIMIT)
              .afterPhrases()
              .hintIn("retry-after, anthropic-ratelimit-*-reset")
              .from("github.com/anthropics/anthropic-sdk-typescript/issues/358", READ),
          on(408, 500, 504)
              .code("timeout_error")
              .is(TIMEOUT)
              .afterPhrases()
              .from("github.com/anthropics/anthropic-sdk-typescript shared.ts", READ),
          on(500)
              .code("api_error")
              .is(SERVER_ERROR)
              .afterPhrases()
              .from("anthropic.mintlify.app/en/api/errors", READ)));

  private Anthropic() {}
}
