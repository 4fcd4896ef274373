package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.BOT_CHALLENGE;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Cloudflare: challenge and block pages, and the numbers of its own errors.
 */
final class Cloudflare {

  static final String NAME = "cloudflare";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(202, 403, 405)
              .header("x-amzn-waf-action", "")
              .is(BOT_CHALLENGE)
              .from("docs.aws.amazon.com/waf, challenge responses", UNCONFIRMED),
          onAny()
              .page()
              .phrase(
                  "just a moment",
                  "attention required",
                  "checking your browser",
                  "verify~ * you are (a )?human",
                  "enable javascript and cookies",
                  "you have been blocked")
              .is(BOT_CHALLENGE)
              .from("github.com/anthropics/claude-code/issues/30437", READ),
          onAny()
              .phrase(
                  "error code: (1006|1007|1008|1009|1010|1012|1020)",
                  "error (1006|1007|1008|1009|1010|1012|1020)")
              .is(BOT_CHALLENGE)
              .from("developers.cloudflare.com, 1xxx errors", UNCONFIRMED),
          on(403, 429, 503)
              .phrase("error code: 1015", "error 1015", "you are being rate limited")
              .is(RATE_LIMIT)
              .from("developers.cloudflare.com, 1xxx errors", UNCONFIRMED)));

  private Cloudflare() {}
}
