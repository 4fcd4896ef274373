package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Envoy: its reason for a reset tells what was sent from what was not.
 */
final class Envoy {

  static final String NAME = "envoy";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .header("x-envoy-overloaded", "")
              .is(OVERLOADED)
              .from("envoyproxy.io, router headers", UNCONFIRMED),
          on(429)
              .header("x-envoy-ratelimited", "")
              .is(RATE_LIMIT)
              .from("envoyproxy.io, router headers", UNCONFIRMED),
          on(500, 502, 503)
              .phrase(
                  "reset reason: ((remote |local )?connection failure|connection timeout|overflow)",
                  "delayed connect error",
                  "no healthy upstream")
              .is(UNAVAILABLE)
              .from("envoyproxy.io, response flags", UNCONFIRMED),
          on(500, 502, 503)
              .phrase("upstream connect error", "disconnect/reset before headers", "reset reason:")
              .is(UNAVAILABLE)
              .ran(MAYBE)
              .from("envoyproxy.io, response flags", UNCONFIRMED),
          on(408, 500, 503, 504)
              .phrase("upstream request timeout", "stream timeout")
              .is(TIMEOUT)
              .from("envoyproxy.io, response flags", UNCONFIRMED),
          on(429, 503)
              .phrase("local_rate_limited")
              .is(RATE_LIMIT)
              .from("envoyproxy.io, local rate limit", UNCONFIRMED)));

  private Envoy() {}
}
