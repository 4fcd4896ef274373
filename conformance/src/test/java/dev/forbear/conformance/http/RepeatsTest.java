package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.ScriptedProvider;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked again arrives again: whole, not too early, and only where it may. */
final class RepeatsTest {

  /** What the server plays, what the task makes of it, and how many requests arrive. */
  private record Row(String script, String story, int requests) {}

  private static final Duration NOTHING_MORE = Duration.ofMillis(100);

  private final Forbear forbear = Wire.threeAttempts().build();

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void sendsEveryRequestWholeAndNoneBeforeItsHint(Way way) throws Exception {
    String prompt = "p".repeat(300_000); // many packets
    try (ScriptedProvider provider =
        ScriptedProvider.playing("503 after 120ms, 429 after 1s, ok")) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri("/v1/messages?beta=true"))
          .header("x-api-key", "k-1")
          .header("anthropic-beta", "a")
          .header("anthropic-beta", "b")
          .POST(BodyPublishers.ofString(prompt))
          .build();

      Outcome<?> outcome = way.run(forbear, Task.named("generate").repeatable(), request);

      assertThat(Story.of(outcome)).isEqualTo("503 | 429 | ok");
      List<ArrivedRequest> requests = provider.requests();
      assertThat(betweenMs(requests, 0)).isGreaterThanOrEqualTo(120).isLessThan(10_000);
      assertThat(betweenMs(requests, 1)).isGreaterThanOrEqualTo(1000).isLessThan(10_000);
      assertThat(requests).hasSize(3).allSatisfy(arrived -> {
        assertThat(arrived.method()).isEqualTo("POST");
        assertThat(arrived.path() + "?" + arrived.query()).isEqualTo("/v1/messages?beta=true");
        assertThat(arrived.bodyBytes()).isEqualTo(prompt.length());
        assertThat(arrived.body()).isEqualTo("p".repeat(ArrivedRequest.MAX_KEPT_BODY_BYTES));
        assertThat(arrived.header("content-length")).containsExactly("300000");
        assertThat(arrived.header("x-api-key")).containsExactly("k-1");
        assertThat(arrived.header("anthropic-beta")).containsExactly("a", "b");
        assertThat(arrived.header(HttpCalls.KEY_HEADER)).isEmpty();
      });
      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
    }
  }

  private static long betweenMs(List<ArrivedRequest> requests, int index) {
    return TimeUnit.NANOSECONDS.toMillis(
        requests.get(index + 1).atNanos() - requests.get(index).atNanos());
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void sendsTheKeyOfAWriteWithEveryAttempt(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset, 500, ok")) {
      Outcome<?> outcome =
          way.run(forbear, Task.named("pay").write("op-1"), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("unknown_outcome | 500 | ok");
      assertThat(provider.requests()).hasSize(3).allSatisfy(arrived -> {
        assertThat(arrived.header(HttpCalls.KEY_HEADER)).containsExactly("op-1");
        assertThat(arrived.body()).isEqualTo(Wire.PROMPT);
        assertThat(arrived.header("content-type")).containsExactly("application/json");
      });
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void leavesTheKeyAloneThatTheRequestHas(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, ok")) {
      HttpRequest request = HttpRequest.newBuilder(provider.uri())
          .header("idempotency-key", "of-the-caller")
          .POST(BodyPublishers.ofString(Wire.PROMPT))
          .build();

      Outcome<?> outcome = way.run(forbear, Task.named("pay").write("op-1"), request);

      assertThat(Story.of(outcome)).isEqualTo("503 | ok");
      assertThat(provider.requests())
          .extracting(arrived -> arrived.header(HttpCalls.KEY_HEADER))
          .containsExactly(List.of("of-the-caller"), List.of("of-the-caller"));
    }
  }

  static List<Arguments> refusals() {
    return cases(
        // The provider says it did not run.
        new Row("503, ok", "503 | ok", 2),
        new Row("429, 529, ok", "429 | 529 | ok", 3),
        // Nobody knows, or it did.
        new Row("500, ok", "500 | failed unsafe", 1),
        new Row("502, ok", "502 | failed unsafe", 1),
        new Row("504, ok", "504 | failed unsafe", 1),
        new Row("reset, ok", "unknown_outcome | failed unsafe", 1),
        new Row("reset-early, ok", "unknown_outcome | failed unsafe", 1),
        new Row("close, ok", "unknown_outcome | failed unsafe", 1),
        new Row("cut, ok", "stream_interrupted | failed unsafe", 1),
        new Row("reset-in-body, ok", "stream_interrupted | failed unsafe", 1),
        // Asking again cannot help.
        new Row("400, ok", "400 | failed permanent", 1),
        new Row("401, ok", "401 | failed permanent", 1));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void repeatsOfAnUndeclaredPostOnlyWhatDidNotRun(
      Way way, String script, String story, int requests) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, Task.named("post"), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo(story);
      assertThat(outcome.attempts()).isEqualTo(requests);
      assertThat(provider.requests()).hasSize(requests);
    }
  }

  static List<Arguments> lostWrites() {
    return cases(
        new Row("reset, ok", "unknown_outcome | unknown unsafe", 1),
        new Row("close, ok", "unknown_outcome | unknown unsafe", 1),
        new Row("500, ok", "500 | unknown unsafe", 1),
        new Row("cut, ok", "stream_interrupted | unknown unsafe", 1),
        new Row("503, close, ok", "503 | unknown_outcome | unknown unsafe", 2),
        // Refused, every time: it has not run.
        new Row("503, 429, 529, ok", "503 | 429 | 529 | failed attempts", 3));
  }

  @ParameterizedTest
  @MethodSource("lostWrites")
  void doesNotKnowOfAWriteWhatOnlyTheServerKnows(Way way, String script, String story, int requests)
      throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<?> outcome = way.run(forbear, Task.named("pay").write(), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo(story);
      assertThat(provider.requests()).hasSize(requests);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void sendsNothingMoreAfterTheLastAttempt(Way way) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, reset, 500")) {
      Outcome<?> outcome =
          way.run(forbear, Task.named("generate").repeatable(), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("503 | unknown_outcome | 500 | failed attempts");
      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  private static List<Arguments> cases(Row... rows) {
    return Stream.of(rows)
        .flatMap(row -> Way.drivers().stream()
            .map(way -> Arguments.of(way, row.script(), row.story(), row.requests())))
        .toList();
  }
}
