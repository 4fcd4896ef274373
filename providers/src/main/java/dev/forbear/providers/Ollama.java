package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CANCELLED;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Ollama: an error that is a text, also as a line of a stream.
 */
final class Ollama {

  static final String NAME = "ollama";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(429, 503)
              .phrase("maximum pending requests exceeded", "server busy")
              .is(OVERLOADED)
              .from("github.com/ollama/ollama server/sched.go", READ),
          on(402, 403, 429)
              .phrase("(session|hourly|daily|weekly|monthly) usage limit")
              .is(QUOTA_EXHAUSTED)
              .from(PHRASES, UNCONFIRMED),
          on(400, 404)
              .phrase("try pulling it first")
              .is(NOT_FOUND)
              .from("github.com/ollama/ollama server/routes.go", READ),
          on(400, 500)
              .phrase("exceed~ * context length")
              .is(CONTEXT_LENGTH)
              .from("github.com/ollama/ollama server/routes.go", READ),
          on(499).is(CANCELLED).from("github.com/ollama/ollama server/routes.go", READ)));

  private Ollama() {}
}
