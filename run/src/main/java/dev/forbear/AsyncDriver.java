package dev.forbear;

import dev.forbear.event.TaskEvent;
import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries a task out without holding a thread: each signal is taken where it arises, on the thread that started the task, that
 * finished a stage, or that a timer handed to the executor.
 *
 * <p>The lock guards the machine, the attempt in flight and the armed alarm. Users are called outside it. The machine ignores
 * what comes late, so whoever gets a step other than {@code Ignore} is the only one to carry it out. What listeners are told
 * is queued under the lock and told outside it, so they hear it in the order of the machine, the end last.
 */
final class AsyncDriver<T extends @Nullable Object> {

  private final Course course;
  private final AsyncAttemptCall<T> call;
  private final Result result = new Result();

  /** What listeners are still to be told; null where nobody listens. */
  private final @Nullable InOrder told;

  private final Runnable onCancel = this::cancel;

  // Guarded by this.

  /** The step that is being carried out; an alarm belongs to one. */
  private Object current = Signal.STARTED;

  /** The attempt of that step, where it is to send one. */
  private @Nullable Flight<T> flight;

  /** Whether that attempt was dispatched; before, it does not count. */
  private boolean isDispatched;

  private TimeSource.@Nullable Alarm alarm;

  AsyncDriver(Course course, AsyncAttemptCall<T> call) {
    this.course = course;
    this.call = call;
    this.told = course.forbear().hasListeners() ? new InOrder() : null;
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

  /** What a signal has changed: the step that follows, and what is left of the one before. */
  private record Turn<T extends @Nullable Object>(
      Step step, @Nullable Flight<T> abandoned, TimeSource.@Nullable Alarm disarmed) {}

  CompletableFuture<Outcome<T>> start() {
    CancelToken token = course.task().token();
    Attempt parent = course.parent();
    if (token != null) {
      token.register(onCancel);
    }
    if (parent != null) {
      parent.onCancel(onCancel);
    }
    carryOut(on(Signal.STARTED, null));
    if (hasEnded()) {
      unregister(); // it may have ended before it was registered everywhere
    }
    return result;
  }

  void cancel() {
    double nowMs = course.clock().nowMs();
    Turn<T> turn;
    synchronized (this) {
      Flight<T> running = flight;
      if (running == null) {
        turn = take(new Signal.Cancelled(nowMs), null);
      } else {
        int attempt = running.attempt().number();
        turn = isDispatched
            ? take(Signal.cancelledDuring(attempt, nowMs), Causes.ofCancel())
            : take(new Signal.Refused(attempt, EndReason.CANCELLED, nowMs), null);
      }
    }
    carryOut(settle(turn));
  }

  /** The attempt in flight wants to hand out the first piece of its answer; null when it may not. */
  Step.@Nullable Deliver commit(Attempt attempt, boolean resumable) {
    if (attempt.isCancelled()) {
      return null; // cut, though the machine may not know it yet
    }
    Step step = on(new Signal.Committing(attempt.number(), resumable), null);
    return step instanceof Step.Deliver deliver ? deliver : null;
  }

  private Step on(Signal signal, @Nullable Throwable cause) {
    Turn<T> turn;
    synchronized (this) {
      turn = take(signal, cause);
    }
    return settle(turn);
  }

  /** With the lock held: what the step needs to be cut or cancelled later is set before the lock is left. */
  private Turn<T> take(Signal signal, @Nullable Throwable cause) {
    Step step = course.on(signal, cause);
    if (step instanceof Step.Ignore) {
      return new Turn<>(step, null, null);
    }
    if (step instanceof Step.Deliver deliver) {
      course.announceAnswer(deliver, this::tell);
      return new Turn<>(step, null, null); // the attempt goes on
    }
    boolean isAbandoned = step instanceof Step.End && !(signal instanceof Signal.Succeeded);
    Turn<T> turn = new Turn<>(step, isAbandoned ? flight : null, alarm);
    current = step;
    flight =
        step instanceof Step.Send send ? new Flight<>(course, new Attempt(course, send)) : null;
    isDispatched = false;
    alarm = null;
    course.announce(step, cause, this::tell);
    return turn;
  }

  private Step settle(Turn<T> turn) {
    if (turn.disarmed() != null) {
      course.forbear().disarm(turn.disarmed());
    }
    if (turn.abandoned() != null) {
      turn.abandoned()
          .abort(Attempt.Cut.CANCEL); // does nothing when the attempt has ended by itself
    }
    tellWhatIsDue();
    return turn.step();
  }

  private void tell(TaskEvent event) {
    if (told != null) {
      told.put(() -> course.forbear().tell(event));
    }
  }

  private void tellWhatIsDue() {
    if (told != null) {
      told.run();
    }
  }

  private void carryOut(@Nullable Step first) {
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
    EndReason refusal = course.refusal(send, this::isCalledOff);
    if (refusal != null) {
      return on(course.refused(send, refusal), null);
    }
    Flight<T> mine = depart(send);
    if (mine == null) {
      return null; // cancelled since the step was answered
    }
    tellWhatIsDue();
    Attempt attempt = mine.attempt();
    if (!course.task().isSelfTimed()) {
      Runnable timeUp = () -> course.forbear().execute(() -> timeUp(mine));
      keep(send, course.guard(attempt.timeoutMs(), timeUp));
    }
    if (!mine.begin()) {
      return null; // whoever cut it carries on
    }
    Landing landing = new Landing(mine);
    try {
      CompletionStage<T> stage = call.call(attempt);
      if (stage == null) {
        throw new IllegalStateException(
            "the call of '" + course.task().name() + "' returned null, not a stage");
      }
      mine.answeredWith(stage);
      stage.whenComplete(landing);
    } catch (Throwable thrown) {
      if (thrown instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      landing.failed(thrown);
    }
    return landing.asked();
  }

  private synchronized @Nullable Flight<T> depart(Step.Send send) {
    if (current != (Object) send) {
      return null;
    }
    isDispatched = true;
    course.announceStart(send, this::tell);
    return flight;
  }

  /** Takes what a stage completes with. What follows while the stage is still being asked is left to the thread that asks. */
  private final class Landing implements BiConsumer<T, @Nullable Throwable> {

    private final Flight<T> mine;
    private final Thread asking = Thread.currentThread();

    // Guarded by this.
    private boolean isAsking = true;
    private boolean hasLanded;
    private @Nullable Step next;

    Landing(Flight<T> mine) {
      this.mine = mine;
    }

    @Override
    public void accept(T value, @Nullable Throwable thrown) {
      if (thrown != null) {
        failed(thrown);
      } else if (isFirst()) {
        goOn(afterValue(mine, value));
      }
    }

    void failed(Throwable thrown) {
      if (isFirst()) {
        goOn(afterFailure(mine, thrown));
      }
    }

    /** Some stages complete twice, and some throw after they have completed. */
    private synchronized boolean isFirst() {
      boolean first = !hasLanded;
      hasLanded = true;
      return first;
    }

    /** Looping on the asking thread keeps a call that never waits from growing the stack. */
    private void goOn(@Nullable Step step) {
      synchronized (this) {
        if (isAsking && Thread.currentThread() == asking) {
          next = step;
          return;
        }
      }
      carryOut(step);
    }

    synchronized @Nullable Step asked() {
      isAsking = false;
      return next;
    }
  }

  private @Nullable Step afterValue(Flight<T> mine, T value) {
    Attempt attempt = mine.attempt();
    if (!attempt.finish()) {
      mine.over();
      return null;
    }
    Step step = on(course.succeeded(attempt), null);
    if (step instanceof Step.End end) {
      complete(() -> result.complete(course.success(value, end)));
      return null;
    }
    return step;
  }

  private @Nullable Step afterFailure(Flight<T> mine, Throwable thrown) {
    Attempt attempt = mine.attempt();
    if (!attempt.finish()) {
      mine.over();
      return null;
    }
    Throwable cause = Causes.unwrap(thrown);
    if (cause instanceof Error error) {
      on(course.fatal(attempt), cause);
      complete(() -> result.completeExceptionally(error));
      return null;
    }
    return on(course.failure(attempt, cause), cause);
  }

  /** On the executor. */
  private void timeUp(Flight<T> expired) {
    if (expired.abort(Attempt.Cut.TIMEOUT)) {
      Attempt attempt = expired.attempt();
      carryOut(on(course.timeout(attempt), Causes.ofTimeout(attempt)));
    }
  }

  private @Nullable Step waitFor(Step.Wait wait) {
    int after = attempts();
    if (wait.delayMs() == 0) {
      return on(course.notWaited(after), null);
    }
    Forbear forbear = course.forbear();
    TimeSource.Alarm set;
    try {
      long atNanos = course.clock().atNanos(wait.delayMs());
      Runnable over = () -> carryOut(on(course.waited(after, atNanos), null));
      set = forbear.time().alarm(atNanos, () -> forbear.execute(over));
    } catch (Throwable thrown) {
      // Going on without the wait would undercut the provider's hint.
      forbear.report("the time source", thrown);
      return on(course.cancelled(), null);
    }
    keep(wait, set);
    return null;
  }

  /** Remembers the one alarm of a step, so that the next step disarms it. */
  private void keep(Object step, TimeSource.@Nullable Alarm set) {
    if (set == null) {
      return;
    }
    synchronized (this) {
      if (current == step) {
        alarm = set;
        return;
      }
    }
    course.forbear().disarm(set); // the step is over already, so nobody else would
  }

  private synchronized int attempts() {
    return course.attempts();
  }

  private synchronized boolean hasEnded() {
    return current instanceof Step.End;
  }

  private boolean isCalledOff() {
    CancelToken token = course.task().token();
    return (token != null && token.isCancelled()) || course.isParentGivenUp();
  }

  /** Gives the result away last, so that whoever waits for it finds nothing armed, registered or left to tell. */
  private void complete(Runnable give) {
    unregister();
    if (told == null) {
      give.run();
    } else {
      told.put(give);
      told.run();
    }
  }

  private void unregister() {
    CancelToken token = course.task().token();
    if (token != null) {
      token.unregister(onCancel);
    }
    Attempt parent = course.parent();
    if (parent != null) {
      parent.removeOnCancel(onCancel);
    }
  }
}
