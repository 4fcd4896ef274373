package dev.forbear.providers;

/** Anthropic. */
final class Anthropic {

  static final Provider PROVIDER = Provider.of("anthropic");

  private Anthropic() {}
}
