package dev.forbear.providers;

/** Perplexity. */
final class Perplexity {

  static final Provider PROVIDER = Provider.of("perplexity");

  private Perplexity() {}
}
