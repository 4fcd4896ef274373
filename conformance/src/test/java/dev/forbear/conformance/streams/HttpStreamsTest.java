package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.StreamParts;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.classify.FailureClass;
import dev.forbear.http.HttpStreams;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.providers.Providers;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamPart;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.time.TimeSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams over real HTTP: what the server sees, and what the consumer is told. */
@Timeout(120)
class HttpStreamsTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long SLACK_MS = 100;

  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(3, 1, 1, 1))
      .classifier(Providers.any())
      .build();
  private final Task task = Task.named("stream").repeatable().deadline(Duration.ofSeconds(20));

  private TaskStream stream(Task some, URI uri) {
    HttpRequest request =
        HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString("{}")).build();
    return forbear.stream(some, HttpStreams.of(CLIENT, request, StreamFormats.openAiChat()));
  }

  private static Outcome<StreamResult> read(TaskStream stream, StringBuilder text) {
    return stream.forEach(part -> text.append(Reader.line(part)));
  }

  @Test
  void readsAWholeAnswerAndUsesTheConnectionAgain() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(Hel, lo, done) x5")) {
      for (int i = 0; i < 5; i++) {
        StringBuilder text = new StringBuilder();

        Outcome<StreamResult> outcome = read(stream(task, provider.uri()), text);

        assertThat(text).hasToString("Hello");
        assertThat(outcome.orElseThrow().text()).isEqualTo("Hello");
      }
      assertThat(provider.requests()).hasSize(5);
    }
  }

  @Test
  void callsAnAnswerCutOffWhicheverWayTheBodyEnds() {
    for (String end : List.of("end", "break", "reset")) {
      try (ScriptedProvider provider =
          ScriptedProvider.playing("stream(Hel, lo) every 5ms then " + end)) {
        StringBuilder text = new StringBuilder();

        Outcome<StreamResult> outcome = read(stream(task, provider.uri()), text);

        assertThat(outcome).as(end).isInstanceOf(Outcome.Partial.class);
        Outcome.NoValue<StreamResult> partial = (Outcome.NoValue<StreamResult>) outcome;
        assertThat(partial.ending().failureClass())
            .as(end)
            .isEqualTo(FailureClass.STREAM_INTERRUPTED);
        assertThat(text).hasToString("Hello");
        assertThat(provider.requests()).hasSize(1);
      }
    }
  }

  @Test
  void repeatsWhatBrokeBeforeTheAnswerAndNothingAfterIt() {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("503, stream(meta) then break, stream(ok, done)")) {
      StringBuilder text = new StringBuilder();

      Outcome<StreamResult> outcome = read(stream(task, provider.uri()), text);

      assertThat(text).hasToString("ok");
      assertThat(outcome.attempts()).isEqualTo(3);
      assertThat(outcome.history())
          .extracting(failed -> failed.facts().failure().failureClass())
          .containsExactly(FailureClass.UNAVAILABLE, FailureClass.STREAM_INTERRUPTED);
    }
  }

  @Test
  void judgesAnErrorEventByTheRulesForReplies() {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("stream(error:529), stream(a, b, error:529)")) {
      StringBuilder text = new StringBuilder();

      Outcome<StreamResult> outcome = read(stream(task, provider.uri()), text);

      assertThat(text).hasToString("ab");
      assertThat(outcome).isInstanceOf(Outcome.Partial.class);
      assertThat(outcome.history())
          .extracting(failed -> failed.facts().failure().failureClass())
          .containsExactly(FailureClass.OVERLOADED, FailureClass.OVERLOADED);
    }
  }

  @Test
  void endsByTheDeadlineAndHangsUpWhereTheServerFallsSilent() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(a) then hang")) {
      StringBuilder text = new StringBuilder();

      Outcome<StreamResult> outcome =
          read(stream(task.deadline(Duration.ofMillis(400)), provider.uri()), text);

      Outcome.NoValue<StreamResult> partial = (Outcome.NoValue<StreamResult>) outcome;
      assertThat(partial).isInstanceOf(Outcome.Partial.class);
      assertThat(partial.report().elapsedMs()).isBetween(400.0, 400.0 + SLACK_MS);
      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @Test
  void endsByTheIdleLimitWhereTheServerFallsSilent() throws Exception {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("stream(a, b) every 10ms then hang")) {
      StringBuilder text = new StringBuilder();

      Outcome<StreamResult> outcome =
          read(stream(task.idleTimeout(Duration.ofMillis(300)), provider.uri()), text);

      assertThat(outcome).isInstanceOf(Outcome.Partial.class);
      assertThat(text).hasToString("ab");
      assertThat(outcome.history().get(0).cause()).hasMessage("nothing came for 300 ms");
      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @Test
  void hangsUpWhereTheConsumerLeaves() throws Exception {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("stream(a, b, c) every 50ms then hang")) {
      TaskStream stream = stream(task, provider.uri());

      long leftAtNanos;
      try (StreamParts parts = stream.parts()) {
        assertThat(parts.next()).isEqualTo(new StreamPart.Text("a"));
        leftAtNanos = System.nanoTime();
      }

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
      long seenNanos = provider.requests().get(0).hungUpAtNanos().orElseThrow() - leftAtNanos;
      // The scripted provider notices at its next chunk at the latest.
      assertThat(TimeUnit.NANOSECONDS.toMillis(seenNanos)).isLessThan(50 + SLACK_MS);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @Test
  void hangsUpBeforeTheAnswerToo() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang")) {
      TaskStream stream = stream(task, provider.uri());
      stream.subscribe(new Reader(Long.MAX_VALUE));
      assertThat(provider.awaitRequests(1, PATIENCE)).isTrue();

      stream.outcome().cancel(true);

      assertThat(provider.awaitHangUp(0, PATIENCE)).isTrue();
    }
  }

  @Test
  void readsInStepWithASlowConsumer() {
    String words = IntStream.range(0, 400).mapToObj(i -> "w" + i).collect(Collectors.joining(", "));
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(" + words + ", done)")) {
      List<String> heard = new ArrayList<>();

      Outcome<StreamResult> outcome = stream(task, provider.uri()).forEach(part -> {
        heard.add(Reader.line(part));
        Thread.onSpinWait();
      });

      assertThat(outcome).isInstanceOf(Outcome.Success.class);
      assertThat(heard)
          .containsExactlyElementsOf(
              IntStream.range(0, 400).mapToObj(i -> "w" + i).toList());
    }
  }

  @Test
  void tellsAnAnswerThatIsNoStreamFromOne() {
    try (ScriptedProvider provider = ScriptedProvider.playing("401")) {
      StringBuilder text = new StringBuilder();

      Outcome<StreamResult> outcome = read(stream(task, provider.uri()), text);

      assertThat(((Outcome.NoValue<StreamResult>) outcome).ending().failureClass())
          .isEqualTo(FailureClass.AUTH);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @Test
  void sendsTheKeyOfAWriteOnEveryAttempt() {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, stream(ok, done)")) {
      read(stream(task.write("op-1"), provider.uri()), new StringBuilder());

      assertThat(provider.requests())
          .allSatisfy(
              request -> assertThat(request.header("idempotency-key")).containsExactly("op-1"));
    }
  }

  @Test
  void leavesNoAlarmBehind() {
    try (ScriptedProvider provider =
        ScriptedProvider.playing("stream(a, done), stream(a) then break, stream(a) then end")) {
      int before = TimeSource.system().pendingAlarms();
      for (int i = 0; i < 3; i++) {
        try {
          read(stream(task, provider.uri()), new StringBuilder()).orElseThrow();
        } catch (ForbearException expected) {
          assertThat(i).isPositive();
        }
      }

      long startNanos = System.nanoTime();
      while (TimeSource.system().pendingAlarms() > before
          && System.nanoTime() - startNanos < PATIENCE.toNanos()) {
        Thread.onSpinWait();
      }
      assertThat(TimeSource.system().pendingAlarms()).isLessThanOrEqualTo(before);
    }
  }
}
