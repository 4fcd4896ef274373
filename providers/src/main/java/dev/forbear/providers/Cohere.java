package dev.forbear.providers;

/** Cohere. */
final class Cohere {

  static final Provider PROVIDER = Provider.of("cohere");

  private Cohere() {}
}
