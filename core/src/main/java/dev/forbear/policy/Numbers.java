package dev.forbear.policy;

/** The checks of the contracts: messages name the value, what is allowed and what was given. */
final class Numbers {

  static void requireFiniteNotNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be a finite number >= 0, was " + value);
    }
  }

  static void requireAtLeastOne(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be >= 1, was " + value);
    }
  }

  static void requireRandom(double random) {
    if (!(random >= 0 && random < 1)) {
      throw new IllegalArgumentException("random must be >= 0 and < 1, was " + random);
    }
  }

  /** The fixed contracts name every wait beforehand, which chance would not allow. */
  static void requireNoJitter(Backoff backoff) {
    if (backoff.jitter() != Jitter.NONE) {
      throw new IllegalArgumentException("jitter must be NONE, was " + backoff.jitter());
    }
  }

  private Numbers() {}
}
