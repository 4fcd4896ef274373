package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptedProviderTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @Test
  void playsTheRepliesInOrderOnOneConnection() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, 429 after 2s, ok");
        RawClient client = new RawClient(provider)) {
      assertThat(client.get("/a").readHead()).startsWith("HTTP/1.1 503 ");
      assertThat(client.get("/b").readHead())
          .startsWith("HTTP/1.1 429 ")
          .contains("retry-after: 2");
      assertThat(client.get("/c").readHead()).startsWith("HTTP/1.1 200 ");

      assertThat(provider.requests()).extracting(ArrivedRequest::index).containsExactly(0, 1, 2);
      assertThat(provider.requests()).extracting(ArrivedRequest::connection).containsOnly(1);
      assertThat(provider.openConnections()).isEqualTo(1);
    }
  }

  @Test
  void recordsWhatArrived() throws Exception {
    long beforeNanos = System.nanoTime();
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client.send(
          "POST /v1/messages?beta=true HTTP/1.1\r\nIdempotency-Key: op-1\r\nA:  1 \r\na: 2\r\n"
              + "content-length: 6\r\n\r\nhellö");
      client.readHead();

      ArrivedRequest request = provider.requests().get(0);
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/v1/messages");
      assertThat(request.query()).isEqualTo("beta=true");
      assertThat(request.header("idempotency-key")).containsExactly("op-1");
      assertThat(request.header("A")).containsExactly("1", "2");
      assertThat(request.header("missing")).isEmpty();
      assertThat(request.body()).isEqualTo("hellö");
      assertThat(request.bodyBytes()).isEqualTo(6);
      assertThat(request.atNanos() - beforeNanos).isBetween(0L, System.nanoTime() - beforeNanos);
      assertThat(request.isServed()).isTrue();
      assertThat(request)
          .hasToString(
              "ArrivedRequest[0: POST /v1/messages on connection 1, headers a content-length"
                  + " idempotency-key, body of 6 bytes]");
    }
  }

  @Test
  void keepsTheBeginningOfALongBodyAndCountsTheRest() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client.post("/", "x".repeat(100_000)).readHead();

      ArrivedRequest request = provider.requests().get(0);
      assertThat(request.body()).isEqualTo("x".repeat(ArrivedRequest.MAX_KEPT_BODY_BYTES));
      assertThat(request.bodyBytes()).isEqualTo(100_000);
    }
  }

  @Test
  void readsABodyInChunksOfAnyNumber() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client
          .send("POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n")
          .send("2;name=value\r\nab\r\n".repeat(20_000))
          .send("0\r\ntrailer: x\r\n\r\n");

      assertThat(client.readHead()).startsWith("HTTP/1.1 200 ");
      assertThat(provider.requests().get(0).bodyBytes()).isEqualTo(40_000);
    }
  }

  @Test
  void takesARequestAsItIsSentToAProxy() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok x2");
        RawClient client = new RawClient(provider)) {
      client.send("GET http://example.com/v1?x HTTP/1.1\r\n\r\n").readHead();
      client.send("GET http://example.com HTTP/1.1\r\n\r\n").readHead();

      assertThat(provider.requests()).extracting(ArrivedRequest::path).containsExactly("/v1", "/");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nConnection: x, Close\r\n\r\n"})
  void closesWhereThePeerWantsIt(String request) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      assertThat(client.send(request).readToEnd())
          .isEqualTo("HTTP/1.1 200 \r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    }
  }

  @Test
  void answers599AfterTheScriptAndRecordsIt() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok");
        RawClient client = new RawClient(provider)) {
      client.get("/").readHead();
      assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 599 ");

      assertThat(provider.requests())
          .extracting(ArrivedRequest::afterScript)
          .containsExactly(false, true);
    }
  }

  @Test
  void answersAfterTheScriptAsItIsTold() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.builder()
            .script(Script.parse("503"))
            .afterScript(ScriptedReply.parse("418"))
            .start();
        RawClient client = new RawClient(provider)) {
      assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 503 ");
      assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 418 ");
      assertThat(client.get("/").readHead()).startsWith("HTTP/1.1 418 ");
    }
  }

  @Test
  void playsAScriptPerPath() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.builder()
            .script("/a", Script.parse("501, 502"))
            .script("/b", Script.parse("503"))
            .script(Script.parse("504, 505"))
            .start();
        RawClient client = new RawClient(provider)) {
      List<String> statuses = new ArrayList<>();
      for (String path : List.of("/b", "/a?x=1", "/c", "/a", "/d", "/b")) {
        statuses.add(
            client.get(path).readHead().substring("HTTP/1.1 ".length(), "HTTP/1.1 503".length()));
        client.readText(
            provider.requests().get(provider.requests().size() - 1).afterScript() ? 20 : 0);
      }

      assertThat(statuses).containsExactly("503", "501", "504", "502", "505", "599");
    }
  }

  @Test
  void asksAFunctionForEachReply() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.answering((index, request) ->
            index == 0 ? ScriptedReply.parse("529") : ScriptedReply.ok(request.body()));
        RawClient client = new RawClient(provider)) {
      assertThat(client.post("/", "one").readHead()).startsWith("HTTP/1.1 529 ");
      assertThat(client.post("/", "two").readHead()).startsWith("HTTP/1.1 200 ");
      assertThat(client.readText(3)).isEqualTo("two");
      assertThat(provider.requests()).noneMatch(ArrivedRequest::afterScript);
    }
  }

  @Test
  void saysSoWhenTheFunctionThrowsOrAsksForWhatNoServerCanDo() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.answering((index, request) -> {
          if (index == 0) {
            throw new AssertionError("no key");
          }
          return ScriptedReply.of(Fault.REFUSE);
        });
        RawClient client = new RawClient(provider)) {
      String head = client.get("/").readHead();
      client.readText("the reply function of the scripted provider failed".length());
      client.get("/").readHead();

      assertThat(head).startsWith("HTTP/1.1 599 ");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::problem)
          .containsExactly(
              "the reply function failed: java.lang.AssertionError: no key",
              "the reply function failed: java.lang.IllegalArgumentException: a server cannot play 'refuse':"
                  + " for a refused connection call refusedUri(), for the rest use virtual time");
    }
  }

  @Test
  void givesEveryReplyOnceToRequestsThatArriveTogether() throws Exception {
    int count = 60;
    String script = IntStream.range(0, count)
        .mapToObj(i -> Integer.toString(300 + i))
        .reduce((a, b) -> a + "," + b)
        .orElseThrow();
    ExecutorService executor = Executors.newFixedThreadPool(count);
    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Callable<String> call = () -> {
        try (RawClient client = new RawClient(provider)) {
          return client
              .get("/")
              .readHead()
              .substring("HTTP/1.1 ".length(), "HTTP/1.1 300".length());
        }
      };
      List<String> statuses = new ArrayList<>();
      for (Future<String> status : executor.invokeAll(java.util.Collections.nCopies(count, call))) {
        statuses.add(status.get());
      }

      assertThat(String.join(",", statuses.stream().sorted().toList())).isEqualTo(script);
      assertThat(provider.requests())
          .extracting(ArrivedRequest::index)
          .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
      assertThat(provider.requests())
          .extracting(ArrivedRequest::connection)
          .doesNotHaveDuplicates();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void servesNoMoreConnectionsAtOnceThanAllowed() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.builder()
            .script(Script.parse("hang x2"))
            .maxConnections(1)
            .start();
        RawClient first = new RawClient(provider)) {
      first.get("/first");
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();
      try (RawClient second = new RawClient(provider)) {
        second.get("/second");
        assertThat(provider.awaitRequests(2, Duration.ofMillis(150))).isFalse();
        assertThat(provider.openConnections()).isEqualTo(1);

        first.hangUp();

        assertThat(provider.awaitRequests(2, PATIENCE)).isTrue();
      }
    }
  }

  @Test
  void waitsNoLongerThanItIsTold() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      assertThat(provider.awaitRequests(0, Duration.ZERO)).isTrue();
      assertThat(provider.awaitRequests(1, Duration.ZERO)).isFalse();
      assertThat(provider.awaitRequests(1, Duration.ofMillis(-1))).isFalse();
      assertThat(provider.awaitHangUp(7, Duration.ofMillis(1))).isFalse();
      try (RawClient client = new RawClient(provider)) {
        client.get("/");
        assertThat(provider.awaitRequests(1, Duration.ofSeconds(Long.MAX_VALUE)))
            .isTrue();
      }
    }
  }

  @Test
  void leavesNoThreadAndNoConnectionBehind() throws Exception {
    ScriptedProvider provider =
        ScriptedProvider.playing("hang, drip, drip-headers, headers-then-hang, ok in 1m, ok");
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      RawClient client = new RawClient(provider);
      clients.add(client.get("/"));
    }
    clients.add(new RawClient(provider)); // without a request
    assertThat(provider.awaitRequests(6, PATIENCE)).isTrue();
    String threads = "scripted-provider-" + provider.uri().getPort();
    assertThat(threadsNamed(threads)).hasSizeGreaterThan(6);

    long beforeNanos = System.nanoTime();
    provider.close();
    long tookNanos = System.nanoTime() - beforeNanos;

    assertThat(Duration.ofNanos(tookNanos)).isLessThan(Duration.ofSeconds(2));
    assertThat(threadsNamed(threads)).isEmpty();
    assertThat(provider.openConnections()).isZero();
    assertThat(provider.requests()).hasSize(6);
    assertThat(provider.requests())
        .as("it was not the peer")
        .allMatch(each -> each.hungUpAtNanos().isEmpty());
    for (RawClient client : clients) {
      client.hangUp();
    }
    provider.close();
  }

  @Test
  void leavesNoThreadBehindWhenAllConnectionsAreTaken() throws Exception {
    ScriptedProvider provider = ScriptedProvider.builder()
        .script(Script.parse("hang"))
        .maxConnections(1)
        .start();
    try (RawClient client = new RawClient(provider)) {
      client.get("/");
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();

      long beforeNanos = System.nanoTime();
      provider.close();
      long tookNanos = System.nanoTime() - beforeNanos;

      assertThat(Duration.ofNanos(tookNanos)).isLessThan(Duration.ofMillis(1_500));
      assertThat(threadsNamed("scripted-provider-" + provider.uri().getPort())).isEmpty();
    }
  }

  @Test
  void endsAReplyFunctionThatHeedsAnInterrupt() throws Exception {
    ScriptedProvider provider = ScriptedProvider.answering((index, request) -> {
      while (true) {
        Thread.onSpinWait();
        if (Thread.interrupted()) {
          return ScriptedReply.ok("");
        }
      }
    });
    try (RawClient client = new RawClient(provider)) {
      client.get("/");
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();

      provider.close();

      assertThat(threadsNamed("scripted-provider-" + provider.uri().getPort())).isEmpty();
    }
  }

  @Test
  void refusesAtTheStartWhatItCannotDo() {
    for (String script : List.of("ok, refuse", "interrupt")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ScriptedProvider.playing(script))
          .withMessageContaining("a server cannot play");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedProvider.builder().maxConnections(0))
        .withMessage("maxConnections must be >= 1, was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedProvider.builder().script("a", Script.of()))
        .withMessageContaining("was 'a'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedProvider.builder().script("/a?b", Script.of()));
    assertThatIllegalStateException()
        .isThrownBy(() -> ScriptedProvider.builder()
            .script(Script.parse("ok"))
            .function((index, request) -> ScriptedReply.ok(""))
            .start())
        .withMessageContaining("scripts and a function");
  }

  private static List<String> threadsNamed(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }
}
