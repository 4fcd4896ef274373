package dev.forbear.providers;

/** Mistral. */
final class Mistral {

  static final Provider PROVIDER = Provider.of("mistral");

  private Mistral() {}
}
