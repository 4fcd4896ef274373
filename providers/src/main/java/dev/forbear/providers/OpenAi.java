package dev.forbear.providers;

/** OpenAI: Chat, Responses, their streams, and what copies them. */
final class OpenAi {

  static final Provider PROVIDER = Provider.of("openai");

  private OpenAi() {}
}
