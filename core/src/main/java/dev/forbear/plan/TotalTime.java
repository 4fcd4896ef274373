package dev.forbear.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How long tasks take: the exact distribution of the time from the start of a task to its end.
 *
 * <p>It mixes one part per way to end: a success with the k-th attempt lies at {@code (k-1) failed latencies + latency} plus
 * the sum of k - 1 waits, and so on. Steps are told from slopes: a quantile on a step is the exact time of the step.
 * Immutable.
 */
public final class TotalTime {

  /** A probability this close to a step belongs to it: sums of probabilities differ by roundings. */
  private static final double ROUNDING = 1e-12;

  /** A double has no more halvings than that between any two times of a plan. */
  private static final int MAX_HALVINGS = 200;

  private final List<EndingPart> successes;
  private final List<EndingPart> failures;
  private final double success;
  private final boolean isWholeMs;

  private TotalTime(
      List<EndingPart> successes, List<EndingPart> failures, double success, boolean isWholeMs) {
    this.successes = List.copyOf(successes);
    this.failures = List.copyOf(failures);
    this.success = success;
    this.isWholeMs = isWholeMs;
  }

  static TotalTime of(
      List<EndingPart> successes, List<EndingPart> failures, double success, Draws draws) {
    return new TotalTime(successes, failures, success, draws == Draws.WHOLE_MS);
  }

  /**
   * The probability that a task has ended, with success or without.
   *
   * @param milliseconds since its start
   */
  public double endedBy(double milliseconds) {
    double ended = sum(successes, milliseconds) + sum(failures, milliseconds);
    return ended > 1 - ROUNDING ? 1 : ended;
  }

  /**
   * The probability that a task has succeeded.
   *
   * @param milliseconds since its start
   */
  public double succeededBy(double milliseconds) {
    return sum(successes, milliseconds);
  }

  /**
   * The least time by which that share of all tasks has ended.
   *
   * @param share above 0 and below 1
   */
  public double quantileMs(double share) {
    requireShare(share);
    List<EndingPart> all = new ArrayList<>(successes);
    all.addAll(failures);
    return leastMs(all, share);
  }

  /**
   * The least time by which that share of the tasks that succeed has done so; empty where none can.
   *
   * @param share above 0 and below 1
   */
  public OptionalDouble successQuantileMs(double share) {
    requireShare(share);
    return success > 0
        ? OptionalDouble.of(leastMs(successes, share * success))
        : OptionalDouble.empty();
  }

  /** The five quantiles of all tasks. */
  Quantiles quantiles() {
    return new Quantiles(
        quantileMs(0.5), quantileMs(0.9), quantileMs(0.95), quantileMs(0.99), quantileMs(0.999));
  }

  /** The five quantiles of the tasks that succeed; only where some do. */
  Quantiles successQuantiles() {
    return new Quantiles(
        successQuantileMs(0.5).orElseThrow(),
        successQuantileMs(0.9).orElseThrow(),
        successQuantileMs(0.95).orElseThrow(),
        successQuantileMs(0.99).orElseThrow(),
        successQuantileMs(0.999).orElseThrow());
  }

  private double leastMs(List<EndingPart> parts, double wanted) {
    double least = wanted - ROUNDING * Math.min(1, wanted);
    double[] corners = corners(parts);
    int below = -1;
    int reached = corners.length - 1;
    while (reached - below > 1) {
      int middle = (below + reached) >>> 1;
      if (sum(parts, corners[middle]) >= least) {
        reached = middle;
      } else {
        below = middle;
      }
    }
    double low = below < 0 ? corners[0] : corners[below];
    double high = corners[reached];
    // Whole milliseconds step between the corners too. Slopes are met exactly; where a rounding
    // keeps a corner from being met, no time before it is found and the corner stays.
    double target = isWholeMs ? least : wanted;
    for (int i = 0; i < MAX_HALVINGS; i++) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (sum(parts, middle) >= target) {
        high = middle;
      } else {
        low = middle;
      }
    }
    if (isWholeMs) {
      // Sums of whole milliseconds and latencies; what is beyond a nanosecond is mostly rounding.
      double rounded = Elementary.nearest(high * 1e6) / 1e6;
      return sum(parts, rounded) >= least ? rounded : high;
    }
    return high;
  }

  /** The times where a part begins or ends, in order: between two of them the distribution has no step. */
  private static double[] corners(List<EndingPart> parts) {
    double[] corners = new double[2 * parts.size()];
    for (int i = 0; i < parts.size(); i++) {
      corners[2 * i] = parts.get(i).startMs();
      corners[2 * i + 1] = parts.get(i).endMs();
    }
    Arrays.sort(corners);
    return corners;
  }

  private static double sum(List<EndingPart> parts, double milliseconds) {
    double sum = 0;
    for (EndingPart part : parts) {
      if (milliseconds >= part.startMs()) {
        sum += part.upTo(milliseconds);
      }
    }
    return sum;
  }

  private static void requireShare(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("share must be above 0 and below 1, was " + share);
    }
  }
}
