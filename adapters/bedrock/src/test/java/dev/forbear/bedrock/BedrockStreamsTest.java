package dev.forbear.bedrock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import dev.forbear.stream.StreamPart.Broken;
import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

class BedrockStreamsTest {

  private static final byte[] TEXT =
      event("contentBlockDelta", "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"Hi\"}}");
  private static final byte[] STOP = event("messageStop", "{\n\"stopReason\":\r\n\"end_turn\"}");
  private static final byte[] METADATA = event("metadata", "{}");

  private static byte[] event(String type, String payload) {
    return frame(Map.of(":message-type", "event", ":event-type", type), payload);
  }

  private static byte[] frame(Map<String, String> texts, String payload) {
    Map<String, HeaderValue> headers = new java.util.HashMap<>();
    texts.forEach((name, value) -> headers.put(name, HeaderValue.fromString(value)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Message(headers, payload.getBytes(StandardCharsets.UTF_8)).encode(bytes);
    return bytes.toByteArray();
  }

  private static List<StreamPart> read(StreamFormat format, byte[]... frames) {
    List<StreamPart> parts = new ArrayList<>();
    StreamDecoder decoder = format.decoder();
    for (byte[] bytes : frames) {
      decoder.feed(bytes, 0, bytes.length, parts::add);
    }
    decoder.end(parts::add);
    return parts;
  }

  @Test
  void readsConverse() {
    assertThat(read(BedrockStreams.converse(), TEXT, STOP, METADATA))
        .containsExactly(new Text("Hi"), StreamPart.Metadata.ALIVE, new Finished("end_turn"));
  }

  @Test
  void readsTheEventsOfAnthropicInsideAnInvokedStream() {
    String text = "{\"type\":\"content_block_delta\",\"index\":0,"
        + "\"delta\":{\"type\":\"text_delta\",\"text\":\"Hi\"}}";

    assertThat(read(
            BedrockStreams.anthropic(),
            chunk(text),
            event("somethingNew", "{}"),
            chunk("{\"type\":\"message_stop\"}")))
        .containsExactly(new Text("Hi"), StreamPart.Metadata.ALIVE, new Finished(""));
  }

  private static byte[] chunk(String inside) {
    String base64 = Base64.getEncoder().encodeToString(inside.getBytes(StandardCharsets.UTF_8));
    return event("chunk", "{\"p\":[\"bytes\"],\"bytes\":\"" + base64 + "\"}");
  }

  @Test
  void isCutWithoutItsStop() {
    assertThat(read(BedrockStreams.converse(), TEXT)).containsExactly(new Text("Hi"));
  }

  @Test
  void takesNothingAfterTheEnd() {
    assertThat(read(BedrockStreams.converse(), STOP, METADATA, TEXT, new byte[] {1, 2, 3, 4}))
        .containsExactly(StreamPart.Metadata.ALIVE, new Finished("end_turn"));
  }

  @Test
  void breaksWithAnException() {
    byte[] exception = frame(
        Map.of(":message-type", "exception", ":exception-type", "throttlingException"),
        "{\"message\":\"Slow down\"}");

    List<StreamPart> parts = read(BedrockStreams.converse(), TEXT, exception, STOP);

    assertThat(parts).hasSize(2);
    Broken broken = (Broken) parts.get(1);
    assertThat(broken.reply().status()).isEqualTo(200);
    assertThat(broken.reply().header("x-amzn-errortype")).containsExactly("throttlingException");
    assertThat(broken.reply().header("content-type"))
        .containsExactly("application/vnd.amazon.eventstream");
    assertThat(broken.reply().body())
        .isEqualTo("{\":message-type\":\"exception\",\":exception-type\":\"throttlingException\","
            + "\"payload\":{\"message\":\"Slow down\"}}");
  }

  @Test
  void breaksWithAnErrorAndItsMessage() {
    byte[] error = frame(
        Map.of(
            ":message-type", "error",
            ":error-code", "InternalFailure",
            ":error-message", "a \"quoted\" word"),
        "");

    Broken broken = (Broken) read(BedrockStreams.converse(), error).get(0);

    assertThat(broken.reply().body())
        .isEqualTo("{\":message-type\":\"error\",\":error-code\":\"InternalFailure\","
            + "\":error-message\":\"a \\\"quoted\\\" word\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no JSON", "{\"a\":", "{} {}", "[1]", ""})
  void leavesOutAPayloadThatIsNoObject(String payload) {
    byte[] exception = frame(Map.of(":message-type", "exception", ":exception-type", "x"), payload);

    Broken broken = (Broken) read(BedrockStreams.converse(), exception).get(0);

    assertThat(broken.reply().body()).doesNotContain("payload");
  }

  @Test
  void refusesAFrameWithAWrongChecksum() {
    byte[] damaged = TEXT.clone();
    damaged[damaged.length - 10] ^= 1;

    assertThatThrownBy(() -> read(BedrockStreams.converse(), STOP, damaged))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("bedrock-converse stream, frame 2: its checksum or its headers are wrong");
  }

  @ParameterizedTest
  @ValueSource(
      ints = {Integer.MIN_VALUE, -1, 0, 15, FrameDecoder.FRAME_BYTES + 1, Integer.MAX_VALUE})
  void refusesALengthBeforeItKeepsThatMuch(int length) {
    byte[] prelude = ByteBuffer.allocate(4).putInt(length).array();

    assertThatThrownBy(() -> read(BedrockStreams.converse(), prelude, new byte[1]))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("bedrock-converse stream, frame 1: it is " + Integer.toUnsignedString(length)
            + " bytes long by its first four; allowed are 16 to 16777216");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no JSON", "{}", "[]", "{\"bytes\":1}", "{\"bytes\":\"???\"}"})
  void refusesAChunkWithoutAnEventInside(String payload) {
    assertThatThrownBy(() -> read(BedrockStreams.anthropic(), event("chunk", payload)))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageStartingWith(
            "bedrock-anthropic stream, frame 1: its payload of " + payload.length() + " bytes ");
  }

  @Test
  void saysNothingMoreOnceItWasMalformed() {
    StreamDecoder decoder = BedrockStreams.converse().decoder();
    List<StreamPart> parts = new ArrayList<>();
    assertThatThrownBy(() -> decoder.feed(new byte[4], 0, 4, parts::add))
        .isInstanceOf(MalformedStreamException.class);

    decoder.feed(STOP, 0, STOP.length, parts::add);
    decoder.end(parts::add);

    assertThat(parts).isEmpty();
  }
}
