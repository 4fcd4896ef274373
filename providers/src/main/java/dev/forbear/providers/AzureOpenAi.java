package dev.forbear.providers;

/** Azure OpenAI. */
final class AzureOpenAi {

  static final Provider PROVIDER = Provider.of("azure-openai");

  private AzureOpenAi() {}
}
