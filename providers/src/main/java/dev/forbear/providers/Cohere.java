package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CANCELLED;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.READ;

import java.util.List;

/**
 * Cohere: a message alone, and two statuses of its own.
 */
final class Cohere {

  static final String NAME = "cohere";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(402, 429)
              .phrase("/ ?month", "per month", "monthly")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/cohere-ai/cohere-developer-experience/issues/199", READ),
          on(400, 422).phrase("too many tokens").is(CONTEXT_LENGTH).from(LITELLM, READ),
          on(498)
              .unless("capacity")
              .is(CONTENT_POLICY)
              .from("github.com/cohere-ai/cohere-developer-experience/issues/189", READ),
          on(499)
              .is(CANCELLED)
              .from("github.com/cohere-ai/cohere-developer-experience/issues/189", READ)));

  private Cohere() {}
}
