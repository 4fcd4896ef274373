package dev.forbear.plan;

/** The checks of plans: messages name the value, what is allowed and what was given. */
final class Ranges {

  /** Sums of doubles that mean the same time differ by a few roundings; far below the nanosecond of a clock. */
  private static final double ROUNDING = 1e-12;

  static double requireMs(String name, double value) {
    if (!(value >= 0 && value <= PlanBounds.MAX_MS)) {
      throw new IllegalArgumentException(
          name + " must be a number from 0 to 2^53 milliseconds, was " + value);
    }
    return value;
  }

  static double requirePositiveMs(String name, double value) {
    if (!(value > 0 && value <= PlanBounds.MAX_MS)) {
      throw new IllegalArgumentException(
          name + " must be a number above 0 and up to 2^53 milliseconds, was " + value);
    }
    return value;
  }

  static double requireProbability(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, was " + value);
    }
    return value;
  }

  /** Whether what is needed fits; exactly equal is enough, and so is what differs by rounding. */
  static boolean fits(double neededMs, double availableMs) {
    return neededMs <= availableMs
        || neededMs - availableMs <= ROUNDING * Math.max(Math.abs(neededMs), Math.abs(availableMs));
  }

  private Ranges() {}
}
