package dev.forbear.providers;

/** OpenRouter. */
final class OpenRouter {

  static final Provider PROVIDER = Provider.of("openrouter");

  private OpenRouter() {}
}
