package dev.forbear;

import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;
import org.jspecify.annotations.Nullable;

/**
 * Carries a task out on the caller's thread.
 *
 * <p>Only this thread gives signals to the machine. A timer or a cancel cuts the attempt in progress or wakes the wait; this
 * thread then finds out and tells the machine.
 */
final class BlockingDriver<T extends @Nullable Object> {

  /** The attempt that runs on a thread, so that a task begun inside it joins it. One small slot stays with each thread. */
  private static final ThreadLocal<@Nullable Attempt[]> CURRENT =
      ThreadLocal.withInitial(() -> new Attempt[1]);

  private final Course course;
  private final AttemptCall<T> call;
  private final TimeSource time;
  private final @Nullable CancelToken token;
  private final @Nullable Attempt[] slot = CURRENT.get();
  private final @Nullable Attempt around = slot[0];

  /** Ends a wait; there from the start only where a token can signal it. */
  private @Nullable Wake wake;

  private volatile @Nullable Attempt current;
  private int lastAttempt;

  BlockingDriver(Course course, AttemptCall<T> call) {
    this.course = course;
    this.call = call;
    this.time = course.forbear().time();
    this.token = course.task().token();
  }

  /** The attempt that runs on this thread; null outside of one. */
  static @Nullable Attempt current() {
    return CURRENT.get()[0];
  }

  /** Runs the call as that attempt, on a thread of its own. */
  static <R extends @Nullable Object> R runAs(Attempt attempt, AttemptCall<R> call)
      throws Exception {
    @Nullable Attempt[] slot = CURRENT.get();
    slot[0] = attempt;
    try {
      return call.call(attempt);
    } finally {
      slot[0] = null;
    }
  }

  Outcome<T> run() {
    if (token == null) {
      return carryOut();
    }
    Wake signalled = new Wake();
    wake = signalled;
    Runnable onCancel = () -> cancel(signalled);
    token.register(onCancel);
    try {
      return carryOut();
    } finally {
      token.unregister(onCancel);
    }
  }

  /** From another thread. */
  private void cancel(Wake signalled) {
    signalled.signal();
    Attempt running = current;
    if (running != null) {
      running.cut(Attempt.Cut.CANCEL);
    }
  }

  private Outcome<T> carryOut() {
    Step step = on(Signal.STARTED, null);
    while (true) { // bounded by the attempts of the policy
      if (step instanceof Step.Send send) {
        if (isCancelled()) {
          step = on(course.cancelled(), null);
          continue;
        }
        EndReason refusal = course.refusal(send);
        if (refusal != null) {
          step = on(course.refused(send, refusal), null);
          continue;
        }
        course.tellStarted(send);
        lastAttempt = send.attempt();
        Attempt attempt = new Attempt(course, send, Thread.currentThread(), around);
        T value;
        try {
          value = attempt(attempt);
        } catch (Throwable thrown) {
          step = afterFailure(attempt, thrown);
          continue;
        }
        step = afterReturn(attempt);
        if (step instanceof Step.End end && end.ending().reason() == null) {
          return course.success(value, end);
        }
      } else if (step instanceof Step.Wait wait) {
        step = afterWait(wait);
      } else if (step instanceof Step.End end) {
        return course.noValue(end);
      } else {
        throw new AssertionError("a signal of the driver itself was ignored: " + step);
      }
    }
  }

  private T attempt(Attempt attempt) throws Exception {
    TimeSource.Alarm alarm = course.task().isSelfTimed() ? null : arm(attempt);
    slot[0] = attempt;
    if (around != null) {
      around.innerBegins(attempt);
    }
    if (token != null) {
      current = attempt;
      if (isSignalled()) {
        attempt.cut(Attempt.Cut.CANCEL);
      }
    }
    try {
      return call.call(attempt);
    } finally {
      slot[0] = around;
      if (around != null) {
        around.innerEnds();
      }
      if (alarm != null) {
        alarm.cancel();
      }
    }
  }

  private TimeSource.@Nullable Alarm arm(Attempt attempt) {
    try {
      return time.alarm(
          course.atNanos(attempt.timeoutMs()), () -> attempt.cut(Attempt.Cut.TIMEOUT));
    } catch (RuntimeException e) {
      course.forbear().report("the time source", e);
      return null;
    }
  }

  private Step afterReturn(Attempt attempt) {
    return attempt.finish() ? on(new Signal.Succeeded(attempt.number()), null) : afterCut(attempt);
  }

  private Step afterFailure(Attempt attempt, Throwable thrown) {
    boolean cut = !attempt.finish();
    if (thrown instanceof Error error) {
      if (cut) {
        attempt.settleCut();
      }
      on(course.fatal(attempt), thrown);
      throw error;
    }
    if (cut) {
      return afterCut(attempt);
    }
    if (thrown instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return on(
        isCancelled() ? course.cancelledDuring(attempt) : course.failure(attempt, thrown), thrown);
  }

  private Step afterCut(Attempt attempt) {
    return attempt.settleCut() == Attempt.Cut.TIMEOUT
        ? on(course.timeout(attempt), Course.timeoutCause(attempt))
        : on(course.cancelledDuring(attempt), Course.cancelCause());
  }

  private Step afterWait(Step.Wait wait) {
    if (wait.delayMs() == 0) {
      return on(course.notWaited(lastAttempt), null);
    }
    long atNanos = course.atNanos(wait.delayMs());
    try {
      Wake mine = wake;
      time.sleepUntil(atNanos, mine == null ? new Wake() : mine);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // Going on without the wait would undercut the provider's hint.
      course.forbear().report("the time source", e);
      return on(course.cancelled(), null);
    }
    return on(isCancelled() ? course.cancelled() : course.waited(lastAttempt, atNanos), null);
  }

  private boolean isCancelled() {
    return isSignalled() || Thread.currentThread().isInterrupted();
  }

  private boolean isSignalled() {
    return wake != null && wake.isSignalled();
  }

  private Step on(Signal signal, @Nullable Throwable cause) {
    Step step = course.on(signal, cause);
    course.tell(step, cause);
    return step;
  }
}
