package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each fault, byte by byte, as a client without any cleverness sees it. */
final class ScriptedFaultsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SILENCE = Duration.ofMillis(150);

  @Test
  void answersWithStatusHeadersAndBody() throws Exception {
    Script script = Script.of(ScriptedReply.status(429)
        .withRetryAfter(Duration.ofSeconds(2))
        .withHeader("set-cookie", "a", "b")
        .withBody("ü"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readHead())
          .isEqualTo(
              "HTTP/1.1 429 \r\ncontent-length: 2\r\nretry-after: 2\r\nset-cookie: a\r\nset-cookie: b");
      assertThat(client.readText(2)).isEqualTo("ü");
      assertThat(client.isSilentFor(SILENCE)).isTrue();
    }
  }

  @Test
  void takesItsTimeBeforeItAnswers() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok in 120ms");
        RawClient client = new RawClient(provider)) {
      long sentAtNanos = System.nanoTime();
      client.get("/").readHead();
      long tookNanos = System.nanoTime() - sentAtNanos;

      assertThat(Duration.ofNanos(tookNanos)).isBetween(Duration.ofMillis(120), PATIENCE);
    }
  }

  @Test
  void hangReadsTheRequestAndSaysNothing() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang");
        RawClient client = new RawClient(provider)) {
      client.post("/v1", "hello");

      assertThat(client.isSilentFor(SILENCE)).isTrue();
      assertThat(provider.requests()).hasSize(1);
      assertThat(provider.requests().get(0).body()).isEqualTo("hello");
    }
  }

  @Test
  void headersThenHangSendsTheHeadAndTheBodyItHasAndNoEnd() throws Exception {
    Script script = Script.of(ScriptedReply.of(Fault.HEADERS_THEN_HANG).withBody("part"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 \r\ncontent-length: 104");
      assertThat(client.readText(4)).isEqualTo("part");
      assertThat(client.isSilentFor(SILENCE)).isTrue();
    }
  }

  @Test
  void dripSendsABodyThatNeverEnds() throws Exception {
    Script script = Script.of(ScriptedReply.parse("503 drip").withBody("ab"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readHead()).isEqualTo("HTTP/1.1 503 \r\ntransfer-encoding: chunked");
      assertThat(client.readText(6 * 6)).isEqualTo("1\r\na\r\n1\r\nb\r\n" + "1\r\n \r\n".repeat(4));
    }
  }

  @Test
  void dripHeadersSendsHeadersThatNeverEnd() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("drip-headers");
        RawClient client = new RawClient(provider)) {
      client.get("/");

      String start = "HTTP/1.1 200 \r\nx-drip: ";
      assertThat(client.readText(start.length() + 5)).isEqualTo(start + "     ");
    }
  }

  @Test
  void resetIsAnRstAfterTheRequestWasRead() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset");
        RawClient client = new RawClient(provider)) {
      client.post("/v1", "hello");

      assertThatExceptionOfType(SocketException.class)
          .isThrownBy(client::readByte)
          .withMessage("Connection reset");
      assertThat(provider.requests().get(0).body()).isEqualTo("hello");
    }
  }

  @Test
  void resetEarlyIsAnRstBeforeTheRequestWasRead() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset-early");
        RawClient client = new RawClient(provider)) {
      client.send("POST /v1 HTTP/1.1\r\n"); // neither headers nor body: it does not wait for them

      assertThatExceptionOfType(SocketException.class)
          .isThrownBy(client::readByte)
          .withMessage("Connection reset");
      ArrivedRequest request = provider.requests().get(0);
      assertThat(request.method() + " " + request.path()).isEqualTo("POST /v1");
      assertThat(request.headers()).isEmpty();
      assertThat(request.hungUpAtNanos()).isEmpty();
    }
  }

  @Test
  void closeIsAFinWithoutAByteOfAnAnswer() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("close");
        RawClient client = new RawClient(provider)) {
      client.post("/v1", "hello");

      assertThat(client.readToEnd()).isEmpty();
      assertThat(provider.requests().get(0).body()).isEqualTo("hello");
    }
  }

  @Test
  void cutIsAFinWithinTheBody() throws Exception {
    Script script = Script.of(ScriptedReply.of(Fault.CUT).withBody("part"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readToEnd()).isEqualTo("HTTP/1.1 200 \r\ncontent-length: 104\r\n\r\npart");
    }
  }

  @Test
  void resetInBodyIsAnRstWithinTheBody() throws Exception {
    Script script = Script.of(ScriptedReply.of(Fault.RESET_IN_BODY).withBody("part"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 \r\ncontent-length: 104");
      assertThat(client.readText(4)).isEqualTo("part");
      assertThatExceptionOfType(SocketException.class)
          .isThrownBy(client::readByte)
          .withMessage("Connection reset");
    }
  }

  @Test
  void aFaultMayTakeItsTimeToo() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("close in 120ms");
        RawClient client = new RawClient(provider)) {
      long sentAtNanos = System.nanoTime();
      client.get("/").readToEnd();

      assertThat(Duration.ofNanos(System.nanoTime() - sentAtNanos))
          .isBetween(Duration.ofMillis(120), PATIENCE);
    }
  }

  @Test
  void obeysAScriptThatSetsTheFramingItself() throws Exception {
    Script script = Script.of(ScriptedReply.ok("5\r\nhello\r\n")
        .withHeader("transfer-encoding", "chunked")
        .withHeader("connection", "close"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.get("/");

      assertThat(client.readToEnd())
          .isEqualTo(
              "HTTP/1.1 200 \r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n");
    }
  }

  @Test
  void sendsNoBodyWhereNoneIsAllowed() throws Exception {
    Script script = Script.of(
        ScriptedReply.status(204).withBody("x"),
        ScriptedReply.status(304).withBody("x"),
        ScriptedReply.ok("four"),
        ScriptedReply.ok("end").withHeader("connection", "close"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      assertThat(client.get("/").readHead()).isEqualTo("HTTP/1.1 204 ");
      assertThat(client.get("/").readHead()).isEqualTo("HTTP/1.1 304 ");
      client.send("HEAD / HTTP/1.1\r\n\r\n");
      assertThat(client.readHead()).isEqualTo("HTTP/1.1 200 \r\ncontent-length: 4");
      assertThat(client.get("/").readToEnd()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\nend");
    }
  }

  @Test
  void refusesConnectionsAtItsRefusedAddress() throws IOException {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(() -> new RawClient(provider.refusedUri()))
          .withMessageContaining("Connection refused");
      assertThat(provider.requests()).isEmpty();
    }
  }
}
