package dev.forbear.providers;

import java.net.URI;
import java.util.List;

/**
 * How each provider fails, as a {@link dev.forbear.classify.FailureClassifier} for each.
 *
 * <p>A rule of one's own is put in front in two lines:
 *
 * <pre>{@code
 * Rule maintenance = Rule.on(418).code("maintenance").is(FailureClass.UNAVAILABLE);
 * Provider provider = Providers.openai().with(maintenance);
 * }</pre>
 */
public final class Providers {

  private static final Provider ANY = Provider.anybody();

  private static final List<Provider> ALL = List.of(
      OpenAi.PROVIDER,
      AzureOpenAi.PROVIDER,
      Anthropic.PROVIDER,
      Gemini.PROVIDER,
      Bedrock.PROVIDER,
      Mistral.PROVIDER,
      Cohere.PROVIDER,
      Groq.PROVIDER,
      DeepSeek.PROVIDER,
      Xai.PROVIDER,
      Together.PROVIDER,
      Fireworks.PROVIDER,
      OpenRouter.PROVIDER,
      Perplexity.PROVIDER,
      HuggingFace.PROVIDER,
      Replicate.PROVIDER,
      Ollama.PROVIDER,
      Vllm.PROVIDER,
      LlamaCpp.PROVIDER);

  /** Looks who is speaking, by headers and the form of the body; the right one for gateways and unknown servers. */
  public static Provider any() {
    return ANY;
  }

  /**
   * The provider behind an address; {@link #any()} for a host that is not known.
   *
   * @param address where the request goes; only its host is looked at
   */
  public static Provider forHost(URI address) {
    return Hosts.provider(address);
  }

  /** The provider of a name, as {@code openai} or {@code vertex-ai}; {@link #any()} for one that is not known. */
  public static Provider named(String name) {
    return Hosts.named(name);
  }

  /** Every provider with a table of its own. */
  public static List<Provider> all() {
    return ALL;
  }

  /** What stands in front of providers, as a list of tables: their rows hold whoever is called. */
  public static List<Provider> fronts() {
    return Fronts.ALL;
  }

  /** OpenAI: Chat, Responses, their streams, and what copies them. */
  public static Provider openai() {
    return OpenAi.PROVIDER;
  }

  /** Azure OpenAI. */
  public static Provider azureOpenAi() {
    return AzureOpenAi.PROVIDER;
  }

  /** Anthropic. */
  public static Provider anthropic() {
    return Anthropic.PROVIDER;
  }

  /** Gemini API and Vertex AI. */
  public static Provider gemini() {
    return Gemini.PROVIDER;
  }

  /** AWS Bedrock. */
  public static Provider bedrock() {
    return Bedrock.PROVIDER;
  }

  /** Mistral. */
  public static Provider mistral() {
    return Mistral.PROVIDER;
  }

  /** Cohere. */
  public static Provider cohere() {
    return Cohere.PROVIDER;
  }

  /** Groq. */
  public static Provider groq() {
    return Groq.PROVIDER;
  }

  /** DeepSeek. */
  public static Provider deepSeek() {
    return DeepSeek.PROVIDER;
  }

  /** xAI. */
  public static Provider xai() {
    return Xai.PROVIDER;
  }

  /** Together. */
  public static Provider together() {
    return Together.PROVIDER;
  }

  /** Fireworks. */
  public static Provider fireworks() {
    return Fireworks.PROVIDER;
  }

  /** OpenRouter. */
  public static Provider openRouter() {
    return OpenRouter.PROVIDER;
  }

  /** Perplexity. */
  public static Provider perplexity() {
    return Perplexity.PROVIDER;
  }

  /** Hugging Face: inference API, providers and Text Generation Inference. */
  public static Provider huggingFace() {
    return HuggingFace.PROVIDER;
  }

  /** Replicate. */
  public static Provider replicate() {
    return Replicate.PROVIDER;
  }

  /** Ollama. */
  public static Provider ollama() {
    return Ollama.PROVIDER;
  }

  /** vLLM and SGLang. */
  public static Provider vllm() {
    return Vllm.PROVIDER;
  }

  /** llama.cpp. */
  public static Provider llamaCpp() {
    return LlamaCpp.PROVIDER;
  }

  private Providers() {}
}
