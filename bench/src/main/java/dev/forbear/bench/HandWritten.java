package dev.forbear.bench;

import java.util.concurrent.Callable;

/** What an engineer writes without a library: the same rules, a deadline, no guard, nothing else. */
final class HandWritten {

  /** The decision: a delay in milliseconds, or one of the stops below as a negative number. */
  static final double UNSAFE = -1;

  static final double PERMANENT = -2;
  static final double ATTEMPTS = -3;
  static final double DEADLINE = -4;

  static double decide(
      boolean isTransient,
      boolean safe,
      double hintMs,
      long completed,
      double remainingMs,
      double random,
      long maxAttempts,
      double baseMs,
      double capMs,
      double minimumMs) {
    if (!(remainingMs >= 0 && remainingMs < Double.POSITIVE_INFINITY)
        || !(hintMs >= 0 && hintMs < Double.POSITIVE_INFINITY)
        || !(random >= 0 && random < 1)
        || completed < 1) {
      throw new IllegalArgumentException();
    }
    if (!safe) {
      return UNSAFE;
    }
    if (!isTransient) {
      return PERMANENT;
    }
    if (completed >= maxAttempts) {
      return ATTEMPTS;
    }
    double ceiling = Math.min(capMs, baseMs * Math.scalb(1.0, (int) Math.min(completed - 1, 1023)));
    double delay = Math.max(Math.floor(random * ceiling), hintMs);
    return delay + minimumMs > remainingMs ? DEADLINE : delay;
  }

  /** The loop: one deadline, attempts, no wait when the wait is zero. */
  static String call(Callable<String> call, long maxAttempts, long deadlineNanos, double minimumMs)
      throws Exception {
    long start = System.nanoTime();
    for (int attempt = 1; ; attempt++) {
      try {
        return call.call();
      } catch (Exception e) {
        double remainingMs = (deadlineNanos - (System.nanoTime() - start)) / 1e6;
        double delayMs = decide(
            true, true, 0, attempt, Math.max(0, remainingMs), 0, maxAttempts, 0, 8000, minimumMs);
        if (delayMs < 0) {
          throw e;
        }
        if (delayMs > 0) {
          Thread.sleep((long) Math.ceil(delayMs));
        }
      }
    }
  }

  private HandWritten() {}
}
