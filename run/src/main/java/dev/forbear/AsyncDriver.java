package dev.forbear;

import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Carries a task out without holding a thread: each signal is taken where it arises, on the thread that started the task, that
 * finished a stage, or that a timer handed to the executor.
 *
 * <p>The lock guards the machine, the attempt in flight and the armed alarm. Users are called outside it. The machine ignores
 * what comes late, so whoever gets a step other than {@code Ignore} is the only one to carry it out.
 */
final class AsyncDriver<T extends @Nullable Object> {

  private final Course course;
  private final AsyncAttemptCall<T> call;
  private final Result result = new Result();
  private final Runnable onCancel = this::cancel;

  // Guarded by this.
  private @Nullable Flight flight;
  private TimeSource.@Nullable Alarm alarm;
  private boolean ended;

  AsyncDriver(Course course, AsyncAttemptCall<T> call) {
    this.course = course;
    this.call = call;
  }

  /** The attempt in flight and the stage it answers with. */
  private final class Flight {

    private final Attempt attempt;
    private volatile boolean started;
    private volatile @Nullable CompletionStage<T> stage;
    private boolean stageCancelled;

    Flight(Attempt attempt) {
      this.attempt = attempt;
    }

    /** Cuts the attempt and cancels its stage, unless it has ended; it counts as late until the stage has completed. */
    boolean abort(Attempt.Cut by) {
      if (!attempt.cut(by)) {
        return false;
      }
      CompletionStage<T> running = stage;
      if (running != null) {
        cancelStage(running);
      }
      return true;
    }

    void began(CompletionStage<T> running) {
      stage = running;
      if (attempt.isCancelled()) {
        cancelStage(running);
      }
    }

    private void cancelStage(CompletionStage<T> running) {
      synchronized (this) {
        if (stageCancelled) {
          return;
        }
        stageCancelled = true;
      }
      course.lateBegins();
      running.whenComplete((value, thrown) -> course.lateEnds(attempt));
      course
          .forbear()
          .execute(() -> course.forbear().runReported("cancelling a stage", () -> cancel(running)));
    }

    private void cancel(CompletionStage<T> running) {
      try {
        running.toCompletableFuture().cancel(true);
      } catch (UnsupportedOperationException e) {
        // A stage that is no future cannot be cancelled; onCancel is its only way.
      }
    }
  }

