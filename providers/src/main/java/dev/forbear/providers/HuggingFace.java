package dev.forbear.providers;

/** Hugging Face: inference API, providers and Text Generation Inference. */
final class HuggingFace {

  static final Provider PROVIDER = Provider.of("huggingface");

  private HuggingFace() {}
}
