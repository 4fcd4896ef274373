package dev.forbear.time;

/**
 * The clock, the waits and the timers of everything that has effects: nothing else reads time or sleeps.
 *
 * <p>The three belong together. A clock that can be replaced while the waits stay real (or the other way round) makes
 * tests that sleep; with one source a course of ten minutes plays in milliseconds under virtual time.
 *
 * <p><b>Instants.</b> An {@code atNanos} is a value of this source's {@link #nanoTime()} plus or minus a distance, in
 * nanoseconds. The values have no meaning of their own, may be negative and may wrap around, so they are compared by
 * difference only: {@code a - b < 0}, never {@code a < b}. The farthest instant is {@code nanoTime() + Long.MAX_VALUE},
 * 292 years away, written with a plain, wrapping plus; one as far in the past turns into the future and must not be used.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface TimeSource {

  /** The monotonic clock, nanoseconds; only differences between two readings of one source mean anything. */
  long nanoTime();

  /** The wall clock, milliseconds since 1970. It may jump: use it to read HTTP dates and for nothing else. */
  long epochMillis();

  /**
   * Runs an action once, at or after an instant and never before it, on a thread of this source.
   *
   * <p>An instant that has passed means at once, still on the source's thread and not on the caller's. All alarms of a
   * source may share one thread: the action must be short and must not block. It may arm and cancel alarms. What it
   * throws is reported to the thread's uncaught exception handler and disturbs no other alarm.
   *
   * @param atNanos the instant, see the class comment
   * @param action what to run
   * @return the way to take it back; whoever needs the action no longer cancels it, so that nothing stays armed
   */
  Alarm alarm(long atNanos, Runnable action);

  /**
   * Blocks the calling thread until an instant, or until {@code wake} is signalled, whichever is first.
   *
   * <p>Never returns early for any other reason. Where several hold at once the order is: interrupted, signalled, reached.
   * An instant that has passed returns without giving up the processor, but an interrupt or a signal still counts.
   *
   * @param atNanos the instant, see the class comment
   * @param wake ends the wait early; only one thread at a time may wait with it
   * @return true when the instant was reached, false when the signal ended the wait
   * @throws InterruptedException when the thread is or gets interrupted; the interrupted status is cleared, as usual
   */
  boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException;

  /**
   * How many alarms are armed: neither run nor cancelled. For leak checks; the number may be old when it arrives.
   *
   * @return at least 0
   * @throws UnsupportedOperationException where a source does not count; the system source does
   */
  default int pendingAlarms() {
    throw new UnsupportedOperationException(
        getClass().getName() + " does not count its alarms; override pendingAlarms() to let it");
  }

  /**
   * The real time, one shared instance.
   *
   * <p>Its alarms run on one daemon thread named {@code forbear-timer}, started by the first alarm. It waits without end
   * while nothing is armed and lives as long as the process. Alarms come up to about a millisecond late, later when
   * the machine is busy or an action is slow; waits are as exact as the operating system's.
   */
  static TimeSource system() {
    return SystemTime.SHARED;
  }

  /** One armed action. Safe for use by many threads. */
  interface Alarm {

    /**
     * Takes the action back, and frees it at once.
     *
     * @return true when the action has not run and never will; false when it ran, is running, or is just about to run.
     *     Asking again gives the same answer.
     */
    boolean cancel();
  }
}
