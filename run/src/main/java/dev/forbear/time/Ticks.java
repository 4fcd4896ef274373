package dev.forbear.time;

import java.util.function.LongSupplier;

/**
 * Maps instants to the ticks of a timer wheel: whole numbers from 0 on, counted from an origin.
 *
 * <p>An instant is rounded up to its tick and the clock is rounded down, so nothing is due early.
 *
 * @param originNanos the instant of tick 0; instants before it count as tick 0
 */
record Ticks(long originNanos) {

  /** A tick is 2^20 ns, 1.05 ms: a shift instead of a division, and no finer than a wake-up of a thread is anyway. */
  static final int SHIFT = 20;

  /** The tick of instants that are farther away than a long can count from the origin. */
  static final long FARTHEST = Long.MAX_VALUE >>> SHIFT;

  /**
   * The first tick that is not before an instant.
   *
   * @param atNanos the instant
   * @param now read only where the difference from the origin has no clear sign: an instant before the origin and one
   *     more than 292 years after it look alike
   */
  long atOrAfter(long atNanos, LongSupplier now) {
    long sinceOrigin = atNanos - originNanos;
    if (sinceOrigin < 0) {
      return atNanos - now.getAsLong() > 0 ? FARTHEST : 0;
    }
    // Unsigned, because rounding up may leave the range of a signed long.
    return Math.min(FARTHEST, (sinceOrigin + (1L << SHIFT) - 1) >>> SHIFT);
  }

  /** The last tick that has begun by now. */
  long reached(long nowNanos) {
    return (nowNanos - originNanos) >> SHIFT;
  }

  /**
   * The time left to a tick, nanoseconds.
   *
   * @param tick at most {@link #FARTHEST}
   */
  long nanosUntil(long tick, long nowNanos) {
    return (tick << SHIFT) - (nowNanos - originNanos);
  }
}
