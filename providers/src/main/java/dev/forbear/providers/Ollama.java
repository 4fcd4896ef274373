package dev.forbear.providers;

/** Ollama. */
final class Ollama {

  static final Provider PROVIDER = Provider.of("ollama");

  private Ollama() {}
}
