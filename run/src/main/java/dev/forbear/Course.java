package dev.forbear;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.event.TaskEvent;
import dev.forbear.task.AttemptRecord;
import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.task.TaskMachine;
import dev.forbear.task.TaskRules;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One task under way: its machine, and what the machine is not told: clock, chance, classifier, budget, listeners.
 *
 * <p>A driver makes a signal of what happened, hands it to {@link #on}, tells the listeners and carries out the step. What
 * belongs to users (clock, chance, classifier, listeners) is called while making a signal and while telling, never in {@link
 * #on}, so a driver with several threads can hold a lock around that. What users throw never gets past here: a classifier that
 * throws makes the failure permanent, a listener is logged, a clock stands still, chance takes the longest wait.
 */
final class Course {

  /** Causes looked at for the stop of an inner task; a longer chain is a loop or a mistake. */
  private static final int MAX_CAUSES = 32;

  private static final VarHandle BUDGET_LEFT;

  static {
    try {
      BUDGET_LEFT = MethodHandles.lookup().findVarHandle(Course.class, "budgetLeft", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final double LONGEST_WAIT = Math.nextDown(1.0);

  private final Forbear forbear;
  private final Task task;
  private final TaskRules rules;
  private final TaskMachine machine;

  /** The course whose budget this one shares: its own, or that of the task it joined. */
  private final Course budgetOwner;

  private final double deadlineMs;
  private final long startNanos;

  /** What its own budget still holds; changed through {@link #BUDGET_LEFT} by all courses that share it. */
  private volatile long budgetLeft;

  private volatile long lastNanos;
  private boolean firstRequestRides;
  private @Nullable List<FailedAttempt> history;

  /**
   * A task that has not begun.
   *
   * @param parent the attempt whose deadline and budget it joins; null for none
   */
  Course(Forbear forbear, Task task, @Nullable Attempt parent) {
    this.forbear = forbear;
    this.task = task;
    this.rules = forbear.rulesFor(task);
    this.startNanos = forbear.nanoTime(0);
    this.lastNanos = startNanos;
    if (parent == null) {
      this.deadlineMs = forbear.deadlineMs(task);
      this.budgetOwner = this;
      this.budgetLeft = rules.policy().maxAttempts();
    } else {
      this.deadlineMs = Math.min(forbear.deadlineMs(task), parent.course().remainingMs());
      this.budgetOwner = parent.course().budgetOwner;
      this.firstRequestRides = parent.tryRide();
    }
    this.machine = new TaskMachine(rules, task.operation(), deadlineMs);
  }

  // What happened, as a signal

  Signal failure(Attempt attempt, Throwable thrown) {
    if (thrown instanceof InterruptedException || thrown instanceof CancellationException) {
      // Whatever a classifier would say: somebody wants this to end.
      return cancelledDuring(attempt);
    }
    ForbearException inner = innerStop(thrown);
    return inner == null
        ? new Signal.Failed(
            attempt.number(), classify(thrown), nowMs(), random(), budgetOwner.budgetLeft)
        : new Signal.InnerStopped(attempt.number(), inner.ending(), nowMs());
  }

  Signal timeout(Attempt attempt) {
    return Signal.timedOut(attempt.number(), nowMs(), random(), budgetOwner.budgetLeft);
  }

  /** The caller went away while the attempt was in flight. */
  Signal cancelledDuring(Attempt attempt) {
    return Signal.cancelledDuring(attempt.number(), nowMs());
  }

  /** The attempt threw an {@link Error}, which is never retried whatever a classifier says. */
  Signal fatal(Attempt attempt) {
    return Signal.fatal(attempt.number(), nowMs());
  }

  /** The wait until that time is over; a clock that cannot be read is believed to have got there. */
  Signal waited(int afterAttempt, long atNanos) {
    lastNanos = forbear.nanoTime(atNanos);
    return new Signal.WaitOver(afterAttempt, sinceStart(lastNanos));
  }

  /** After a wait of zero: no time has passed, so the clock is not read. */
  Signal notWaited(int afterAttempt) {
    return new Signal.WaitOver(afterAttempt, sinceStart(lastNanos));
  }

  Signal cancelled() {
    return new Signal.Cancelled(nowMs());
  }

  static TimeoutException timeoutCause(Attempt attempt) {
    return new TimeoutException("no answer within " + attempt.timeout().toMillis() + " ms");
  }

  static CancellationException cancelCause() {
    return new CancellationException("the task was cancelled");
  }

  /** What an async client wrapped around the failure is taken off. */
  static Throwable unwrap(Throwable thrown) {
    Throwable inner = thrown;
    while ((inner instanceof CompletionException || inner instanceof ExecutionException)
        && inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }

  private Classified classify(Throwable thrown) {
    try {
      Classified verdict = forbear.classifier().classify(thrown, forbear.epochMillis());
      return Objects.requireNonNull(verdict, "the classifier answered null");
    } catch (RuntimeException e) {
      if (e != thrown) {
        thrown.addSuppressed(e);
      }
      String rule = "the classifier threw " + e.getClass().getName();
      return Classified.of(FailureClass.PROTOCOL_ERROR, false, RequestMayHaveRun.MAYBE, rule);
    }
  }

  /** The inner task whose stop this failure reports; null when it is a failure of this task's own. */
  private static @Nullable ForbearException innerStop(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof ForbearException inner) {
        return inner.report().stopsOuter() ? inner : null;
      }
      cause = cause.getCause();
    }
    return null;
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
  EndReason refusal(Step.Send send) {
    Admission admission = forbear.admission();
    if (admission != null) {
      try {
        EndReason reason = admission.refusal(task.name(), targetName(send.target()));
        if (reason != null) {
          return reason;
        }
      } catch (RuntimeException e) {
        forbear.report("the admission", e);
      }
    }
    return takeAttempt() ? null : EndReason.ATTEMPTS;
  }

  Signal refused(Step.Send send, EndReason reason) {
    return new Signal.Refused(send.attempt(), reason, sinceStart(lastNanos));
  }

  private boolean takeAttempt() {
    if (firstRequestRides) {
      firstRequestRides = false;
      return true;
    }
    return (long) BUDGET_LEFT.getAndAdd(budgetOwner, -1L) > 0;
  }

  // Telling

  /** Tells the listeners what a step means; once per step, by the driver that carries it out. */
  void tell(Step step, @Nullable Throwable cause) {
    if (!forbear.hasListeners() || step instanceof Step.Ignore) {
      return;
    }
    if (cause != null) {
      AttemptRecord record = Objects.requireNonNull(machine.lastRecord());
      double remainingMs = machine.remainingMs(record.endMs());
      forbear.tell(new TaskEvent.AttemptFailed(task.name(), record, cause, step, remainingMs));
    }
    if (step instanceof Step.End end) {
      forbear.tell(new TaskEvent.TaskEnded(task.name(), end.ending(), machine.attempts(), nowMs()));
    }
  }

  /** Tells the listeners that an admitted attempt is dispatched. */
  void tellStarted(Step.Send send) {
    if (forbear.hasListeners()) {
      String target = targetName(send.target());
      forbear.tell(new TaskEvent.AttemptStarted(
          task.name(), send.attempt(), target, sinceStart(lastNanos), send.timeoutMs()));
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
      forbear.tell(new TaskEvent.LateAttemptEnded(
          task.name(), attempt.number(), nowMs() - attempt.cutAtMs()));
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
        sinceStart(lastNanos),
        deadlineMs,
        !task.isIndependent());
    return switch (end.ending().kind()) {
      case CANCELLED -> new Outcome.Cancelled<>(report);
      case UNKNOWN -> new Outcome.Unknown<>(report);
      case FAILED -> new Outcome.Failed<>(report);
      case SUCCESS, PARTIAL, DEFERRED ->
        throw new AssertionError("not an end without a value: " + end.ending());
    };
  }

  private List<FailedAttempt> history() {
    return history == null ? List.of() : List.copyOf(history);
  }

  // Time

  /** Milliseconds since the task began. */
  double nowMs() {
    lastNanos = forbear.nanoTime(lastNanos);
    return sinceStart(lastNanos);
  }

  double remainingMs() {
    return machine.remainingMs(nowMs());
  }

  /** The nanoTime that many milliseconds after the last reading; rounded up, so that nothing is early. */
  long atNanos(double delayMs) {
    long at = lastNanos + nanos(delayMs);
    // Differences of nanoTime have to stay below 2^63: a farther time is as good as never.
    return at - startNanos < 0 ? startNanos + Long.MAX_VALUE : at;
  }

  /** Milliseconds as nanoseconds, rounded up; what is too large saturates. */
  static long nanos(double ms) {
    return (long) Math.ceil(ms * 1e6);
  }

  private double sinceStart(long nanoTime) {
    return (nanoTime - startNanos) / 1e6;
  }

  private double random() {
    try {
      double random = forbear.random().getAsDouble();
      if (random >= 0 && random < 1) {
        return random;
      }
      throw new IllegalStateException("random must be >= 0 and < 1, was " + random);
    } catch (RuntimeException e) {
      forbear.report("the source of chance", e);
      return LONGEST_WAIT;
    }
  }

  int attempts() {
    return machine.attempts();
  }

  String targetName(int target) {
    return rules.targets().name(target);
  }

  Task task() {
    return task;
  }

  Forbear forbear() {
    return forbear;
  }
}
