package dev.forbear.testkit;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import dev.forbear.task.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Plays a scenario on the real machine and a real driver, in virtual time. */
public final class Rehearsal {

  /** Which driver carries the task out; all of them take the same course. */
  public enum Driver {
    /** The caller's thread; a stream's parts are given to a callback on it. */
    BLOCKING,
    /** No thread; a stream's parts are given to a subscriber. */
    ASYNC
  }

  /**
   * The course a task took. Times are milliseconds since its start.
   *
   * @param startsMs when each attempt was dispatched
   * @param waitsMs the waits that were scheduled; 0 for a move to the next target
   * @param targets where each attempt went
   * @param keys the operation key of each attempt; empty for an operation without one
   * @param upstreamAbortedAtMs when running attempts were closed
   * @param ending how it ended
   * @param elapsedMs when it ended
   * @param trace the course as one line
   * @param text what a stream has handed out, with tool bytes as {@code <tool:bytes>}; empty without a stream
   * @param events {@code discard:} with the text the consumer had to drop; empty without a stream
   */
  public record Course(
      List<Double> startsMs,
      List<Double> waitsMs,
      List<String> targets,
      List<String> keys,
      List<Double> upstreamAbortedAtMs,
      Ending ending,
      double elapsedMs,
      String trace,
      String text,
      List<String> events) {}

  /** Notes what the events say. */
  private static final class Notes implements TaskListener {

    private final List<Double> startsMs = new ArrayList<>();
    private final List<Double> waitsMs = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();
    private @Nullable Ending ending;
    private double elapsedMs;

    @Override
    public void on(TaskEvent event) {
      if (event instanceof TaskEvent.AttemptStarted started) {
        boolean moved =
            !targets.isEmpty() && !targets.get(targets.size() - 1).equals(started.target());
        if (moved) {
          waitsMs.add(0.0);
        }
        startsMs.add(started.atMs());
        targets.add(started.target());
      } else if (event instanceof TaskEvent.AttemptFailed failed
          && failed.next() instanceof Step.Wait wait) {
        waitsMs.add(wait.delayMs());
      } else if (event instanceof TaskEvent.TaskEnded ended) {
        ending = ended.ending();
        elapsedMs = ended.elapsedMs();
      }
    }
  }

  /** Plays the scenario once by the rules that hold for every provider, which read no bodies. */
  public static Course play(Scenario scenario, Driver driver) {
    return play(scenario, driver, FailureClassifier.defaults(), event -> {});
  }

  /**
   * Plays the scenario once.
   *
   * @param classifier tells what the scripted failures mean
   * @param listener is told what happens
   * @throws IllegalArgumentException when the script has no reply for an attempt, or a value of the scenario is out of range
   */
  public static Course play(
      Scenario scenario, Driver driver, FailureClassifier classifier, TaskListener listener) {
    VirtualTime time = new VirtualTime(scenario.nowEpochMs());
    ScriptedCall call = new ScriptedCall(scenario.script(), time);
    Notes notes = new Notes();
    Trace trace = new Trace(scenario.namesTargets());
    CancelToken token = new CancelToken();
    Forbear forbear = forbear(scenario, time, classifier, List.of(notes, trace, listener));
    Task task = Task.named("rehearsal")
        .with(scenario.operation())
        .deadline(duration(scenario.deadlineMs()))
        .cancelledBy(token);
    scenario
        .cancelAtMs()
        .ifPresent(atMs -> time.alarm((long) Math.ceil(atMs * 1e6), token::cancel));
    Heard heard = new Heard();
    CompletableFuture<?> outcome = scenario.streaming().isEmpty()
        ? run(forbear, task, call, driver)
        : stream(
            forbear.stream(scenario.streaming().get().applyTo(task), call.streaming()),
            heard,
            driver);
    if (driver == Driver.ASYNC) {
      time.runUntilIdle();
    }
    if (!outcome.isDone()) {
      throw new IllegalStateException(
          "nothing left to happen, and the task has not ended: " + trace);
    }
    // A scripted interrupt is kept by the driver, as it must be; this thread goes on to the next
    // scenario.
    boolean unused = Thread.interrupted();
    if (!call.missing().isEmpty()) {
      throw new IllegalArgumentException(call.missing() + "; add one, or allow fewer attempts");
    }
    return course(call, notes, trace, heard);
  }

  private static CompletableFuture<?> run(
      Forbear forbear, Task task, ScriptedCall call, Driver driver) {
    return driver == Driver.BLOCKING
        ? CompletableFuture.completedFuture(forbear.run(task, call.blocking()))
        : forbear.runAsync(task, call.async());
  }

  private static CompletableFuture<?> stream(TaskStream stream, Heard heard, Driver driver) {
    if (driver == Driver.BLOCKING) {
      stream.forEach(heard);
    } else {
      stream.subscribe(heard);
    }
    return stream.outcome();
  }

  private static Forbear forbear(
      Scenario scenario,
      VirtualTime time,
      FailureClassifier classifier,
      List<TaskListener> listeners) {
    Forbear.Builder builder = Forbear.builder()
        .classifier(classifier)
        .policy(scenario.policy())
        .targets(scenario.targets())
        .admission(
            (task, target) -> scenario.full().contains(target) ? EndReason.CONCURRENCY : null)
        .timeSource(time)
        .random(scenario::random)
        .executor(Runnable::run);
    listeners.forEach(builder::listener);
    if (Double.isFinite(scenario.attemptTimeoutMs())) {
      builder.attemptTimeout(duration(scenario.attemptTimeoutMs()));
    }
    if (Double.isFinite(scenario.maxHintMs())) {
      builder.maxRetryAfter(duration(scenario.maxHintMs()));
    }
    return builder.build();
  }

  private static Course course(ScriptedCall call, Notes notes, Trace trace, Heard heard) {
    List<String> keys = new ArrayList<>();
    List<Double> abortedAtMs = new ArrayList<>();
    for (ScriptedCall.Made made : call.made()) {
      if (made.key() != null) {
        keys.add(made.key());
      }
      if (!Double.isNaN(made.abortedAtMs())) {
        abortedAtMs.add(made.abortedAtMs());
      }
    }
    return new Course(
        List.copyOf(notes.startsMs),
        List.copyOf(notes.waitsMs),
        List.copyOf(notes.targets),
        keys,
        abortedAtMs,
        Objects.requireNonNull(notes.ending, "the task did not end: " + trace),
        notes.elapsedMs,
        trace.toString(),
        heard.text(),
        heard.events());
  }

  private static Duration duration(double ms) {
    return Duration.ofNanos((long) (ms * 1e6));
  }

  private Rehearsal() {}
}
