package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Calls that ignore interrupts: an isolated task leaves them behind, and counts them until they have really ended. */
class IsolationTest {

  /** On a busy machine a thread may begin so late that an attempt meant to answer is cut as well. */
  private static final int ATTEMPTS = 100;

  private final List<TaskEvent> events = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  private Forbear.Builder builder() {
    return Forbear.builder().policy(RetryPolicy.of(ATTEMPTS, 1, 1, 1)).listener(events::add);
  }

  /** Deaf: returns when it is released, not before. */
  private String deaf() {
    boolean released = false;
    while (!released) {
      try {
        Bounded.await(release);
        released = true;
      } catch (InterruptedException e) {
        // Goes on waiting.
      }
    }
    return "too late";
  }

  @Test
  void releasesTheCallerAtTheDeadlineFromACallThatIgnoresInterrupts() {
    Forbear forbear = builder().build();
    Task task = Task.named("task").isolated().deadline(Duration.ofMillis(50));

    Outcome<String> outcome = forbear.run(task, attempt -> deaf());

    // The call has not been released yet, so only the deadline can have ended this.
    assertThat(((Outcome.NoValue<String>) outcome).reason()).isEqualTo(EndReason.UNSAFE);
    assertThat(((Outcome.NoValue<String>) outcome).report().elapsedMs()).isGreaterThanOrEqualTo(50);
    assertThat(Thread.interrupted()).isFalse();
    release.countDown();
    Bounded.until("the call has ended", () -> forbear.lateAttempts() == 0);
  }

  @Test
  void countsAnAttemptThatWasLeftBehindUntilItHasReallyEnded() {
    Forbear forbear = builder().attemptTimeout(Duration.ofMillis(20)).build();
    Task task = Task.named("task").repeatable().isolated();

    Outcome<String> outcome =
        forbear.run(task, attempt -> attempt.number() < 3 ? deaf() : "third time");

    assertThat(outcome.orElseThrow()).isEqualTo("third time");
    Bounded.until("the two deaf ones are late", () -> forbear.lateAttempts() == 2);
    assertThat(ended()).noneMatch(late -> late.attempt() < 3);

    release.countDown();

    Bounded.until("both have ended", () -> forbear.lateAttempts() == 0);
    Bounded.until("both were told", () -> endedOf(1) && endedOf(2));
    assertThat(ended()).allSatisfy(late -> assertThat(late.lateMs()).isNotNegative());
  }

  private boolean endedOf(int attempt) {
    return ended().stream().filter(late -> late.attempt() == attempt).count() == 1;
  }

  private List<TaskEvent.LateAttemptEnded> ended() {
    return events.stream()
        .filter(TaskEvent.LateAttemptEnded.class::isInstance)
        .map(TaskEvent.LateAttemptEnded.class::cast)
        .toList();
  }

  @Test
  void releasesAnInterruptedCallerFromACallThatIgnoresInterrupts() throws Exception {
    Forbear forbear = builder().build();
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Outcome<String>> ended = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread caller = new Thread(() -> {
      ended.complete(forbear.run(Task.named("task").isolated(), attempt -> {
        begun.countDown();
        return deaf();
      }));
      flag.complete(Thread.currentThread().isInterrupted());
    });
    caller.start();
    Bounded.await(begun);

    caller.interrupt();

    assertThat(Bounded.get(ended)).isInstanceOf(Outcome.Cancelled.class);
    assertThat(Bounded.get(flag)).isTrue();
    assertThat(forbear.lateAttempts()).isEqualTo(1);
    release.countDown();
    Bounded.until("the call has ended", () -> forbear.lateAttempts() == 0);
    Bounded.join(caller);
  }

  @Test
  void interruptsTheThreadOfACallThatListens() {
    Forbear forbear = builder().attemptTimeout(Duration.ofMillis(20)).build();

    Outcome<String> outcome = forbear.run(Task.named("task").repeatable().isolated(), attempt -> {
      if (attempt.number() == 1) {
        Bounded.await(release);
      }
      return "second time";
    });

    assertThat(outcome.orElseThrow()).isEqualTo("second time");
    Bounded.until("the first has ended", () -> forbear.lateAttempts() == 0);
  }

  /** Threads are used again; neither the next call nor a listener may find the interrupt of the call before. */
  @Test
  void leavesNoInterruptOnTheThreadOfACallThatWasCut() {
    AtomicBoolean dirty = new AtomicBoolean();
    Forbear forbear = builder()
        .attemptTimeout(Duration.ofMillis(3))
        .listener(event -> {
          if (Thread.currentThread().isInterrupted()) {
            dirty.set(true);
          }
        })
        .build();

    for (int round = 0; round < 100; round++) {
      forbear.run(Task.named("task").repeatable().isolated().maxAttempts(2), attempt -> {
        if (Thread.currentThread().isInterrupted() && !attempt.isCancelled()) {
          dirty.set(true);
        }
        while (!attempt.isCancelled()) {
          Thread.onSpinWait();
        }
        return "cut";
      });
    }

    assertThat(dirty).isFalse();
    Bounded.until("all have ended", () -> forbear.lateAttempts() == 0);
  }
}
