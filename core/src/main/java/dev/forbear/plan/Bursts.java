package dev.forbear.plan;

/**
 * Failures that come in bursts: a provider that is good and bad by turns, each for an exponentially distributed time.
 *
 * <p>The model of Gilbert and Elliott (E. N. Gilbert, "Capacity of a burst-noise channel", 1960; E. O. Elliott, 1963), in
 * continuous time. An attempt fails with the rate of the state it starts in.
 *
 * @param failureRateGood share of attempts that fail in good times, 0 to 1
 * @param failureRateBad share of attempts that fail in bad times, 0 to 1
 * @param meanGoodMs mean length of good times, milliseconds, above 0
 * @param meanBadMs mean length of bad times, milliseconds, above 0
 */
public record Bursts(
    double failureRateGood, double failureRateBad, double meanGoodMs, double meanBadMs) {

  /** Checks every number. */
  public Bursts {
    Ranges.requireProbability("failureRateGood", failureRateGood);
    Ranges.requireProbability("failureRateBad", failureRateBad);
    Ranges.requirePositiveMs("meanGoodMs", meanGoodMs);
    Ranges.requirePositiveMs("meanBadMs", meanBadMs);
  }

  /**
   * Outages of that mean length that make that share of all attempts fail, and no other failure.
   *
   * @param failureRate above 0 and below 1
   * @param meanBadMs mean length of an outage, milliseconds, above 0
   */
  public static Bursts outages(double failureRate, double meanBadMs) {
    if (!(failureRate > 0 && failureRate < 1)) {
      throw new IllegalArgumentException(
          "failureRate must be above 0 and below 1 for outages, was " + failureRate);
    }
    return new Bursts(0, 1, meanBadMs * ((1 - failureRate) / failureRate), meanBadMs);
  }

  /** The share of time that is bad. */
  public double badShare() {
    return meanBadMs / (meanGoodMs + meanBadMs);
  }

  /** The share of all first attempts that fail. */
  public double overallFailureRate() {
    return (1 - badShare()) * failureRateGood + badShare() * failureRateBad;
  }
}
