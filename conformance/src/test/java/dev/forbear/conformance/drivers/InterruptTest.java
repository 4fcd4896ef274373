package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskCounts;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.task.OutcomeKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupts and errors on real threads. */
class InterruptTest {

  private final TaskCounts counts = new TaskCounts();
  private final CountDownLatch failed = new CountDownLatch(1);
  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(3, 1, 1, 1))
      .deadline(Duration.ofSeconds(Bounded.SECONDS))
      .listener(counts)
      .listener(event -> {
        if (event instanceof TaskEvent.AttemptFailed) {
          failed.countDown();
        }
      })
      .build();
  private final Task task = Task.named("task").repeatable();

  /** A thread that runs a task and notes what is left on it. */
  private static final class Caller {

    private final CompletableFuture<Outcome<String>> outcome = new CompletableFuture<>();
    private final CompletableFuture<Boolean> flag = new CompletableFuture<>();
    private final Thread thread;

    Caller(Forbear forbear, Task task, dev.forbear.AttemptCall<String> call) {
      thread = new Thread(
          () -> {
            try {
              outcome.complete(forbear.run(task, call));
            } catch (Throwable thrown) {
              outcome.completeExceptionally(thrown);
            }
            flag.complete(Thread.currentThread().isInterrupted());
          },
          "caller");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @AfterEach
  void leavesNothingLate() {
    assertThat(Thread.interrupted()).isFalse();
    Bounded.until("nothing is late", () -> forbear.lateAttempts() == 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptEndsTheCallAndKeepsTheFlag(boolean isolated) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Caller caller = new Caller(forbear, isolated ? task.isolated() : task, attempt -> {
      begun.countDown();
      TimeUnit.SECONDS.sleep(Bounded.SECONDS);
      return "never";
    });
    Bounded.await(begun);

    caller.thread.interrupt();

    assertThat(Bounded.get(caller.outcome)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(Bounded.get(caller.flag)).isTrue();
    assertThat(counts.attempts()).isEqualTo(1);
    assertThat(counts.ended(OutcomeKind.CANCELLED)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anInterruptEndsAWaitAndKeepsTheFlagAndTheFailure(boolean isolated) throws Exception {
    ReplyException limited =
        new ReplyException(new ProviderReply(429, Map.of("retry-after", List.of("30")), ""));
    Caller caller = new Caller(forbear, isolated ? task.isolated() : task, attempt -> {
      throw limited;
    });
    Bounded.await(failed);
    Bounded.until("the caller waits", () -> isWaiting(caller.thread));

    caller.thread.interrupt();

    Outcome<String> outcome = Bounded.get(caller.outcome);
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(outcome.history()).extracting(attempt -> attempt.cause()).contains(limited);
    assertThat(Bounded.get(caller.flag)).isTrue();
    assertThat(counts.attempts()).isEqualTo(1);
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING
        || thread.getState() == Thread.State.WAITING;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsSentFromAThreadThatIsInterruptedAlready(boolean isolated) {
    AtomicInteger sent = new AtomicInteger();
    Thread.currentThread().interrupt();

    Outcome<Integer> outcome = forbear.run(
        isolated ? task.write().isolated() : task.write(), attempt -> sent.incrementAndGet());

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(outcome.attempts()).isZero();
    assertThat(((Outcome.NoValue<Integer>) outcome).ending().uncertain()).isFalse();
    assertThat(sent).hasValue(0);
  }

  @Test
  void anInterruptedExceptionOfTheCallIsACancelAndIsNeverRetried() {
    AtomicInteger sent = new AtomicInteger();

    Outcome<String> outcome = forbear.run(task, attempt -> {
      sent.incrementAndGet();
      throw new InterruptedException("somebody wants this to end");
    });

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(sent).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anErrorIsThrownOnAsItIsAndNeverRetried(boolean isolated) {
    AtomicInteger sent = new AtomicInteger();
    OutOfMemoryError error = new OutOfMemoryError("not really");

    assertThatThrownBy(() -> forbear.run(isolated ? task.isolated() : task, attempt -> {
          sent.incrementAndGet();
          throw error;
        }))
        .isSameAs(error);

    assertThat(sent).hasValue(1);
    assertThat(counts.tasks()).isEqualTo(1);
    assertThat(counts.ended(EndReason.PERMANENT)).isEqualTo(1);
  }

  @Test
  void anErrorThrownAfterTheCutIsThrownOnAndTheInterruptStaysInside() {
    AssertionError error = new AssertionError("after the cut");
    Forbear impatient = Forbear.builder()
        .policy(RetryPolicy.of(3, 1, 1, 1))
        .attemptTimeout(Duration.ofMillis(5))
        .listener(counts)
        .build();

    assertThatThrownBy(() -> impatient.run(task, attempt -> {
          while (!attempt.isCancelled()) {
            Thread.onSpinWait();
          }
          throw error;
        }))
        .isSameAs(error);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(counts.tasks()).isEqualTo(1);
  }

  @Test
  void theGuardCutsAWaitingCallAndTheCallerGoesOnUninterrupted() {
    Forbear impatient = Forbear.builder()
        .policy(RetryPolicy.of(100, 1, 1, 1)) // on a busy machine a third attempt may be cut too
        .attemptTimeout(Duration.ofMillis(20))
        .build();

    Outcome<String> outcome = impatient.run(task, attempt -> {
      if (attempt.number() < 3) {
        TimeUnit.SECONDS.sleep(Bounded.SECONDS);
      }
      return "third time";
    });

    assertThat(outcome.orElseThrow()).isEqualTo("third time");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(outcome.history())
        .allSatisfy(attempt -> assertThat(attempt.facts().durationMs()).isGreaterThanOrEqualTo(20));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTokenEndsTheCallWithoutAnInterruptForTheCaller(boolean isolated) throws Exception {
    CancelToken token = new CancelToken();
    CountDownLatch begun = new CountDownLatch(1);
    Task cancellable = task.cancelledBy(token);
    Caller caller =
        new Caller(forbear, isolated ? cancellable.isolated() : cancellable, attempt -> {
          begun.countDown();
          TimeUnit.SECONDS.sleep(Bounded.SECONDS);
          return "never";
        });
    Bounded.await(begun);

    token.cancel();

    assertThat(Bounded.get(caller.outcome)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(Bounded.get(caller.flag)).isFalse();
    assertThat(counts.attempts()).isEqualTo(1);
  }

  @Test
  void aTokenEndsTheWaitOfABlockingTask() throws Exception {
    CancelToken token = new CancelToken();
    ReplyException limited =
        new ReplyException(new ProviderReply(429, Map.of("retry-after", List.of("30")), ""));
    Caller caller = new Caller(forbear, task.cancelledBy(token), attempt -> {
      throw limited;
    });
    Bounded.await(failed);
    Bounded.until("the caller waits", () -> isWaiting(caller.thread));

    token.cancel();

    assertThat(Bounded.get(caller.outcome)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(Bounded.get(caller.flag)).isFalse();
  }
}
