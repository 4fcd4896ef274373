package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The examples of the class comments, as they stand there. */
final class ExampleTest {

  private final ModelClient client = new ModelClient();

  @Test
  void playsAScript() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, 429 after 2s, ok")) {
      client.call(provider.uri("/v1/messages"));

      assertThat(provider.requests()).hasSize(3);
      assertThat(provider.requests().get(2).header("idempotency-key")).containsExactly("op-1");
      assertThat(provider.awaitRequests(4, Duration.ofMillis(200))).isFalse();
    }
  }

  @Test
  void showsThatACancelReachesTheWire() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    try (ScriptedProvider provider = ScriptedProvider.playing("hang")) {
      Future<?> call = executor.submit(() -> client.call(provider.uri()));
      assertThat(provider.awaitRequests(1, Duration.ofSeconds(5))).isTrue();

      call.cancel(true);

      assertThat(provider.awaitHangUp(0, Duration.ofSeconds(5))).isTrue();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void playsAScriptPerTargetAndWhatAFunctionSays() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.builder()
        .script("/a", Script.parse("503 x2"))
        .script("/b", Script.parse("ok"))
        .start()) {
      assertThat(client.send(provider.uri("/a"))).isEqualTo(503);
      assertThat(client.send(provider.uri("/b"))).isEqualTo(200);
    }
    try (ScriptedProvider provider = ScriptedProvider.answering(
        (index, request) -> ScriptedReply.parse(index % 10 == 0 ? "529" : "ok"))) {
      assertThat(client.send(provider.uri())).isEqualTo(529);
      assertThat(client.send(provider.uri())).isEqualTo(200);
    }
  }

  /** Stands for the code of whoever uses the testkit. */
  private static final class ModelClient {

    private final HttpClient http = HttpClient.newHttpClient();

    int call(URI uri) throws IOException, InterruptedException {
      int status = 0;
      for (int attempt = 1; attempt <= 5 && status != 200; attempt++) {
        status = send(uri);
      }
      return status;
    }

    int send(URI uri) throws IOException, InterruptedException {
      HttpRequest request = HttpRequest.newBuilder(uri)
          .header("idempotency-key", "op-1")
          .POST(BodyPublishers.ofString("hello"))
          .build();
      return http.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
