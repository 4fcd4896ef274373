package dev.forbear.generate;

/** One way in which calls end: at an offset plus the time waited, or at the deadline if that is sooner. */
final class Ends {

  private final double share;
  private final double offsetMs;
  private final double stepMs;
  private final double[] cumulative;
  private final double cutMs;
  private final double meanMs;

  /**
   * @param share what the probabilities are multiplied with
   * @param offsetMs time beside the waits, milliseconds
   * @param stepMs distance of two points, milliseconds
   * @param by probabilities by time waited
   * @param cutMs where what would end later ends, milliseconds
   */
  Ends(double share, double offsetMs, double stepMs, double[] by, double cutMs) {
    this.share = share;
    this.offsetMs = offsetMs;
    this.stepMs = stepMs;
    this.cumulative = Course.cumulative(by);
    this.cutMs = cutMs;
    double mean = 0;
    for (int i = 0; i < by.length; i++) {
      mean += by[i] * Math.min(cutMs, offsetMs + i * stepMs);
    }
    this.meanMs = share * mean;
  }

  static Ends at(double milliseconds, double probability) {
    return new Ends(1, milliseconds, 1, new double[] {probability}, Double.POSITIVE_INFINITY);
  }

  double meanMs() {
    return meanMs;
  }

  double upTo(double milliseconds) {
    if (milliseconds >= cutMs) {
      return share * cumulative[cumulative.length - 1];
    }
    double at = Math.floor((milliseconds - offsetMs) / stepMs + 1e-9);
    return at < 0 ? 0 : share * cumulative[(int) Math.min(cumulative.length - 1.0, at)];
  }
}
