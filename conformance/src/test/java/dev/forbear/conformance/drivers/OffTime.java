package dev.forbear.conformance.drivers;

import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;
import java.util.ArrayDeque;
import java.util.Deque;

/** A scheduler that misses: the waits and alarms asked of it end earlier or later than they should, one shift each. */
final class OffTime implements TimeSource {

  private final TimeSource time;
  private final Deque<Long> shiftsMs = new ArrayDeque<>();

  /**
   * Shifts the first waits.
   *
   * @param shiftsMs for each wait in turn, milliseconds, negative for too early; the waits after them end on time
   */
  OffTime(TimeSource time, long... shiftsMs) {
    this.time = time;
    for (long shiftMs : shiftsMs) {
      this.shiftsMs.add(shiftMs);
    }
  }

  private long shifted(long atNanos) {
    Long shiftMs = shiftsMs.poll();
    return shiftMs == null ? atNanos : atNanos + shiftMs * 1_000_000;
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public long epochMillis() {
    return time.epochMillis();
  }

  @Override
  public Alarm alarm(long atNanos, Runnable action) {
    return time.alarm(shifted(atNanos), action);
  }

  @Override
  public boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException {
    return time.sleepUntil(shifted(atNanos), wake);
  }
}
