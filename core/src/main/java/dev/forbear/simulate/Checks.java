package dev.forbear.simulate;

/** The checks of worlds: messages name the value, what is allowed and what was given. */
final class Checks {

  /** A hundred years: far beyond every run, and small enough that sums keep their microseconds. */
  static final double MAX_MS = 100 * 365.25 * 86_400_000;

  static void requireMs(String name, double value) {
    if (!(value >= 0 && value <= MAX_MS)) {
      throw new IllegalArgumentException(
          name + " must be from 0 to a hundred years in milliseconds, was " + value);
    }
  }

  static void requirePositiveMs(String name, double value) {
    if (!(value > 0 && value <= MAX_MS)) {
      throw new IllegalArgumentException(
          name + " must be more than 0 and at most a hundred years in milliseconds, was " + value);
    }
  }

  static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be from 0 to 1, was " + value);
    }
  }

  private Checks() {}
}
