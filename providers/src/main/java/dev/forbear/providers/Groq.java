package dev.forbear.providers;

/** Groq. */
final class Groq {

  static final Provider PROVIDER = Provider.of("groq");

  private Groq() {}
}
