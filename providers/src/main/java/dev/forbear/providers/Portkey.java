package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.FailureClass.UNKNOWN_OUTCOME;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Portkey and other gateways on Node: a lost connection behind them, told as a failure of their own.
 */
final class Portkey {

  static final String NAME = "portkey";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(500, 502, 503)
              .phrase(
                  "econnrefused",
                  "enotfound",
                  "eai_again",
                  "connect timeout",
                  "und_err_connect_timeout")
              .is(UNAVAILABLE)
              .from("github.com/Portkey-AI/gateway src/handlers/retryHandler.ts", READ),
          on(500, 502, 503)
              .phrase(
                  "econnreset",
                  "socket hang up",
                  "epipe",
                  "other side closed",
                  "(message|typeerror): terminated",
                  "und_err_socket")
              .is(UNKNOWN_OUTCOME)
              .from("github.com/Portkey-AI/gateway src/handlers/retryHandler.ts", READ),
          on(500, 502, 503)
              .phrase("headers timeout", "body timeout", "etimedout", "und_err_headers_timeout")
              .is(TIMEOUT)
              .from("github.com/Portkey-AI/gateway src/handlers/retryHandler.ts", READ),
          on(500, 502, 503)
              .phrase("fetch failed")
              .is(UNAVAILABLE)
              .from("github.com/Portkey-AI/gateway src/handlers/retryHandler.ts", READ),
          onAny()
              .code("hooks_failed")
              .is(CONTENT_POLICY)
              .from("portkey.ai/docs, guardrails", UNCONFIRMED),
          on(446).is(CONTENT_POLICY).from("portkey.ai/docs, guardrails", UNCONFIRMED)));

  private Portkey() {}
}
