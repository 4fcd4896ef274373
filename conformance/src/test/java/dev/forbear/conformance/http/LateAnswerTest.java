package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An answer that comes after its attempt was cut changes nothing. */
final class LateAnswerTest {

  private static final Duration ATTEMPT = Duration.ofMillis(600);

  private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
  private final Forbear forbear =
      Wire.threeAttempts().attemptTimeout(ATTEMPT).listener(events::add).build();
  private final Task task = Task.named("generate").repeatable();

  @BeforeAll
  static void loadTheClasses() {
    Wire.loadTheClasses();
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void isNotWaitedForAndTheServerKnows(Way way) throws Exception {
    Script script = Script.of(
        ScriptedReply.ok("late").withDelay(Duration.ofSeconds(5)), ScriptedReply.ok("prompt"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<HttpResponse<String>> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("timeout | ok");
      assertThat(outcome.orElseThrow().body()).isEqualTo("prompt");
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertThat(provider.requests()).extracting(ArrivedRequest::connection).containsExactly(1, 2);
      assertThat(Wire.leavesNothing(forbear)).isTrue();
      assertOneEnd();
    }
  }

  @Test
  void isIgnoredWhereItComesAllTheSame() throws Exception {
    CountDownLatch isLate = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> first = new CompletableFuture<>();

    try (ScriptedProvider provider = ScriptedProvider.answering((index, request) -> {
      if (index > 0) {
        return ScriptedReply.ok("prompt");
      }
      awaitQuietly(isLate);
      return ScriptedReply.ok("late");
    })) {
      Outcome<HttpResponse<String>> outcome = forbear
          .runAsync(task, attempt -> {
            CompletableFuture<HttpResponse<String>> exchange =
                Wire.CLIENT.sendAsync(Wire.post(provider.uri()), BodyHandlers.ofString());
            if (attempt.number() == 1) {
              var unused = exchange.thenAccept(first::complete);
            }
            return uncancellable(exchange);
          })
          .get();

      assertThat(Story.of(outcome)).isEqualTo("timeout | ok");
      assertThat(outcome.orElseThrow().body()).isEqualTo("prompt");
      assertThat(forbear.lateAttempts()).isEqualTo(1);
      isLate.countDown();
      assertThat(first.get().body()).isEqualTo("late");
      assertThat(Wire.leavesNothing(forbear)).isTrue();
      assertThat(outcome.orElseThrow().body()).isEqualTo("prompt");
      assertThat(provider.requests()).hasSize(2);
      assertOneEnd();
      assertThat(Wire.eventually(() -> events.stream()
              .anyMatch(event -> event instanceof TaskEvent.LateAttemptEnded late
                  && late.attempt() == 1
                  && late.lateMs() > 0)))
          .isTrue();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A stage that is no future of the client's: whoever cancels it reaches nothing. */
  private static <T> CompletionStage<T> uncancellable(CompletableFuture<T> exchange) {
    return exchange.copy().minimalCompletionStage();
  }

  private void assertOneEnd() {
    assertThat(events.stream().filter(TaskEvent.TaskEnded.class::isInstance)).hasSize(1);
    assertThat(events.stream().filter(TaskEvent.AttemptStarted.class::isInstance))
        .hasSize(2);
    assertThat(events.stream().filter(TaskEvent.AttemptFailed.class::isInstance))
        .hasSize(1);
  }
}
