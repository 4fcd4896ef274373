package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CANCELLED;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Groq: OpenAI's form without {@code param}, and a capacity status of its own.
 */
final class Groq {

  static final String NAME = "groq";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("tool_use_failed", "json_validate_failed")
              .is(INVALID_REQUEST)
              .passing()
              .ran(YES)
              .from("console.groq.com/docs/errors", UNCONFIRMED),
          onAny()
              .code("blocked_api_access")
              .is(QUOTA_EXHAUSTED)
              .from("console.groq.com/docs/spend-limits", UNCONFIRMED),
          on(400, 403)
              .code("organization_restricted", "model_terms_required")
              .is(PERMISSION)
              .from(CODES, UNCONFIRMED),
          onAny()
              .code("capacity_exceeded")
              .is(OVERLOADED)
              .from("console.groq.com/docs/flex-processing", READ),
          on(413)
              .code("rate_limit_exceeded")
              .is(REQUEST_TOO_LARGE)
              .from("console.groq.com/docs/errors", READ),
          on(498)
              .code("invalid_request_error", "rate_limit_exceeded")
              .is(OVERLOADED)
              .from("console.groq.com/docs/flex-processing", READ),
          on(422)
              .code("invalid_request_error")
              .is(INVALID_REQUEST)
              .passing()
              .ran(YES)
              .afterPhrases()
              .from("console.groq.com/docs/errors", READ),
          on(422).is(INVALID_REQUEST).passing().ran(YES).from("console.groq.com/docs/errors", READ),
          on(498).is(OVERLOADED).from("console.groq.com/docs/flex-processing", READ),
          on(499).is(CANCELLED).from("developersdigest.tech/errors/api/groq-api", UNCONFIRMED)));

  private Groq() {}
}