  /** Cancelling it cancels the task. */
  private final class Result extends CompletableFuture<Outcome<T>> {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      if (cancelled) {
        AsyncDriver.this.cancel();
      }
      return cancelled;
    }
  }

  CompletableFuture<Outcome<T>> start() {
    CancelToken token = course.task().token();
    if (token != null) {
      token.register(onCancel);
    }
    Attempt parent = course.task().parent();
    if (parent != null) {
      parent.onCancel(onCancel);
    }
    carryOut(on(Signal.STARTED, null));
    return result;
  }

  /** In place of {@link #start}, for a caller who has gone already: no attempt is made. */
  CompletableFuture<Outcome<T>> startCancelled() {
    cancel();
    return result;
  }

  void cancel() {
    while (true) { // bounded by the attempts of the policy: each round another one has begun
      Flight running;
      synchronized (this) {
        running = flight;
      }
      Step step = running != null && running.started
          ? on(course.cancelledDuring(running.attempt), Course.cancelCause())
          : on(course.cancelled(), null);
      if (!(step instanceof Step.Ignore) || hasEnded()) {
        carryOut(step);
        return;
      }
    }
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  /** Takes a signal; what the step needs to be cut or cancelled later is set before the lock is left. */
  private Step on(Signal signal, @Nullable Throwable cause) {
    Step step;
    Flight over = null;
    TimeSource.Alarm disarmed = null;
    synchronized (this) {
      step = course.on(signal, cause);
      if (!(step instanceof Step.Ignore)) {
        over = flight;
        disarmed = alarm;
        alarm = null;
        flight = step instanceof Step.Send send ? new Flight(newAttempt(send)) : null;
        ended = step instanceof Step.End;
      }
    }
    if (disarmed != null) {
      disarmed.cancel();
    }
    if (over != null && step instanceof Step.End && !(signal instanceof Signal.Succeeded)) {
      over.abort(Attempt.Cut.CANCEL); // does nothing when the attempt has ended by itself
    }
    course.tell(step, cause);
    return step;
  }

  private Attempt newAttempt(Step.Send send) {
    return new Attempt(course, send, null, null);
  }

  private void carryOut(Step first) {
    Step step = first;
    while (step != null) { // bounded by the attempts of the policy
      if (step instanceof Step.Send send) {
        step = dispatch(send);
      } else if (step instanceof Step.Wait wait) {
        step = waitFor(wait);
      } else if (step instanceof Step.End end) {
        complete(() -> result.complete(course.noValue(end)));
        return;
      } else {
        return;
      }
    }
  }

  private @Nullable Step dispatch(Step.Send send) {
    Flight mine;
    synchronized (this) {
      mine = flight;
    }
    if (mine == null) {
      return null; // cancelled since the step was answered
    }
    EndReason refusal = course.refusal(send);
    if (refusal != null) {
      return on(course.refused(send, refusal), null);
    }
    Attempt attempt = mine.attempt;
    if (attempt.isCancelled()) {
      return null; // whoever cut it carries on
    }
    course.tellStarted(send);
    mine.started = true;
    if (!course.task().isSelfTimed()) {
      arm(course.atNanos(attempt.timeoutMs()), attempt.number(), () -> timeUp(mine));
    }
    CompletionStage<T> stage;
    try {
      stage = call.call(attempt);
      if (stage == null) {
        throw new IllegalStateException(
            "the call of '" + course.task().name() + "' returned null, not a stage");
      }
    } catch (Throwable thrown) {
      return afterFailure(attempt, thrown);
    }
    mine.began(stage);
    CompletableFuture<T> future = asFuture(stage);
    if (future != null && future.isDone()) {
      // Taken at once, so that a call that never waits does not grow the stack.
      return future.isCompletedExceptionally()
          ? afterFailure(attempt, future.handle((value, thrown) -> thrown).join())
          : afterValue(attempt, future.join());
    }
    stage.whenComplete((value, thrown) -> {
      Step next = thrown == null ? afterValue(attempt, value) : afterFailure(attempt, thrown);
      if (next != null) {
        carryOut(next);
      }
    });
    return null;
  }

  /**
   * The stage as a future that can be asked; null where it cannot be one.
   *
   * <p>Not a cast: the stages of {@link CompletableFuture#completedStage} are futures by class and refuse to be asked.
   */
  private static <V extends @Nullable Object> @Nullable CompletableFuture<V> asFuture(
      CompletionStage<V> stage) {
    try {
      return stage.toCompletableFuture();
    } catch (RuntimeException e) {
      return null;
    }
  }

  private @Nullable Step afterValue(Attempt attempt, T value) {
    if (!attempt.finish()) {
      return null;
    }
    Step step = on(new Signal.Succeeded(attempt.number()), null);
    if (step instanceof Step.End end) {
      complete(() -> result.complete(course.success(value, end)));
      return null;
    }
    return step;
  }

  private @Nullable Step afterFailure(Attempt attempt, Throwable thrown) {
    if (!attempt.finish()) {
      return null;
    }
    Throwable cause = Course.unwrap(thrown);
    if (cause instanceof Error error) {
      on(course.fatal(attempt), cause);
      complete(() -> result.completeExceptionally(error));
      return null;
    }
    return on(course.failure(attempt, cause), cause);
  }

  /** On the executor. */
  private void timeUp(Flight expired) {
    if (expired.abort(Attempt.Cut.TIMEOUT)) {
      Attempt attempt = expired.attempt;
      carryOut(on(course.timeout(attempt), Course.timeoutCause(attempt)));
    }
  }

  private @Nullable Step waitFor(Step.Wait wait) {
    int after = course.attempts();
    if (wait.delayMs() == 0) {
      return on(course.notWaited(after), null);
    }
    long atNanos = course.atNanos(wait.delayMs());
    boolean armed = arm(atNanos, after, () -> carryOut(on(course.waited(after, atNanos), null)));
    // Going on without the wait would undercut the provider's hint.
    return armed ? null : on(course.cancelled(), null);
  }

  /** Arms the one alarm of the task, for the attempt in flight or the wait after it. */
  private boolean arm(long atNanos, int attempt, Runnable action) {
    TimeSource.Alarm set;
    try {
      set = course.forbear().time().alarm(atNanos, () -> course.forbear().execute(action));
    } catch (RuntimeException e) {
      course.forbear().report("the time source", e);
      return false;
    }
    synchronized (this) {
      if (!ended && alarm == null && course.attempts() == attempt) {
        alarm = set;
        return true;
      }
    }
    set.cancel();
    return true;
  }

  /** Gives the result away last, so that whoever waits for it finds nothing armed or registered. */
  private void complete(Runnable give) {
    CancelToken token = course.task().token();
    if (token != null) {
      token.unregister(onCancel);
    }
    Attempt parent = course.task().parent();
    if (parent != null) {
      parent.removeOnCancel(onCancel);
    }
    give.run();
  }
}
