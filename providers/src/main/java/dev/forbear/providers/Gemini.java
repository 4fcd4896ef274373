package dev.forbear.providers;

/** Gemini API and Vertex AI. */
final class Gemini {

  static final Provider PROVIDER = Provider.of("gemini");

  private Gemini() {}
}
