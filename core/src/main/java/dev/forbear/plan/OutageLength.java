package dev.forbear.plan;

import java.util.List;

/**
 * How long outages last, and whom a retry rescues.
 *
 * <p>A task that meets an outage meets it at a random moment of it, and more likely a long one. It is rescued when the rest is
 * over by the start of its last attempt: {@code (1 / mean) * integral of P(length > u) for u from 0 to that start}. Example:
 * with outages of 5 s on average, exponentially distributed, a last attempt 7.1 s after the first rescues 76 %; with real
 * incidents of an hour or two it rescues less than one in a thousand.
 */
public sealed interface OutageLength {

  /**
   * The share of tasks that meet an outage and outlast it.
   *
   * @param lastStartMs start of the last attempt after that of the first, milliseconds, at least 0
   */
  double rescued(double lastStartMs);

  /**
   * Always the same.
   *
   * @param milliseconds above 0
   */
  record Fixed(double milliseconds) implements OutageLength {

    /** Checks the length. */
    public Fixed {
      Ranges.requirePositiveMs("length", milliseconds);
    }

    @Override
    public double rescued(double lastStartMs) {
      return Math.min(1, Ranges.requireMs("lastStartMs", lastStartMs) / milliseconds);
    }
  }

  /**
   * Without memory.
   *
   * @param meanMs above 0
   */
  record Exponential(double meanMs) implements OutageLength {

    /** Checks the mean. */
    public Exponential {
      Ranges.requirePositiveMs("meanMs", meanMs);
    }

    @Override
    public double rescued(double lastStartMs) {
      return -Elementary.expm1(-Ranges.requireMs("lastStartMs", lastStartMs) / meanMs);
    }
  }

  /**
   * Many short ones and a few very long ones, as incidents of providers are.
   *
   * @param meanMs above 0
   * @param variation standard deviation divided by the mean, above 0 and at most 1000
   */
  record LogNormal(double meanMs, double variation) implements OutageLength {

    private static final double MAX_VARIATION = 1000;

    /** Checks both. */
    public LogNormal {
      Ranges.requirePositiveMs("meanMs", meanMs);
      if (!(variation > 0 && variation <= MAX_VARIATION)) {
        throw new IllegalArgumentException(
            "variation must be above 0 and at most " + MAX_VARIATION + ", was " + variation);
      }
    }

    @Override
    public double rescued(double lastStartMs) {
      double start = Ranges.requireMs("lastStartMs", lastStartMs);
      if (start == 0) {
        return 0;
      }
      double sigma = Math.sqrt(Elementary.log1p(variation * variation));
      double standard = (StrictMath.log(start / meanMs) + sigma * sigma / 2) / sigma;
      // E[min(length, start)] / mean: shorter ones count whole, longer ones with the start.
      double shorter = Normal.below(standard - sigma);
      double longer = start / meanMs * Normal.below(-standard);
      return Math.min(1, shorter + longer);
    }
  }

  /**
   * Lengths that were observed.
   *
   * @param lengthsMs milliseconds, each above 0, at least one
   */
  record Observed(List<Double> lengthsMs) implements OutageLength {

    /** Checks every length. */
    public Observed {
      lengthsMs = List.copyOf(lengthsMs);
      if (lengthsMs.isEmpty()) {
        throw new IllegalArgumentException("lengthsMs must hold at least one length, was empty");
      }
      for (double lengthMs : lengthsMs) {
        Ranges.requirePositiveMs("lengthsMs", lengthMs);
      }
    }

    @Override
    public double rescued(double lastStartMs) {
      double start = Ranges.requireMs("lastStartMs", lastStartMs);
      double sum = 0;
      double within = 0;
      for (double lengthMs : lengthsMs) {
        sum += lengthMs;
        within += Math.min(lengthMs, start);
      }
      return within / sum;
    }
  }
}
