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

  private static final Provider OPENAI = Provider.of(OpenAi.NAME, OpenAi.RULES);
  private static final Provider AZURE_OPENAI = Provider.of(AzureOpenAi.NAME, AzureOpenAi.RULES);
  private static final Provider ANTHROPIC = Provider.of(Anthropic.NAME, Anthropic.RULES);
  private static final Provider GEMINI = Provider.of(Gemini.NAME, Gemini.RULES);
  private static final Provider BEDROCK = Provider.of(Bedrock.NAME, Bedrock.RULES);
  private static final Provider MISTRAL = Provider.of(Mistral.NAME, Mistral.RULES);
  private static final Provider COHERE = Provider.of(Cohere.NAME, Cohere.RULES);
  private static final Provider GROQ = Provider.of(Groq.NAME, Groq.RULES);
  private static final Provider DEEP_SEEK = Provider.of(DeepSeek.NAME, DeepSeek.RULES);
  private static final Provider XAI = Provider.of(Xai.NAME, Xai.RULES);
  private static final Provider TOGETHER = Provider.of(Together.NAME, Together.RULES);
  private static final Provider FIREWORKS = Provider.of(Fireworks.NAME, Fireworks.RULES);
  private static final Provider OPEN_ROUTER = Provider.of(OpenRouter.NAME, OpenRouter.RULES);
  private static final Provider PERPLEXITY = Provider.of(Perplexity.NAME, Perplexity.RULES);
  private static final Provider HUGGING_FACE = Provider.of(HuggingFace.NAME, HuggingFace.RULES);
  private static final Provider REPLICATE = Provider.of(Replicate.NAME, Replicate.RULES);
  private static final Provider OLLAMA = Provider.of(Ollama.NAME, Ollama.RULES);
  private static final Provider VLLM = Provider.of(Vllm.NAME, Vllm.RULES);
  private static final Provider LLAMA_CPP = Provider.of(LlamaCpp.NAME, LlamaCpp.RULES);

  private static final List<Provider> ALL = List.of(
      OPENAI,
      AZURE_OPENAI,
      ANTHROPIC,
      GEMINI,
      BEDROCK,
      MISTRAL,
      COHERE,
      GROQ,
      DEEP_SEEK,
      XAI,
      TOGETHER,
      FIREWORKS,
      OPEN_ROUTER,
      PERPLEXITY,
      HUGGING_FACE,
      REPLICATE,
      OLLAMA,
      VLLM,
      LLAMA_CPP);

  private static final List<Provider> FRONTS = Fronts.TABLES.stream()
      .map(rules -> Provider.of(rules.get(0).owner(), rules))
      .toList();

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
    return FRONTS;
  }

  /** OpenAI: Chat, Responses, their streams, and what copies them. */
  public static Provider openai() {
    return OPENAI;
  }

  /** Azure OpenAI. */
  public static Provider azureOpenAi() {
    return AZURE_OPENAI;
  }

  /** Anthropic. */
  public static Provider anthropic() {
    return ANTHROPIC;
  }

  /** Gemini API and Vertex AI. */
  public static Provider gemini() {
    return GEMINI;
  }

  /** AWS Bedrock. */
  public static Provider bedrock() {
    return BEDROCK;
  }

  /** Mistral. */
  public static Provider mistral() {
    return MISTRAL;
  }

  /** Cohere. */
  public static Provider cohere() {
    return COHERE;
  }

  /** Groq. */
  public static Provider groq() {
    return GROQ;
  }

  /** DeepSeek. */
  public static Provider deepSeek() {
    return DEEP_SEEK;
  }

  /** xAI. */
  public static Provider xai() {
    return XAI;
  }

  /** Together. */
  public static Provider together() {
    return TOGETHER;
  }

  /** Fireworks. */
  public static Provider fireworks() {
    return FIREWORKS;
  }

  /** OpenRouter. */
  public static Provider openRouter() {
    return OPEN_ROUTER;
  }

  /** Perplexity. */
  public static Provider perplexity() {
    return PERPLEXITY;
  }

  /** Hugging Face: inference API, providers and Text Generation Inference. */
  public static Provider huggingFace() {
    return HUGGING_FACE;
  }

  /** Replicate. */
  public static Provider replicate() {
    return REPLICATE;
  }

  /** Ollama. */
  public static Provider ollama() {
    return OLLAMA;
  }

  /** vLLM and SGLang. */
  public static Provider vllm() {
    return VLLM;
  }

  /** llama.cpp. */
  public static Provider llamaCpp() {
    return LLAMA_CPP;
  }

  private Providers() {}
}
