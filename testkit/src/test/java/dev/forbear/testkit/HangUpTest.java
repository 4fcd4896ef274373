package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the provider notices of a peer that goes away, and when. */
final class HangUpTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PROMPT_NANOS = Duration.ofMillis(100).toNanos();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hang",
        "headers-then-hang",
        "drip",
        "drip-headers",
        "ok in 1m",
        "reset in 1m",
        "reset-early in 1m",
        "close in 1m",
        "cut in 1m",
      })
  void seesThePeerHangUpWithin100Ms(String script) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.post("/", "hello");
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();
      assertThat(provider.requests().get(0).hungUpAtNanos()).isEmpty();

      long beforeNanos = System.nanoTime();
      client.hangUp();

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
      assertThat(provider.requests().get(0).hungUpAtNanos().orElseThrow() - beforeNanos)
          .isBetween(0L, PROMPT_NANOS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "headers-then-hang", "drip", "drip-headers", "ok in 1m"})
  void seesThePeerResetWithin100Ms(String script) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(script);
        RawClient client = new RawClient(provider)) {
      client.post("/", "hello");
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();

      long beforeNanos = System.nanoTime();
      client.reset();

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
      assertThat(provider.requests().get(0).hungUpAtNanos().orElseThrow() - beforeNanos)
          .isBetween(0L, PROMPT_NANOS);
    }
  }

  @Test
  void doesNotTakeBytesOfTheNextRequestForAHangUp() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("200 in 100ms, 201");
        RawClient client = new RawClient(provider)) {
      client.get("/first").get("/second");

      assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
      assertThat(client.readHead()).startsWith("HTTP/1.1 201 ");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::path)
          .containsExactly("/first", "/second");
      assertThat(provider.requests())
          .allMatch(request -> request.hungUpAtNanos().isEmpty());
    }
  }

  @Test
  void waitsOnForAPeerThatSendsMoreThanIsReadAhead() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("200 in 100ms");
        RawClient client = new RawClient(provider)) {
      client.get("/").send("x".repeat(40_000));

      assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void isNoHangUpAfterTheReplyWasSentWhole() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok, ok")) {
      try (RawClient client = new RawClient(provider)) {
        client.get("/").readHead();
      }
      try (RawClient client = new RawClient(provider)) {
        client.get("/").readHead();
      }

      assertThat(provider.awaitHangUp(0, Duration.ofMillis(150))).isFalse();
    }
  }

  @Test
  void recordsARequestThatIsCutOff() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      try (RawClient client = new RawClient(provider)) {
        client.send("POST /v1 HTTP/1.1\r\ncontent-length: 10\r\n\r\nhalf");
      }

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
      ArrivedRequest request = provider.requests().get(0);
      assertThat(request.isServed()).isFalse();
      assertThat(request.problem()).isEqualTo("the peer hung up within the request");
      assertThat(request.path()).isEqualTo("/v1");
      assertThat(request.bodyBytes()).isEqualTo(4);
      try (RawClient client = new RawClient(provider)) {
        assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 200 ");
      }
    }
  }

  @Test
  void recordsNothingForAConnectionThatCarriesNoRequest() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      new RawClient(provider).hangUp();
      try (RawClient client = new RawClient(provider)) {
        client.get("/").readHead();
      }

      assertThat(provider.requests()).hasSize(1);
      assertThat(provider.requests().get(0).connection()).isEqualTo(2);
    }
  }
}
