package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamFormatsTest {

  @ParameterizedTest
  @CsvSource({
    "https://api.openai.com/v1/chat/completions, openai-chat",
    "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1, openai-chat",
    "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions, openai-chat",
    "http://localhost:8000/v1/completions, openai-chat",
    "https://api.openai.com/v1/responses, openai-responses",
    "https://api.openai.com/v1/responses/resp_1?stream=true, openai-responses",
    "https://api.anthropic.com/v1/messages, anthropic-messages",
    "https://x-aiplatform.googleapis.com/v1/publishers/anthropic/models/c:streamRawPredict, anthropic-messages",
    "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent?alt=sse, gemini",
    "http://localhost:11434/api/chat, ollama",
    "http://localhost:11434/api/generate, ollama",
    "https://example.com/, any",
    "mailto:somebody@example.com, any"
  })
  void knowsTheFormatOfAnEndpoint(URI address, String name) {
    assertThat(StreamFormats.forAddress(address).name()).isEqualTo(name);
  }

  static Stream<String> streams() {
    String gemini =
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hi\"}]},\"finishReason\":\"x\"}]}";
    return Stream.of(
        Reading.events(
            "{\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"x\"}]}", "[DONE]"),
        Reading.events(
            "{\"type\":\"response.output_text.delta\",\"delta\":\"Hi\"}",
            "{\"type\":\"response.incomplete\",\"response\":{\"incomplete_details\":{\"reason\":\"x\"}}}"),
        Reading.events(
            "{\"type\":\"ping\"}",
            "{\"type\":\"message_start\"}",
            "{\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}",
            "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"x\"}}",
            "{\"type\":\"message_stop\"}"),
        Reading.events(gemini),
        "[" + gemini + "]",
        """
        {"response":"Hi","done":false}
        {"done":true,"done_reason":"x"}
        """);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void findsOutWhoseStreamItIs(String body) {
    Reading reading = Reading.of(StreamFormats.any(), "\ufeff\r\n" + body);

    assertThat(reading.text()).isEqualTo("Hi");
    assertThat(reading.ending()).isEqualTo("finished x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "event: error\ndata: no JSON\n\n",
        "data: {\"error\":{\"message\":\"m\"}}\n\n",
        "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n",
        "{\"code\":\"The service is currently unavailable\",\"error\":\"x\"}",
        "{\"detail\":\"m\"}",
        "[{\"error\":{\"code\":429}}]",
        "data: [DONE]\n\n"
      })
  void breaksWithAnErrorOfAnybody(String body) {
    assertThat(Reading.of(StreamFormats.any(), body).ending()).isEqualTo("broken");
  }

  @Test
  void readsTheWholeErrorWhereNoStreamBegan() {
    String body = "{\n  \"error\": {\n    \"message\": \"m\"\n  }\n}\n";
    Reading reading = Reading.of(StreamFormats.openAiChat(), body);

    assertThat(reading.errorBody()).isEqualTo("{   \"error\": {     \"message\": \"m\"   } }\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html><body>Welcome</body></html>", "\r\n <!DOCTYPE html>"})
  void refusesAPageForPeople(String body) {
    assertThatThrownBy(() -> Reading.of(StreamFormats.openAiChat(), body))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage(
            "openai-chat stream, event 1:" + " the body is a page for people and not a stream");
  }

  @Test
  void saysNothingMoreOnceItWasMalformed() {
    StreamDecoder decoder = StreamFormats.openAiChat().decoder();
    byte[] bytes = "data: x\n\n".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> decoder.feed(bytes, 0, bytes.length, part -> {}))
        .isInstanceOf(MalformedStreamException.class);

    assertThat(Reading.of(decoder, "data: [DONE]\n\n").parts()).isEmpty();
  }

  @Test
  void handsOnNoMoreOfAnErrorThanTheRulesRead() {
    String error = "{\"error\":\"" + "x".repeat(100_000) + "\"}";

    assertThat(Reading.of(StreamFormats.ollama(), error).errorBody())
        .hasSize(Bounds.ERROR_CHARS + 1);
  }
}
