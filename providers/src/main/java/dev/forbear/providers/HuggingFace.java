package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Hugging Face: the inference API, its providers, and Text Generation Inference (TGI).
 *
 * <p>A model that is too big for the service answers "loading" for ever; only the deadline ends that.
 */
final class HuggingFace {

  static final String NAME = "huggingface";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .field("error_type", "generation", "incomplete_generation")
              .is(SERVER_ERROR)
              .ran(YES)
              .from("github.com/huggingface/text-generation-inference router/src/server.rs", READ),
          onAny()
              .field("error_type", "overloaded")
              .is(OVERLOADED)
              .from("github.com/huggingface/text-generation-inference router/src/server.rs", READ),
          on(400, 422, 424)
              .field("error_type", "template_error", "tool_error")
              .is(INVALID_REQUEST)
              .from("github.com/huggingface/text-generation-inference router/src/server.rs", READ),
          on(402, 429).phrase("included credits").is(QUOTA_EXHAUSTED).from(PHRASES, UNCONFIRMED),
          on(400, 413, 422)
              .phrase("inputs` tokens", "inputs` must have less than # tokens")
              .is(CONTEXT_LENGTH)
              .from(LITELLM, READ),
          on(500, 503)
              .phrase("currently loading")
              .is(UNAVAILABLE)
              .hintIn("headers, estimated_time")
              .from("github.com/huggingface/transformers/issues/23793", READ),
          on(429, 500, 503).phrase("too busy").is(OVERLOADED).from(PHRASES, UNCONFIRMED),
          on(400, 422)
              .field("error_type", "validation")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from(
                  "github.com/huggingface/text-generation-inference router/src/server.rs", READ)));

  private HuggingFace() {}
}
