package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * xAI: three forms of an error, codes that are sentences, and errors inside a 200.
 */
final class Xai {

  static final String NAME = "xai";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .phrase("used all available credits", "reached its monthly spending limit")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/continuedev/continue/issues/10373", READ),
          on(400, 403)
              .phrase("violates usage guidelines", "usage guidelines")
              .is(CONTENT_POLICY)
              .from(PHRASES, UNCONFIRMED),
          on(400, 413)
              .phrase("maximum prompt length")
              .is(CONTEXT_LENGTH)
              .from(PHRASES, UNCONFIRMED),
          on(500, 502, 503)
              .code("The service is currently unavailable")
              .is(UNAVAILABLE)
              .from("github.com/vercel/ai xai-error.ts", READ),
          on(429)
              .code("Some resource has been exhausted")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from("github.com/vercel/ai xai-error.ts", READ),
          on(400)
              .code("Client specified an invalid argument")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from("github.com/vercel/ai xai-error.ts", READ)));

  private Xai() {}
}
