package dev.forbear.providers;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which provider answers at an address, and which is meant by a name. */
final class Hosts {

  /** Ends of host names, the more special first. */
  private static final Map<String, Provider> BY_HOST = new LinkedHashMap<>();

  /** Other names for a provider. */
  private static final Map<String, Provider> BY_NAME = new LinkedHashMap<>();

  static {
    host(
        Providers.azureOpenAi(),
        "openai.azure.com",
        "cognitiveservices.azure.com",
        "services.ai.azure.com",
        "models.ai.azure.com",
        "inference.ai.azure.com",
        "azure-api.net");
    host(Providers.openai(), "openai.com", "githubcopilot.com");
    host(Providers.anthropic(), "anthropic.com", "claude.ai");
    host(
        Providers.gemini(),
        "generativelanguage.googleapis.com",
        "aiplatform.googleapis.com",
        "cloudcode-pa.googleapis.com",
        "googleapis.com");
    host(Providers.bedrock(), "amazonaws.com", "api.aws", "amazonaws.com.cn");
    host(Providers.mistral(), "mistral.ai");
    host(Providers.cohere(), "cohere.com", "cohere.ai");
    host(Providers.groq(), "groq.com");
    host(Providers.deepSeek(), "deepseek.com");
    host(Providers.xai(), "x.ai");
    host(Providers.together(), "together.xyz", "together.ai");
    host(Providers.fireworks(), "fireworks.ai");
    host(Providers.openRouter(), "openrouter.ai");
    host(Providers.perplexity(), "perplexity.ai");
    host(Providers.huggingFace(), "huggingface.co", "hf.co", "hf.space", "huggingface.cloud");
    host(Providers.replicate(), "replicate.com", "replicate.delivery");
    host(Providers.ollama(), "ollama.com");

    for (Provider provider : Providers.all()) {
      BY_NAME.put(Code.of(provider.name()), provider);
    }
    for (Provider provider : Providers.fronts()) {
      BY_NAME.put(Code.of(provider.name()), Providers.any());
    }
    BY_NAME.put("azure", Providers.azureOpenAi());
    BY_NAME.put("claude", Providers.anthropic());
    BY_NAME.put("vertexai", Providers.gemini());
    BY_NAME.put("vertex", Providers.gemini());
    BY_NAME.put("google", Providers.gemini());
    BY_NAME.put("googleai", Providers.gemini());
    BY_NAME.put("awsbedrock", Providers.bedrock());
    BY_NAME.put("aws", Providers.bedrock());
    BY_NAME.put("togetherai", Providers.together());
    BY_NAME.put("fireworksai", Providers.fireworks());
    BY_NAME.put("grok", Providers.xai());
    BY_NAME.put("huggingfacetgi", Providers.huggingFace());
    BY_NAME.put("tgi", Providers.huggingFace());
    BY_NAME.put("hf", Providers.huggingFace());
    BY_NAME.put("sglang", Providers.vllm());
  }

  static Provider provider(URI address) {
    String host = address.getHost();
    Provider found = host == null ? null : byEnd(host.toLowerCase(Locale.ROOT));
    return found == null ? Providers.any() : found;
  }

  static Provider named(String name) {
    return BY_NAME.getOrDefault(Code.of(name), Providers.any());
  }

  private static @Nullable Provider byEnd(String host) {
    String end = host;
    while (true) {
      Provider found = BY_HOST.get(end);
      int point = end.indexOf('.');
      if (found != null || point < 0) {
        return found;
      }
      end = end.substring(point + 1);
    }
  }

  private static void host(Provider provider, String... ends) {
    for (String end : List.of(ends)) {
      BY_HOST.put(end, provider);
    }
  }

  private Hosts() {}
}
