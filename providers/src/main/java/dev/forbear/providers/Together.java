package dev.forbear.providers;

/** Together. */
final class Together {

  static final Provider PROVIDER = Provider.of("together");

  private Together() {}
}
