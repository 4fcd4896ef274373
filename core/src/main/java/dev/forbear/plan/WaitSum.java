package dev.forbear.plan;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How long several waits take together, with continuous draws or in whole milliseconds as the runtime draws them.
 *
 * <p>Example: the waits below 500, 1000 and 2000 ms with full jitter are 1750 ms on average as continuous draws and 1748.5 ms
 * in whole milliseconds; both are below 1750 ms and 1749 ms in half of all cases. Immutable.
 */
public final class WaitSum {

  private final SumCdf sum;
  private final double meanMs;
  private final Draws draws;

  private WaitSum(SumCdf sum, double meanMs, Draws draws) {
    this.sum = sum;
    this.meanMs = meanMs;
    this.draws = draws;
  }

  /**
   * The sum of one wait below each ceiling.
   *
   * @param ceilingsMs milliseconds, each at least 0, at most {@link PlanBounds#MAX_ATTEMPTS} of them
   * @param jitter how each wait spreads; not decorrelated, whose waits have no ceilings of their own
   * @param hintRule how the hint and the own wait combine
   * @param retryAfterMs the hint that comes with every failure, milliseconds, at least 0; empty for none
   * @param draws any number, or whole milliseconds
   * @throws IllegalArgumentException naming the value or the bound
   */
  public static WaitSum of(
      List<Double> ceilingsMs,
      PlanJitter jitter,
      PlanHintRule hintRule,
      OptionalDouble retryAfterMs,
      Draws draws) {
    if (ceilingsMs.size() > PlanBounds.MAX_ATTEMPTS) {
      throw new IllegalArgumentException("ceilingsMs must be at most " + PlanBounds.MAX_ATTEMPTS
          + " numbers, were " + ceilingsMs.size());
    }
    if (retryAfterMs.isPresent()) {
      Ranges.requireMs("retryAfterMs", retryAfterMs.getAsDouble());
    }
    double[] ascending = new double[ceilingsMs.size()];
    for (int i = 0; i < ascending.length; i++) {
      ascending[i] = Ranges.requireMs("ceilingsMs", ceilingsMs.get(i));
    }
    Arrays.sort(ascending);
    return draws == Draws.WHOLE_MS
        ? wholeMs(ascending, jitter, hintRule, retryAfterMs)
        : continuous(ascending, jitter, hintRule, retryAfterMs);
  }

  private static WaitSum continuous(
      double[] ceilingsMs, PlanJitter jitter, PlanHintRule hintRule, OptionalDouble hint) {
    SmoothSum sum = new SmoothSum(0, PanelCdf.POINT);
    double meanMs = 0;
    for (double ceilingMs : ceilingsMs) {
      WaitLaw law = WaitLaw.of(ceilingMs, jitter, hintRule, hint);
      sum = sum.plus(law);
      meanMs += law.meanMs();
    }
    return new WaitSum(sum, meanMs, Draws.CONTINUOUS);
  }

  private static WaitSum wholeMs(
      double[] ceilingsMs, PlanJitter jitter, PlanHintRule hintRule, OptionalDouble hint) {
    double[] mass = {1};
    LatticeSum sum = new LatticeSum(0, 0, 1, mass, false, 0);
    double meanMs = 0;
    for (double ceilingMs : ceilingsMs) {
      WholeMsLaw law = WholeMsLaw.of(ceilingMs, jitter, hintRule, hint);
      double cells = mass.length + law.steps();
      WaitCourse.requireCells(cells);
      WholeMsStage stage = WholeMsStage.of(sum, mass, law, Double.POSITIVE_INFINITY, (int) cells);
      mass = stage.mass();
      sum = stage.sum();
      meanMs += law.meanMs();
    }
    return new WaitSum(sum, meanMs, Draws.WHOLE_MS);
  }

  /** The least sum, milliseconds. */
  public double minMs() {
    return sum.minMs();
  }

  /** The largest sum, milliseconds; continuous draws approach it. */
  public double maxMs() {
    return sum.maxMs();
  }

  /** The average sum, milliseconds. */
  public double meanMs() {
    return meanMs;
  }

  /** How exact the probabilities are, and which draws they speak of. */
  public Precision precision() {
    return new Precision(draws, sum.error());
  }

  /**
   * The probability of at most that sum.
   *
   * @param milliseconds any number but NaN
   */
  public double probabilityWithin(double milliseconds) {
    if (Double.isNaN(milliseconds)) {
      throw new IllegalArgumentException("milliseconds must be a number, was NaN");
    }
    return sum.at(milliseconds);
  }

  /**
   * The least sum that is not exceeded in that share of cases.
   *
   * @param share above 0 and below 1
   */
  public double quantileMs(double share) {
    TotalTime time = TotalTime.of(
        List.of(new Ending(1, 0, sum, Double.POSITIVE_INFINITY, sum::at)), List.of(), 1, draws);
    return time.quantileMs(share);
  }
}
