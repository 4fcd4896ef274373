package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.AttemptCall;
import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.ScriptedReply;
import dev.forbear.testkit.Trace;
import dev.forbear.testkit.VirtualTime;
import dev.forbear.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One task in virtual time, set up once and carried out by either driver.
 *
 * <p>What must hold after every task is checked after every one: a single end told last, nothing armed, nothing late.
 */
final class Play {

  /** Three attempts; waits of 250 and 500 ms at a chance of one half; 200 ms to be worth starting. */
  static final RetryPolicy POLICY = RetryPolicy.of(3, 500, 8000, 200);

  private final Driver driver;
  private final VirtualTime time = new VirtualTime();
  private final List<TaskEvent> events = new ArrayList<>();
  private final List<TimeSource.Alarm> happenings = new ArrayList<>();
  private final CancelToken token = new CancelToken();
  private Forbear.Builder builder;
  private Task task = Task.named("task").repeatable().deadline(Duration.ofSeconds(20));
  private boolean showTargets;
  private @Nullable CompletableFuture<?> future;

  private Play(Driver driver) {
    this.driver = driver;
    this.builder = Forbear.builder()
        .policy(POLICY)
        .timeSource(time)
        .random(() -> 0.5)
        .executor(Runnable::run)
        .listener(events::add);
  }

  /** What is known of a task that has ended. */
  record Seen(
      @Nullable Outcome<?> outcome,
      String trace,
      List<TaskEvent> events,
      List<ScriptedCall.Made> made,
      boolean interrupted) {

    Outcome<?> ended() {
      if (outcome == null) {
        throw new AssertionError("the future was cancelled");
      }
      return outcome;
    }

    Outcome.NoValue<?> noValue() {
      return (Outcome.NoValue<?>) ended();
    }
  }

  static Play with(Driver driver) {
    return new Play(driver);
  }

  VirtualTime time() {
    return time;
  }

  CancelToken token() {
    return token;
  }

  Play forbear(UnaryOperator<Forbear.Builder> change) {
    builder = change.apply(builder);
    return this;
  }

  Play task(UnaryOperator<Task> change) {
    task = change.apply(task);
    return this;
  }

  Play deadlineMs(long deadlineMs) {
    return task(any -> any.deadline(Duration.ofMillis(deadlineMs)));
  }

  Play attemptTimeoutMs(long timeoutMs) {
    return forbear(any -> any.attemptTimeout(Duration.ofMillis(timeoutMs)));
  }

  /** Puts the name of its target behind each attempt of the trace. */
  Play showingTargets() {
    showTargets = true;
    return this;
  }

  /** At that time something happens; not at all when the task has ended before. */
  Play at(double atMs, Runnable happening) {
    happenings.add(time.alarm((long) (atMs * 1e6), () -> {
      if (future == null || !future.isDone()) {
        happening.run();
      }
    }));
    return this;
  }

  Play cancelledAt(double atMs) {
    return task(any -> any.cancelledBy(token)).at(atMs, token::cancel);
  }

  /** The caller's thread, which is the one this runs on. */
  Play interruptedAt(double atMs) {
    return at(atMs, () -> Thread.currentThread().interrupt());
  }

  Play futureCancelledAt(double atMs) {
    return at(atMs, () -> {
      if (future != null) {
        future.cancel(true);
      }
    });
  }

  Seen play(String script) {
    ScriptedCall call = new ScriptedCall(Script.parse(script), time);
    return play(call.blocking(), call.async(), call);
  }

  Seen play(
      AttemptCall<ScriptedReply> blocking,
      AsyncAttemptCall<ScriptedReply> async,
      @Nullable ScriptedCall script) {
    Trace trace = new Trace(showTargets);
    Forbear forbear = builder.listener(trace).build();
    Outcome<?> outcome = driver == Driver.BLOCKING
        ? forbear.run(task, blocking)
        : await(forbear.runAsync(task, async));
    boolean interrupted = Thread.interrupted();
    happenings.forEach(TimeSource.Alarm::cancel);
    Seen seen = new Seen(
        outcome,
        trace.toString(),
        List.copyOf(events),
        script == null ? List.of() : script.made(),
        interrupted);
    checkWhatAlwaysHolds(forbear, seen);
    return seen;
  }

  private @Nullable Outcome<?> await(CompletableFuture<? extends Outcome<?>> started) {
    future = started;
    time.runUntilIdle();
    assertThat(started).as("nothing is left to happen, so the task has ended").isDone();
    return started.isCancelled() ? null : started.join();
  }

  /** For a task that has thrown an error, so that there is no outcome to look at. */
  void checkThatItHasEndedOnce() {
    happenings.forEach(TimeSource.Alarm::cancel);
    assertThat(time.pendingAlarms()).as("alarms left armed").isZero();
    assertThat(events).filteredOn(TaskEvent.TaskEnded.class::isInstance).hasSize(1);
    assertThat(events.get(events.size() - 1)).isInstanceOf(TaskEvent.TaskEnded.class);
  }

  private void checkWhatAlwaysHolds(Forbear forbear, Seen seen) {
    assertThat(time.pendingAlarms()).as("alarms left armed").isZero();
    assertThat(forbear.lateAttempts()).as("attempts still running").isZero();
    List<TaskEvent> ofTheTask = seen.events.stream()
        .filter(event -> !(event instanceof TaskEvent.LateAttemptEnded))
        .toList();
    assertThat(ofTheTask).filteredOn(TaskEvent.TaskEnded.class::isInstance).hasSize(1);
    TaskEvent.TaskEnded last = (TaskEvent.TaskEnded) ofTheTask.get(ofTheTask.size() - 1);
    assertThat(ofTheTask)
        .filteredOn(TaskEvent.AttemptStarted.class::isInstance)
        .as("attempts told are attempts counted")
        .hasSize(last.attempts());
    if (seen.outcome != null) {
      assertThat(seen.outcome.attempts()).isEqualTo(last.attempts());
      long failed =
          ofTheTask.stream().filter(TaskEvent.AttemptFailed.class::isInstance).count();
      assertThat(seen.outcome.history()).as("failures told are failures kept").hasSize((int)
          failed);
    }
  }
}
