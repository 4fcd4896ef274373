package dev.forbear.providers;

/** Replicate. */
final class Replicate {

  static final Provider PROVIDER = Provider.of("replicate");

  private Replicate() {}
}
