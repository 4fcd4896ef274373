package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.forbear.bedrock.BedrockStreams;
import dev.forbear.providers.Providers;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamPart;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/** The error frames of the failure corpus, which has them written as JSON, as frames. */
class BedrockCorpusTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  static List<FailureLine> frames() {
    return FailureLine.ALL.stream()
        .filter(line -> line.id().startsWith("bed-es-"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("frames")
  void meansTheSameAsAFrame(FailureLine line) throws JsonProcessingException {
    byte[] bytes = frame(JSON.readTree(line.reply().body()));
    List<StreamPart> parts = new ArrayList<>();
    StreamDecoder decoder = BedrockStreams.converse().decoder();

    decoder.feed(bytes, 0, bytes.length, parts::add);

    assertThat(parts).hasOnlyElementsOfType(StreamPart.Broken.class).hasSize(1);
    StreamPart.Broken broken = (StreamPart.Broken) parts.get(0);
    assertThat(FailureLine.facts(Providers.bedrock().classify(broken.reply(), line.now())))
        .isEqualTo(line.expected());
  }

  private static byte[] frame(JsonNode written) {
    Map<String, HeaderValue> headers = new HashMap<>();
    written.properties().forEach(field -> {
      if (field.getKey().startsWith(":")) {
        headers.put(field.getKey(), HeaderValue.fromString(field.getValue().asText()));
      }
    });
    String payload = written.has("payload") ? written.get("payload").toString() : "";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Message(headers, payload.getBytes(StandardCharsets.UTF_8)).encode(bytes);
    return bytes.toByteArray();
  }
}
