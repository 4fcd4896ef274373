package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Attempt;
import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nested tasks on real threads of every kind: one budget, and a stop that is a stop everywhere. */
class ThreadNestingTest {

  private final AtomicInteger sent = new AtomicInteger();
  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(3, 0, 0, 1))
      .deadline(Duration.ofSeconds(Bounded.SECONDS))
      .build();
  private final Task outer = Task.named("outer").repeatable();
  private final Task inner = Task.named("inner").repeatable();

  /** Ways to have something done on another thread; virtual threads where the JVM has them. */
  private enum Threads {
    PLATFORM,
    VIRTUAL;

    private void start(Runnable task) {
      if (this == PLATFORM) {
        new Thread(task).start();
      } else {
        startVirtualOrPlatform(task);
      }
    }

    <V> V call(Callable<V> callable) throws Exception {
      CompletableFuture<V> answer = new CompletableFuture<>();
      start(() -> {
        try {
          answer.complete(callable.call());
        } catch (Throwable thrown) {
          answer.completeExceptionally(thrown);
        }
      });
      return Bounded.get(answer);
    }
  }

  private static void startVirtualOrPlatform(Runnable task) {
    try {
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException | UnsupportedOperationException e) {
      new Thread(task).start();
    }
  }

  static List<Threads> threads() {
    return List.of(Threads.values());
  }

  @AfterEach
  void leavesNothing() {
    assertThat(Thread.interrupted()).isFalse();
    assertThat(forbear.lateAttempts()).isZero();
  }

  private String fail(Attempt attempt) throws IOException {
    sent.incrementAndGet();
    throw new IOException("lost");
  }

  private static EndReason reason(Outcome<?> outcome) {
    return ((Outcome.NoValue<?>) outcome).reason();
  }

  @ParameterizedTest
  @MethodSource("threads")
  void threeTimesThreeAreThreeRequestsOnAnyThread(Threads threads) throws Exception {
    Outcome<String> outcome = threads.call(() ->
        forbear.run(outer, attempt -> forbear.run(inner, this::fail).orElseThrow()));

    assertThat(sent).hasValue(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @MethodSource("threads")
  void aTaskOnAnotherThreadJoinsWhenItIsToldTheAttempt(Threads threads) {
    Outcome<String> outcome = forbear.run(
        outer,
        attempt ->
            threads.call(() -> forbear.run(inner.inside(attempt), this::fail).orElseThrow()));

    assertThat(sent).hasValue(3);
    assertThat(outcome.attempts()).isEqualTo(1);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  /** It has a budget of its own then; but exhausted there means exhausted here. */
  @ParameterizedTest
  @MethodSource("threads")
  void theStopOfATaskOnAnotherThreadStopsTheOuterOneEvenWhereItDidNotJoin(Threads threads) {
    Outcome<String> outcome = forbear.run(
        outer, attempt -> threads.call(() -> forbear.run(inner, this::fail).orElseThrow()));

    assertThat(sent).hasValue(3);
    assertThat(outcome.attempts()).isEqualTo(1);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
    assertThat(outcome.history().get(0).cause())
        .hasRootCauseInstanceOf(IOException.class)
        .satisfies(cause -> assertThat(cause.getCause()).isInstanceOf(ForbearException.class));
  }

  @Test
  void aTaskInsideAnIsolatedOneJoinsByItsThread() {
    Outcome<String> outcome =
        forbear.run(outer.isolated(), attempt -> forbear.run(inner, this::fail).orElseThrow());

    assertThat(sent).hasValue(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @Test
  void isolatedTasksInsideIsolatedOnesJoinToo() {
    Outcome<String> outcome = forbear.run(
        outer.isolated(),
        attempt -> forbear
            .run(
                inner.isolated(),
                nested -> forbear
                    .run(Task.named("innermost").repeatable(), this::fail)
                    .orElseThrow())
            .orElseThrow());

    assertThat(sent).hasValue(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @Test
  void anAsyncTaskInsideABlockingOneJoins() {
    Outcome<String> outcome = forbear.run(
        outer,
        attempt -> Bounded.get(forbear.runAsync(
                inner.inside(attempt),
                nested -> CompletableFuture.failedFuture(
                    new IOException("lost " + sent.incrementAndGet()))))
            .orElseThrow()
            .toString());

    assertThat(sent).hasValue(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @Test
  void concurrentTasksInsideOneAttemptShareItsBudget() {
    Outcome<String> outcome = forbear.run(outer.maxAttempts(10), attempt -> {
      List<CompletableFuture<Outcome<String>>> all = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        CompletableFuture<Outcome<String>> one = new CompletableFuture<>();
        new Thread(
                () -> one.complete(forbear.run(inner.maxAttempts(3).inside(attempt), this::fail)))
            .start();
        all.add(one);
      }
      for (CompletableFuture<Outcome<String>> one : all) {
        assertThat(reason(Bounded.get(one))).isEqualTo(EndReason.ATTEMPTS);
      }
      return all.get(0).join().orElseThrow();
    });

    assertThat(sent).hasValue(10);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @MethodSource("threads")
  void cuttingTheOuterAttemptEndsATaskThatJoinedItOnAnotherThread(Threads threads) {
    Forbear impatient = Forbear.builder()
        .policy(RetryPolicy.of(1, 0, 0, 1))
        .attemptTimeout(Duration.ofMillis(30))
        .build();
    CompletableFuture<Outcome<String>> ended = new CompletableFuture<>();

    Outcome<String> outcome = impatient.run(
        outer,
        attempt -> threads.call(() -> {
          // Its own guard is a minute away.
          ended.complete(forbear.run(inner.inside(attempt), nested -> {
            Bounded.await(new CountDownLatch(1));
            return "never";
          }));
          return "done";
        }));

    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
    assertThat(reason(ended
            .orTimeout(Bounded.SECONDS, java.util.concurrent.TimeUnit.SECONDS)
            .join()))
        .isEqualTo(EndReason.CANCELLED);
  }

  /** The executor that runs what a cut sets off may be slow; whoever begins a task meanwhile must see the cut himself. */
  @Test
  void aTaskBegunAfterTheCutSendsNothingEvenBeforeTheActionsOfTheCutHaveRun() {
    Forbear slow = Forbear.builder()
        .policy(RetryPolicy.of(1, 0, 0, 1))
        .attemptTimeout(Duration.ofMillis(10))
        .executor(held -> {})
        .build();

    Outcome<String> outcome = slow.run(outer, attempt -> {
      swallowTheCut(attempt);
      assertThat(reason(forbear.run(inner, this::fail))).isEqualTo(EndReason.CANCELLED);
      assertThat(reason(forbear
              .runAsync(
                  inner.inside(attempt), nested -> CompletableFuture.completedFuture(fail(nested)))
              .join()))
          .isEqualTo(EndReason.CANCELLED);
      return "too late";
    });

    assertThat(sent).hasValue(0);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @Test
  void aTaskBegunDeepInsideACutAttemptSendsNothingEvenBeforeTheActionsOfTheCutHaveRun() {
    Forbear slow = Forbear.builder()
        .policy(RetryPolicy.of(1, 0, 0, 1))
        .attemptTimeout(Duration.ofMillis(10))
        .executor(held -> {})
        .build();

    Outcome<String> outcome = slow.run(
        outer,
        attempt -> forbear
            .run(inner, middle -> {
              swallowTheCut(attempt);
              Task innermost = Task.named("innermost").repeatable();
              assertThat(reason(forbear.run(innermost, this::fail))).isEqualTo(EndReason.CANCELLED);
              assertThat(reason(forbear
                      .runAsync(
                          innermost.inside(middle),
                          nested -> CompletableFuture.completedFuture(fail(nested)))
                      .join()))
                  .isEqualTo(EndReason.CANCELLED);
              return "too late";
            })
            .orElseThrow());

    assertThat(sent).hasValue(0);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  private static void swallowTheCut(Attempt attempt) {
    Bounded.until("the attempt is cut", attempt::isCancelled);
    Bounded.until("its thread was interrupted", Thread::interrupted);
  }
}
