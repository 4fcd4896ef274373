package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * vLLM and SGLang: a flat object, or OpenAI's form; the code is the status.
 */
final class Vllm {

  static final String NAME = "vllm";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(400, 413, 422)
              .phrase(
                  "maximum (context|model) length",
                  "longer than the (maximum|model)",
                  "model's context length",
                  "requested token count exceeds")
              .is(CONTEXT_LENGTH)
              .from("github.com/vllm-project/vllm/issues/20409", READ),
          on(400, 404).code("NotFoundError").is(NOT_FOUND).from(CODES, UNCONFIRMED),
          on(500, 503).phrase("queue is full").is(OVERLOADED).from(PHRASES, UNCONFIRMED)));

  private Vllm() {}
}
