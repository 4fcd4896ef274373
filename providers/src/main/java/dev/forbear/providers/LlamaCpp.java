package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * llama.cpp: a prompt that does not fit comes as 400, as 500, and inside a 200.
 */
final class LlamaCpp {

  static final String NAME = "llama.cpp";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("exceed_context_size_error")
              .is(CONTEXT_LENGTH)
              .from("github.com/ggml-org/llama.cpp/issues/19774", READ),
          on(500)
              .phrase("context size has been exceeded")
              .is(CONTEXT_LENGTH)
              .ran(YES)
              .from("github.com/ggml-org/llama.cpp/issues/19774", READ),
          on(400, 500)
              .phrase("exceeds the available context size", "larger than the context size")
              .is(CONTEXT_LENGTH)
              .from("github.com/oobabooga/textgen/issues/7257", READ),
          on(400, 500).phrase("too large to process").is(CONTEXT_LENGTH).from(PHRASES, UNCONFIRMED),
          on(500, 503)
              .code("unavailable_error")
              .is(UNAVAILABLE)
              .from("github.com/ggml-org/llama.cpp tools/server", UNCONFIRMED)));

  private LlamaCpp() {}
}
