package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static dev.forbear.providers.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.body.Body;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who is speaking: by address, by name, by headers and by the form of the body. */
class SendersTest {

  @ParameterizedTest
  @CsvSource({
    "https://api.openai.com/v1/chat/completions, openai",
    "https://my.openai.azure.com/openai/deployments/x, azure-openai",
    "https://api.anthropic.com/v1/messages, anthropic",
    "https://generativelanguage.googleapis.com/v1beta, gemini",
    "https://us-central1-aiplatform.googleapis.com/v1, gemini",
    "https://bedrock-runtime.us-east-1.amazonaws.com/model, bedrock",
    "https://API.MISTRAL.AI/v1, mistral",
    "https://api.x.ai/v1, xai",
    "https://router.huggingface.co/v1, huggingface",
    "https://openrouter.ai/api/v1, openrouter",
    "http://localhost:11434/api/chat, any",
    "https://notopenai.com/, any",
    "https://gateway.example/, any"
  })
  void anAddressNamesItsProvider(String address, String provider) {
    assertThat(Providers.forHost(URI.create(address)).name()).isEqualTo(provider);
  }

  @Test
  void anAddressWithoutAHostIsAnybodys() {
    assertThat(Providers.forHost(URI.create("mailto:x@example.org"))).isSameAs(Providers.any());
    assertThat(Providers.forHost(URI.create("/v1/chat"))).isSameAs(Providers.any());
  }

  @Test
  void everyProviderIsFoundByItsName() {
    assertThat(Providers.all())
        .hasSize(19)
        .allSatisfy(provider -> assertThat(Providers.named(provider.name())).isSameAs(provider));
    assertThat(Providers.named("vertex-ai")).isSameAs(Providers.gemini());
    assertThat(Providers.named("Azure_OpenAI")).isSameAs(Providers.azureOpenAi());
    assertThat(Providers.named("cloudflare")).isSameAs(Providers.any());
    assertThat(Providers.named("")).isSameAs(Providers.any());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"m\"}}           | anthropic",
        "{\"error\":{\"code\":429,\"message\":\"m\",\"status\":\"X\"}}               | gemini",
        "[{\"error\":{\"code\":429,\"message\":\"m\",\"status\":\"X\"}}]             | gemini",
        "{\"error\":{\"code\":429,\"message\":\"m\",\"metadata\":{}}}                | openrouter",
        "{\"__type\":\"ThrottlingException\",\"message\":\"m\"}                      | bedrock",
        "{\"error\":\"m\",\"error_type\":\"generation\"}                             | huggingface",
        "{\"code\":\"c\",\"error\":\"m\"}                                            | xai",
        "{\"error\":{\"code\":500,\"message\":\"m\",\"type\":\"server_error\"}}      | llama.cpp",
        "{\"error\":{\"message\":\"m\",\"type\":\"tokens\",\"code\":\"c\"}}          | groq"
      })
  void aFormNamesItsSender(String body, String provider) {
    assertThat(sender(json(429, body))).isEqualTo(provider);
  }

  @ParameterizedTest
  @CsvSource({
    "x-amzn-ErrorType, bedrock",
    "Anthropic-RateLimit-Requests-Limit, anthropic",
    "openai-processing-ms, openai",
    "x-groq-region, groq",
    "apim-request-id, azure-openai",
    "content-type, nobody"
  })
  void aHeaderNamesItsSender(String header, String provider) {
    assertThat(sender(reply(500, "", header, "x"))).isEqualTo(provider);
  }

  private static String sender(ProviderReply reply) {
    Provider sender = Senders.find(reply, Body.read(reply.body(), ""));
    return sender == null ? "nobody" : sender.name();
  }
}
