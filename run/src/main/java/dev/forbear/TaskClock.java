package dev.forbear;

import dev.forbear.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The time of one task, in milliseconds since it began.
 *
 * <p>The time source may be a user's own and may throw. Then time stands still: what was read last counts on. An instant to
 * wait for is never taken from such a reading, because it would be too early; where the clock cannot be read at all there is
 * none, and whoever asks gets the exception.
 *
 * <p>The driver's threads read with {@link #nowMs}, one after the other, and what hands a task from thread to thread (a lock, an
 * alarm, a stage) also hands over the fields; any thread may {@link #peekMs}. The last reading is kept whole by opaque access: a
 * volatile write would cost every task a fence or four, and an old reading does no harm.
 */
final class TaskClock {

  /** What a clock that counts nanoseconds can tell apart. */
  static final double STEP_MS = 1e-6;

  private static final VarHandle LAST_NANOS;

  static {
    try {
      LAST_NANOS = MethodHandles.lookup().findVarHandle(TaskClock.class, "lastNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Forbear forbear;

  private long startNanos;

  @SuppressWarnings("UnusedVariable") // through LAST_NANOS
  private long lastNanos;

  /** Whether there is a reading at all, and whether the last one failed. */
  private boolean isRunning;

  private boolean isStale;

  /** Begins now. */
  TaskClock(Forbear forbear) {
    this.forbear = forbear;
    nowMs();
  }

  /** Reads the clock. */
  double nowMs() {
    try {
      take(time().nanoTime());
    } catch (Throwable thrown) {
      isStale = true;
      forbear.report("the time source", thrown);
    }
    return lastMs();
  }

  /** Reads the clock after a wait until that instant; one that cannot be read is believed to have got there. */
  double afterWaitMs(long atNanos) {
    try {
      take(time().nanoTime());
    } catch (Throwable thrown) {
      take(atNanos);
      forbear.report("the time source", thrown);
    }
    return lastMs();
  }

  /** What was read last. */
  double lastMs() {
    return (lastNanos() - startNanos) / 1e6;
  }

  /** Reads the clock and leaves no trace of it. */
  double peekMs() {
    try {
      return isRunning ? (time().nanoTime() - startNanos) / 1e6 : 0;
    } catch (Throwable thrown) {
      forbear.report("the time source", thrown);
      return lastMs();
    }
  }

  /** The instant that many milliseconds after the last reading; rounded up, so that nothing is early. */
  long atNanos(double delayMs) {
    if (isStale) {
      take(time().nanoTime());
    }
    long at = lastNanos() + nanos(delayMs);
    // Differences of nanoTime have to stay below 2^63: a farther time is as good as never.
    return at - startNanos < 0 ? startNanos + Long.MAX_VALUE : at;
  }

  /** Milliseconds as nanoseconds, rounded up; what is too large saturates. */
  static long nanos(double ms) {
    return (long) Math.ceil(ms * 1e6);
  }

  private void take(long nanoTime) {
    if (!isRunning) {
      startNanos = nanoTime;
      isRunning = true;
    }
    LAST_NANOS.setOpaque(this, nanoTime);
    isStale = false;
  }

  private long lastNanos() {
    return (long) LAST_NANOS.getOpaque(this);
  }

  private TimeSource time() {
    return forbear.time();
  }
}
