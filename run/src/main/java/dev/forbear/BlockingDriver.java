package dev.forbear;

import dev.forbear.task.EndReason;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Carries a task out on the caller's thread.
 *
 * <p>Only this thread gives signals to the machine. A timer or a cancel cuts the attempt in progress or wakes the wait; this
 * thread then finds out and tells the machine.
 */
final class BlockingDriver<T extends @Nullable Object> {

  private final Course course;
  private final AttemptCall<T> call;
  private final CallThread thread;

  /** Ends a wait; there from the start only where somebody can signal it: a token, or an attempt around this task. */
  private final @Nullable Wake wake;

  /** Whether anybody else may end an attempt: the guard, or whoever can signal the wake. */
  private final boolean canBeCut;

  private volatile @Nullable Attempt current;
  private int lastAttempt;

  /** On the thread that will run it. */
  BlockingDriver(Course course, AttemptCall<T> call, CallThread thread) {
    this.course = course;
    this.call = call;
    this.thread = thread;
    this.wake = course.task().token() == null && course.parent() == null ? null : new Wake();
    this.canBeCut = wake != null || !course.task().isSelfTimed();
  }

  /** Runs the call as that attempt, on a thread of its own. */
  static <R extends @Nullable Object> R runAs(Attempt attempt, AttemptCall<R> call)
      throws Exception {
    CallThread thread = CallThread.current();
    thread.setInnermost(attempt);
    try {
      return call.call(attempt);
    } finally {
      thread.setInnermost(null);
    }
  }

  Outcome<T> run() {
    Wake signalled = wake;
    if (signalled == null) {
      return carryOut();
    }
    CancelToken token = course.task().token();
    Attempt parent = course.parent();
    Runnable onCancel = () -> cancel(signalled);
    if (token != null) {
      token.register(onCancel);
    }
    if (parent != null) {
      parent.onCancel(onCancel);
    }
    try {
      return carryOut();
    } finally {
      if (token != null) {
        token.unregister(onCancel);
      }
      if (parent != null) {
        parent.removeOnCancel(onCancel);
      }
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
        EndReason refusal = course.refusal(send, this::isCancelled);
        if (refusal != null) {
          step = on(course.refused(send, refusal), null);
          continue;
        }
        course.announceStart(send, course.forbear()::tell);
        lastAttempt = send.attempt();
        Attempt attempt = new Attempt(course, send, thread);
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
    TimeSource.Alarm alarm = course.task().isSelfTimed()
        ? null
        : course.guard(attempt.timeoutMs(), () -> attempt.cut(Attempt.Cut.TIMEOUT));
    thread.setInnermost(attempt);
    if (wake != null) {
      current = attempt;
      if (isCalledOff()) {
        attempt.cut(Attempt.Cut.CANCEL);
      }
    }
    try {
      if (attempt.isCancelled()) {
        throw new CancellationException("cut before it was sent");
      }
      return call.call(attempt);
    } finally {
      thread.setInnermost(attempt.around());
      if (alarm != null) {
        course.forbear().disarm(alarm);
      }
    }
  }

  private Step afterReturn(Attempt attempt) {
    return finish(attempt) ? on(course.succeeded(attempt), null) : afterCut(attempt);
  }

  /** False when the attempt was cut before; what nobody can cut needs no race to be decided. */
  private boolean finish(Attempt attempt) {
    return !canBeCut || attempt.finish();
  }

  private Step afterFailure(Attempt attempt, Throwable thrown) {
    boolean cut = !finish(attempt);
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
        ? on(course.timeout(attempt), Causes.ofTimeout(attempt))
        : on(course.cancelledDuring(attempt), Causes.ofCancel());
  }

  private Step afterWait(Step.Wait wait) {
    if (wait.delayMs() == 0) {
      return on(course.notWaited(lastAttempt), null);
    }
    long atNanos;
    try {
      atNanos = course.clock().atNanos(wait.delayMs());
      course.forbear().time().sleepUntil(atNanos, wake == null ? new Wake() : wake);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return on(course.cancelled(), null);
    } catch (Throwable thrown) {
      // Going on without the wait would undercut the provider's hint.
      course.forbear().report("the time source", thrown);
      return on(course.cancelled(), null);
    }
    return on(isCancelled() ? course.cancelled() : course.waited(lastAttempt, atNanos), null);
  }

  private boolean isCancelled() {
    return isCalledOff() || Thread.currentThread().isInterrupted();
  }

  /** Whether the token, or a cut of an attempt around this task, has ended it. */
  private boolean isCalledOff() {
    return wake != null && (wake.isSignalled() || course.isParentGivenUp());
  }

  private Step on(Signal signal, @Nullable Throwable cause) {
    Step step = course.on(signal, cause);
    course.announce(step, cause, course.forbear()::tell);
    return step;
  }
}
