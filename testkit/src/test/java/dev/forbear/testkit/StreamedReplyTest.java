package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams on the wire, seen byte by byte and through the client of the JDK. */
final class StreamedReplyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SILENCE = Duration.ofMillis(150);

  /** One line per chunk, so that the bytes can be read in a test. */
  private static final ChunkFormat LINES = new ChunkFormat() {
    @Override
    public String contentType() {
      return "application/x-ndjson";
    }

    @Override
    public String encode(List<ScriptedChunk> chunks, int index) {
      return chunks.get(index).content() + "\n";
    }
  };

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void sendsChatCompletionsAsServerSentEvents() throws Exception {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("stream(meta, \"Hel\", tool:{}, error:529, done)")) {
      HttpResponse<Stream<String>> response = client.send(post(provider), BodyHandlers.ofLines());

      assertThat(response.headers().firstValue("content-type")).contains("text/event-stream");
      assertThat(response.body())
          .containsExactly(
              completion("{\"role\":\"assistant\",\"content\":\"\"}", "null"),
              "",
              completion("{\"content\":\"Hel\"}", "null"),
              "",
              completion(
                  "{\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\","
                      + "\"function\":{\"arguments\":\"{}\"}}]}",
                  "null"),
              "",
              "data: {\"error\":{\"message\":\"the script breaks the stream\",\"code\":529}}",
              "",
              completion("{}", "\"tool_calls\""),
              "",
              "data: [DONE]",
              "");
    }
  }

  @Test
  void keepsWhatAnErrorEventSays() throws Exception {
    Script script = Script.of(ScriptedReply.status(200)
        .withChunks(
            Duration.ZERO, "error:{\"status\":529,\"error\":{\"type\":\"overloaded_error\"}}"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      assertThat(client.send(post(provider), BodyHandlers.ofString()).body())
          .isEqualTo("data: {\"error\":{\"type\":\"overloaded_error\","
              + "\"message\":\"the script breaks the stream\",\"code\":529}}\n\n");
    }
  }

  @Test
  void sendsEachChunkByItselfInTheGivenFormat() throws Exception {
    try (ScriptedProvider provider = lines("stream(Hel, ö) x2");
        RawClient raw = new RawClient(provider)) {
      for (int i = 0; i < 2; i++) { // twice on one connection
        raw.post("/", "hello");

        assertThat(raw.readHead())
            .isEqualTo(
                "HTTP/1.1 200 \r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked");
        assertThat(raw.readText(22)).isEqualTo("4\r\nHel\n\r\n3\r\nö\n\r\n0\r\n\r\n");
      }
      assertThat(raw.isSilentFor(SILENCE)).isTrue();
    }
  }

  @Test
  void sendsNoChunkEarlyAndTheEndOneStepAfterTheLast() throws Exception {
    try (ScriptedProvider provider = lines("stream(a, b) every 60ms in 60ms");
        RawClient raw = new RawClient(provider)) {
      long sentAtNanos = System.nanoTime();
      raw.post("/", "hello");

      raw.readHead();
      long headNanos = System.nanoTime() - sentAtNanos;
      raw.readText(7);
      long firstNanos = System.nanoTime() - sentAtNanos;
      raw.readText(7);
      long secondNanos = System.nanoTime() - sentAtNanos;
      raw.readText(5);
      long endNanos = System.nanoTime() - sentAtNanos;

      assertThat(Duration.ofNanos(headNanos)).isBetween(Duration.ofMillis(60), PATIENCE);
      assertThat(Duration.ofNanos(firstNanos)).isBetween(Duration.ofMillis(120), PATIENCE);
      assertThat(Duration.ofNanos(secondNanos)).isBetween(Duration.ofMillis(180), PATIENCE);
      assertThat(Duration.ofNanos(endNanos)).isBetween(Duration.ofMillis(240), PATIENCE);
    }
  }

  @Test
  void endsWithItsTerminalEventAtOnce() throws Exception {
    try (ScriptedProvider provider = lines("stream(done) every 500ms");
        RawClient raw = new RawClient(provider)) {
      raw.post("/", "hello").readHead();
      assertThat(raw.readText(6)).isEqualTo("1\r\n\n\r\n");
      long doneAtNanos = System.nanoTime();

      assertThat(raw.readText(5)).isEqualTo("0\r\n\r\n");
      assertThat(Duration.ofNanos(System.nanoTime() - doneAtNanos))
          .isLessThan(Duration.ofMillis(500));
    }
  }

  @Test
  void breaksWithinAChunk() throws Exception {
    try (ScriptedProvider provider = lines("stream(Hel) then break");
        RawClient raw = new RawClient(provider)) {
      raw.post("/", "hello");

      raw.readHead();
      assertThat(raw.readToEnd()).isEqualTo("4\r\nHel\n\r\n20\r\n ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"break", "reset"})
  void showsTheClientOfTheJdkWhatCameBeforeTheBreak(String ending) throws Exception {
    // A reset may overtake what was sent before it; so much later it does not.
    try (ScriptedProvider provider = lines("stream(Hel, lo) every 100ms then " + ending)) {
      HttpResponse<InputStream> response =
          client.send(post(provider), BodyHandlers.ofInputStream());

      try (InputStream body = response.body()) {
        assertThat(body.readNBytes(7)).asString(StandardCharsets.UTF_8).isEqualTo("Hel\nlo\n");
        assertThatExceptionOfType(IOException.class).isThrownBy(body::readAllBytes);
      }
    }
  }

  @Test
  void resetsTheConnection() throws Exception {
    try (ScriptedProvider provider = lines("stream(a) every 100ms then reset");
        RawClient raw = new RawClient(provider)) {
      raw.post("/", "hello").readHead();
      assertThat(raw.readText(7)).isEqualTo("2\r\na\n\r\n");

      assertThatExceptionOfType(SocketException.class)
          .isThrownBy(raw::readByte)
          .withMessage("Connection reset");
    }
  }

  @Test
  void hangsAfterTheLastChunk() throws Exception {
    try (ScriptedProvider provider = lines("stream(a) then hang");
        RawClient raw = new RawClient(provider)) {
      raw.post("/", "hello").readHead();

      assertThat(raw.readText(7)).isEqualTo("2\r\na\n\r\n");
      assertThat(raw.isSilentFor(SILENCE)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream(a, b) every 1m in 5ms", "stream(a) then hang"})
  void seesTheClientOfTheJdkHangUpWithinAStream(String script) throws Exception {
    try (ScriptedProvider provider = lines(script)) {
      HttpResponse<InputStream> response =
          client.send(post(provider), BodyHandlers.ofInputStream());
      assertThat(provider.requests().get(0).hungUpAtNanos()).isEmpty();

      long beforeNanos = System.nanoTime();
      response.body().close();

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
      assertThat(provider.requests().get(0).hungUpAtNanos().orElseThrow())
          .isGreaterThanOrEqualTo(beforeNanos);
    }
  }

  @Test
  void isNoHangUpAfterAWholeStream() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(a, done), stream(b, done)")) {
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        statuses.add(client.send(post(provider), BodyHandlers.ofString()).statusCode());
      }

      assertThat(statuses).containsExactly(200, 200);
      assertThat(provider.awaitHangUp(0, SILENCE)).isFalse();
      assertThat(provider.requests()).extracting(ArrivedRequest::connection).containsExactly(1, 1);
    }
  }

  @Test
  void saysSoWhenTheFormatFails() throws Exception {
    ChunkFormat failing = new ChunkFormat() {
      @Override
      public String contentType() {
        return "text/plain";
      }

      @Override
      public String encode(List<ScriptedChunk> chunks, int index) {
        throw new IllegalStateException("no word for it");
      }
    };

    try (ScriptedProvider provider = ScriptedProvider.builder()
        .chunkFormat(failing)
        .script(Script.parse("stream(a), ok"))
        .start()) {
      assertThat(client.send(post(provider), BodyHandlers.ofString()).statusCode())
          .isEqualTo(599);
      assertThat(provider.requests().get(0).problem())
          .isEqualTo("the chunk format failed at chunk 0: java.lang.IllegalStateException: no word"
              + " for it");
      assertThat(client.send(post(provider), BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void obeysAScriptThatSetsTheFramingItself() throws Exception {
    Script script =
        Script.of(ScriptedReply.parse("stream(Hel, lo)").withHeader("content-length", "100"));

    try (ScriptedProvider provider =
            ScriptedProvider.builder().chunkFormat(LINES).script(script).start();
        RawClient raw = new RawClient(provider)) {
      raw.post("/", "hello");

      assertThat(raw.readToEnd()).endsWith("\r\n\r\nHel\nlo\n");
    }
  }

  private static ScriptedProvider lines(String script) {
    return ScriptedProvider.builder()
        .chunkFormat(LINES)
        .script(Script.parse(script))
        .start();
  }

  private static HttpRequest post(ScriptedProvider provider) {
    return HttpRequest.newBuilder(provider.uri())
        .POST(BodyPublishers.ofString("hello"))
        .build();
  }

  private static String completion(String delta, String finishReason) {
    return "data: {\"id\":\"chatcmpl-scripted\",\"object\":\"chat.completion.chunk\",\"created\":0,"
        + "\"model\":\"scripted\",\"choices\":[{\"index\":0,\"delta\":" + delta
        + ",\"finish_reason\":" + finishReason + "}]}";
  }
}
