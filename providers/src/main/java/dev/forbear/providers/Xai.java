package dev.forbear.providers;

/** xAI. */
final class Xai {

  static final Provider PROVIDER = Provider.of("xai");

  private Xai() {}
}
