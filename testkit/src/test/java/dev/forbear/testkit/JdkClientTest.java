package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The faults as {@code java.net.http} reports them, and what that client sends a second time by itself. */
final class JdkClientTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  void seesStatusesHeadersAndBodies() throws Exception {
    Script script = Script.of(
        ScriptedReply.parse("429 after 2s").withBody("slow down"), ScriptedReply.ok("done"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      HttpResponse<String> first = post(provider.uri("/v1"));
      HttpResponse<String> second = post(provider.uri("/v1"));

      assertThat(first.statusCode()).isEqualTo(429);
      assertThat(first.headers().firstValue("retry-after")).contains("2");
      assertThat(first.body()).isEqualTo("slow down");
      assertThat(second.body()).isEqualTo("done");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::body)
          .containsExactly("hello", "hello");
      assertThat(provider.requests()).extracting(ArrivedRequest::connection).containsExactly(1, 1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "reset,       header parser received no bytes",
    "reset-early, header parser received no bytes",
    "close,       header parser received no bytes",
    "cut,         'fixed content-length: 100, bytes received: 0'",
  })
  void failsAPostWithoutSendingItTwice(String fault, String message) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(fault + ", ok")) {
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> post(provider.uri()))
          .withMessageContaining(message);

      assertThat(provider.awaitRequests(2, Duration.ofMillis(150))).isFalse();
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset", "close", "reset-early"})
  void sendsAGetTwiceByItself(String fault) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(fault + ", ok")) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri()).build();

      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(provider.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "drip-headers"})
  void hangsUpAtItsTimeoutWhenNoHeadersCome(String fault) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(fault)) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri())
          .timeout(Duration.ofMillis(200))
          .POST(BodyPublishers.ofString("hello"))
          .build();

      assertThatExceptionOfType(HttpTimeoutException.class)
          .isThrownBy(() -> client.send(request, BodyHandlers.ofString()));
      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hang", "drip-headers", "headers-then-hang", "drip", "ok in 1m"})
  void hangsUpWhenItsFutureIsCancelled(String fault) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(fault)) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri())
          .POST(BodyPublishers.ofString("hello"))
          .build();
      CompletableFuture<HttpResponse<String>> call =
          client.sendAsync(request, BodyHandlers.ofString());
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();

      call.cancel(true);

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @Test
  void readsTheBodyOfADripAsItComes() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 drip")) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri()).build();
      HttpResponse<java.io.InputStream> response =
          client.send(request, BodyHandlers.ofInputStream());

      assertThat(response.statusCode()).isEqualTo(503);
      try (java.io.InputStream body = response.body()) {
        assertThat(body.readNBytes(5)).asString(StandardCharsets.UTF_8).isEqualTo("     ");
      }
      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @Test
  void sendsChunksAndWaitsForTheContinueItAskedFor() throws Exception {
    BodyPublisher chunked = BodyPublishers.ofInputStream(
        () -> new ByteArrayInputStream("hello".repeat(10_000).getBytes(StandardCharsets.UTF_8)));

    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri())
          .expectContinue(true)
          .POST(chunked)
          .build();

      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(provider.requests().get(0).bodyBytes()).isEqualTo(50_000);
      assertThat(provider.requests().get(0).header("transfer-encoding")).containsExactly("chunked");
    }
  }

  @Test
  void isRefusedAtTheRefusedAddress() {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      assertThatExceptionOfType(ConnectException.class)
          .isThrownBy(() -> post(provider.refusedUri()));
    }
  }

  private HttpResponse<String> post(URI uri) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("hello")).build();
    return client.send(request, BodyHandlers.ofString());
  }
}
