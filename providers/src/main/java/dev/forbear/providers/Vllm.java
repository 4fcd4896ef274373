package dev.forbear.providers;

/** vLLM and SGLang. */
final class Vllm {

  static final Provider PROVIDER = Provider.of("vllm");

  private Vllm() {}
}
