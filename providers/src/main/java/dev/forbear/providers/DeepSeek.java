package dev.forbear.providers;

/** DeepSeek. */
final class DeepSeek {

  static final Provider PROVIDER = Provider.of("deepseek");

  private DeepSeek() {}
}
