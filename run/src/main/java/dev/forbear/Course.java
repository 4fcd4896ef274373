package dev.forbear;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.event.TaskEvent;
import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamCutException;
import dev.forbear.task.AfterCommit;
import dev.forbear.task.AttemptRecord;
import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.task.TaskMachine;
import dev.forbear.task.TaskRules;
import dev.forbear.time.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One task under way: its machine, and what the machine is not told: clock, chance, classifier, budget, listeners.
 *
 * <p>A driver makes a signal of what happened, hands it to {@link #on}, tells the listeners and carries out the step. What
 * belongs to users (clock, chance, classifier, admission) is called while making a signal, never in {@link #on} or {@link
 * #announce}, so a driver with several threads can hold a lock around those. What users throw, errors included, never gets
 * past here: a classifier that throws makes the failure permanent, a listener is logged, a clock stands still, chance takes
 * the longest wait, an admission admits.
 */
final class Course {

  private static final double LONGEST_WAIT = Math.nextDown(1.0);

  private final Forbear forbear;
  private final Task task;
  private final TaskRules rules;
  private final TaskMachine machine;
  private final TaskClock clock;
  private final double deadlineMs;

  /** The attempt whose deadline and budget it joins; null for none. */
  private final @Nullable Attempt parent;

  /** Attempts left to this task and all that share its budget; the first of a task without a parent is taken already. */
  private final AtomicLong budget;

  /** Whether the first request costs nothing: it was paid with the budget, or is the request of the attempt around it. */
  private boolean firstIsPaid;

  private @Nullable List<FailedAttempt> history;

  /** What a stream has delivered when it is asked, after which it delivers no more. */
  private Supplier<@Nullable StreamResult> delivered = () -> null;

  /** Where a provider would continue what was delivered; null where it would not. */
  private volatile @Nullable String cursor;

  /**
   * A task that has not begun.
   *
   * @param parent the attempt whose deadline and budget it joins; null for none
   */
  Course(Forbear forbear, Task task, @Nullable Attempt parent) {
    this.forbear = forbear;
    this.task = task;
    this.parent = parent;
    this.rules = forbear.rulesFor(task);
    this.clock = new TaskClock(forbear);
    if (parent == null) {
      this.deadlineMs = forbear.deadlineMs(task);
      this.budget = new AtomicLong(rules.policy().maxAttempts() - 1);
      this.firstIsPaid = true;
    } else {
      this.deadlineMs = Math.min(forbear.deadlineMs(task), parent.course().remainingMs());
      this.budget = parent.course().budget;
      this.firstIsPaid = parent.tryRide();
    }
    this.machine = new TaskMachine(rules, task.operation(), deadlineMs);
  }

  /** Says who knows what was delivered; before the start. */
  void deliveredBy(Supplier<@Nullable StreamResult> deliverer) {
    delivered = deliverer;
  }

  /** What was delivered can be continued there. */
  void resumeAt(String position) {
    if (resumes()) {
      cursor = position;
    }
  }

  /** Where to continue what was delivered; null to begin. */
  @Nullable
  String cursor() {
    return cursor;
  }

  boolean resumes() {
    return rules.afterCommit() == AfterCommit.RESUME;
  }

  // What happened, as a signal

  Signal succeeded(Attempt attempt) {
    if (forbear.hasListeners()) {
      clock.nowMs(); // they are told when it ended; nobody else needs to know
    }
    return new Signal.Succeeded(attempt.number());
  }

  Signal failure(Attempt attempt, Throwable thrown) {
    if (thrown instanceof InterruptedException || thrown instanceof CancellationException) {
      // Whatever a classifier would say: somebody wants this to end.
      return cancelledDuring(attempt);
    }
    if (thrown instanceof StreamTimeout) {
      return timeout(attempt);
    }
    ForbearException inner = Causes.innerStop(thrown);
    return inner == null
        ? new Signal.Failed(
            attempt.number(), classify(thrown), clock.nowMs(), random(), budget.get())
        : new Signal.InnerStopped(attempt.number(), inner.ending(), clock.nowMs());
  }

  Signal timeout(Attempt attempt) {
    return Signal.timedOut(attempt.number(), clock.nowMs(), random(), budget.get());
  }

  /** The caller went away while the attempt was in flight. */
  Signal cancelledDuring(Attempt attempt) {
    return Signal.cancelledDuring(attempt.number(), clock.nowMs());
  }

  /** The attempt threw an {@link Error}, which is never retried whatever a classifier says. */
  Signal fatal(Attempt attempt) {
    return Signal.fatal(attempt.number(), clock.nowMs());
  }

  /** The wait until that time is over. */
  Signal waited(int afterAttempt, long atNanos) {
    return new Signal.WaitOver(afterAttempt, clock.afterWaitMs(atNanos));
  }

  /** After a wait of zero: no time has passed, so the clock is not read. */
  Signal notWaited(int afterAttempt) {
    return new Signal.WaitOver(afterAttempt, clock.lastMs());
  }

  /** The caller does not want the task any more, and no attempt is in flight. */
  Signal cancelled() {
    return new Signal.Cancelled(clock.nowMs());
  }

  Signal refused(Step.Send send, EndReason reason) {
    return new Signal.Refused(send.attempt(), reason, clock.lastMs());
  }

  private Classified classify(Throwable thrown) {
    if (thrown instanceof StreamCutException) {
      return Signal.STREAM_CUT;
    }
    if (thrown instanceof MalformedStreamException) {
      return Signal.STREAM_MALFORMED;
    }
    try {
      Classified verdict = forbear.classifier().classify(thrown, forbear.epochMillis());
      Objects.requireNonNull(verdict, "the classifier answered null");
      // An error event within a 200, to a classifier that reads no bodies: it has failed all the
      // same.
      return verdict.failureClass() == FailureClass.SUCCESS ? Signal.FAILED_SUCCESS : verdict;
    } catch (Throwable broken) {
      if (broken != thrown) {
        thrown.addSuppressed(broken);
      }
      String rule = "the classifier threw " + broken.getClass().getName();
      return Classified.of(FailureClass.PROTOCOL_ERROR, false, RequestMayHaveRun.MAYBE, rule);
    }
  }

  private double random() {
    try {
      double random = forbear.random().getAsDouble();
      if (random >= 0 && random < 1) {
        return random;
      }
      throw new IllegalStateException("random must be >= 0 and < 1, was " + random);
    } catch (Throwable thrown) {
      forbear.report("the source of chance", thrown);
      return LONGEST_WAIT;
    }
  }

  // The machine

  /**
   * Takes a signal and answers what to do.
   *
   * @param cause what an attempt threw; null for other signals
   */
  Step on(Signal signal, @Nullable Throwable cause) {
    Step step = machine.on(signal);
    if (cause != null && !(step instanceof Step.Ignore)) {
      if (history == null) {
        history = new ArrayList<>(4);
      }
      history.add(new FailedAttempt(Objects.requireNonNull(machine.lastRecord()), cause));
    }
    return step;
  }

  /** Why the attempt may not start; null when it may, and then it has been taken from the budget. */
  @Nullable
  EndReason refusal(Step.Send send, BooleanSupplier isCancelled) {
    if (isCancelled.getAsBoolean()) {
      return EndReason.CANCELLED;
    }
    Admission admission = forbear.admission();
    if (admission != null) {
      try {
        EndReason reason = admission.refusal(task.name(), targetName(send.target()));
        if (reason != null) {
          return reason;
        }
      } catch (Throwable thrown) {
        forbear.report("the admission", thrown);
      }
      if (isCancelled.getAsBoolean()) {
        return EndReason.CANCELLED;
      }
    }
    return takeAttempt() ? null : EndReason.ATTEMPTS;
  }

  private boolean takeAttempt() {
    if (firstIsPaid) {
      firstIsPaid = false;
      return true;
    }
    return budget.getAndDecrement() > 0;
  }

  // Telling

  /** Says what a step means; once per step, by the driver that carries it out. */
  void announce(Step step, @Nullable Throwable cause, Consumer<TaskEvent> listener) {
    if (!forbear.hasListeners() || step instanceof Step.Ignore) {
      return;
    }
    if (cause != null) {
      AttemptRecord record = Objects.requireNonNull(machine.lastRecord());
      double remainingMs = machine.remainingMs(record.endMs());
      listener.accept(new TaskEvent.AttemptFailed(task.name(), record, cause, step, remainingMs));
    }
    if (step instanceof Step.End end) {
      listener.accept(
          new TaskEvent.TaskEnded(task.name(), end.ending(), machine.attempts(), clock.lastMs()));
    }
  }

  /** Says that an admitted attempt is dispatched. */
  void announceStart(Step.Send send, Consumer<TaskEvent> listener) {
    if (forbear.hasListeners()) {
      String target = targetName(send.target());
      listener.accept(new TaskEvent.AttemptStarted(
          task.name(), send.attempt(), target, clock.lastMs(), send.timeoutMs()));
    }
  }

  /** Says that a stream's first piece is handed out. */
  void announceAnswer(Step.Deliver deliver, Consumer<TaskEvent> listener) {
    if (forbear.hasListeners()) {
      listener.accept(new TaskEvent.AnswerBegan(
          task.name(), deliver.attempt(), deliver.discarded(), clock.peekMs()));
    }
  }

  /** As {@link #guard}, counted from now on and not from the last reading. */
  TimeSource.@Nullable Alarm guardFromNow(double delayMs, Runnable action) {
    try {
      TimeSource time = forbear.time();
      return time.alarm(time.nanoTime() + TaskClock.nanos(delayMs), action);
    } catch (Throwable thrown) {
      forbear.report("the time source", thrown);
      return null;
    }
  }

  /**
   * Arms the guard of an attempt. Where the time source throws, the system's own timer takes over: a call that never answers
   * would otherwise never end.
   *
   * @return null where no timer can be had at all
   */
  TimeSource.@Nullable Alarm guard(double timeoutMs, Runnable action) {
    try {
      return forbear.time().alarm(clock.atNanos(timeoutMs), action);
    } catch (Throwable thrown) {
      forbear.report("the time source", thrown);
    }
    try {
      TimeSource system = TimeSource.system();
      return system.alarm(system.nanoTime() + TaskClock.nanos(timeoutMs), action);
    } catch (Throwable thrown) {
      forbear.report("the system's timer", thrown);
      return null;
    }
  }

  /** An attempt was cut and may still be running. */
  void lateBegins() {
    forbear.lateBegins();
  }

  /** An attempt that was cut has really ended. */
  void lateEnds(Attempt attempt) {
    forbear.lateEnds();
    if (forbear.hasListeners()) {
      double lateMs = Math.max(0, clock.peekMs() - attempt.cutAtMs());
      forbear.tell(new TaskEvent.LateAttemptEnded(task.name(), attempt.number(), lateMs));
    }
  }

  void runOnCancel(List<Runnable> actions) {
    if (!actions.isEmpty()) {
      forbear.execute(
          () -> actions.forEach(action -> forbear.runReported("an action of onCancel", action)));
    }
  }

  // Results

  <T extends @Nullable Object> Outcome<T> success(T value, Step.End end) {
    return new Outcome.Success<>(
        value, machine.attempts(), history(), end.ending().degraded());
  }

  <T extends @Nullable Object> Outcome<T> noValue(Step.End end) {
    Outcome.Report report = new Outcome.Report(
        task.name(),
        end.ending(),
        machine.attempts(),
        history(),
        clock.lastMs(),
        deadlineMs,
        !task.isIndependent(),
        delivered.get());
    return switch (end.ending().kind()) {
      case CANCELLED -> new Outcome.Cancelled<>(report);
      case UNKNOWN -> new Outcome.Unknown<>(report);
      case FAILED -> new Outcome.Failed<>(report);
      case PARTIAL -> new Outcome.Partial<>(report);
      case SUCCESS, DEFERRED ->
        throw new AssertionError("not an end without a value: " + end.ending());
    };
  }

  private List<FailedAttempt> history() {
    // Not copied: after the end no signal adds to it.
    return history == null ? List.of() : Collections.unmodifiableList(history);
  }

  // What it is made of

  /** Whether the attempt it runs in was cut, or one around that: then nothing may be sent any more. */
  boolean isParentGivenUp() {
    return parent != null && parent.isGivenUp();
  }

  @Nullable
  Attempt parent() {
    return parent;
  }

  double remainingMs() {
    return machine.remainingMs(clock.peekMs());
  }

  int attempts() {
    return machine.attempts();
  }

  String targetName(int target) {
    return rules.targets().name(target);
  }

  TaskClock clock() {
    return clock;
  }

  Task task() {
    return task;
  }

  Forbear forbear() {
    return forbear;
  }
}
