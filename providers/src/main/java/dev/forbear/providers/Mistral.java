package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Mistral: a flat object with a number for a code, or a message alone, or a detail.
 */
final class Mistral {

  static final String NAME = "mistral";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("service_tier_capacity_exceeded", "3505")
              .is(OVERLOADED)
              .from("github.com/BerriAI/litellm/issues/25078", READ),
          onAny()
              .code("1300", "rate_limited")
              .unless("(weekly|monthly|daily)")
              .is(RATE_LIMIT)
              .from("github.com/cline/cline/issues/9085", READ),
          on(400, 404).code("invalid_model").is(NOT_FOUND).from(CODES, UNCONFIRMED),
          on(401, 402, 403, 429)
              .phrase("inactive subscription")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, UNCONFIRMED),
          on(429, 503)
              .phrase("capacity exceeded")
              .is(OVERLOADED)
              .from("github.com/continuedev/continue/issues/6185", READ),
          on(400, 422)
              .phrase("too large for model with # maximum context length")
              .is(CONTEXT_LENGTH)
              .from(PHRASES, UNCONFIRMED)));

  private Mistral() {}
}
