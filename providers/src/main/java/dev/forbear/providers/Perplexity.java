package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Perplexity: OpenAI's form with a number for a code, and a page on 401.
 */
final class Perplexity {

  static final String NAME = "perplexity";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(401).page().is(AUTH).from("docs.perplexity.ai, errors", UNCONFIRMED),
          on(401, 402, 403, 429)
              .phrase("insufficient~ * quota", "exceeded your current quota")
              .is(QUOTA_EXHAUSTED)
              .from("docs.perplexity.ai, errors", UNCONFIRMED)));

  private Perplexity() {}
}
