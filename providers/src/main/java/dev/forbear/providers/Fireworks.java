package dev.forbear.providers;

/** Fireworks. */
final class Fireworks {

  static final Provider PROVIDER = Provider.of("fireworks");

  private Fireworks() {}
}
