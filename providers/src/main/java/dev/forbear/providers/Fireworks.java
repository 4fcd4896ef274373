package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Fireworks: an error that is an object or a text; "usage limits" are limits of a moment.
 */
final class Fireworks {

  static final String NAME = "fireworks";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(429)
              .phrase("usage limits")
              .unless("(weekly|monthly|daily)", "spend~", "credit~")
              .is(RATE_LIMIT)
              .from("github.com/GordeyZuev/LEAP/issues/6", READ),
          on(500, 503).code("DEPLOYMENT_SCALING_UP").is(UNAVAILABLE).from(CODES, UNCONFIRMED),
          on(412).is(QUOTA_EXHAUSTED).from("docs.fireworks.ai, status codes", UNCONFIRMED)));

  private Fireworks() {}
}
