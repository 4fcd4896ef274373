package dev.forbear.providers;

/** llama.cpp. */
final class LlamaCpp {

  static final Provider PROVIDER = Provider.of("llama.cpp");

  private LlamaCpp() {}
}
