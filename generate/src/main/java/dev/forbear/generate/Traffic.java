package dev.forbear.generate;

/**
 * What the figures beside a text are planned for: attempts fail independently and all take the same time.
 *
 * @param failureRate share of attempts that fail, 0 to 1
 * @param latencyMs how long an attempt takes, milliseconds, finite, at least 0
 */
public record Traffic(double failureRate, double latencyMs) {

  /** The published example: 8 % failures, 1200 ms each. */
  public static final Traffic EXAMPLE = new Traffic(0.08, 1200);

  /** Checks both numbers. */
  public Traffic {
    if (!(failureRate >= 0 && failureRate <= 1)) {
      throw new IllegalArgumentException("failureRate must be from 0 to 1, was " + failureRate);
    }
    if (!(latencyMs >= 0 && latencyMs < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "latencyMs must be a finite number >= 0, was " + latencyMs);
    }
  }
}
