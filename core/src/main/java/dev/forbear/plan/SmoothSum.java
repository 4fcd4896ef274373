package dev.forbear.plan;

/**
 * A sum of independent continuous waits.
 *
 * @param minMs its least value
 * @param above its distribution above that
 */
record SmoothSum(double minMs, PanelCdf above) implements SumCdf {

  SmoothSum plus(WaitLaw wait) {
    return new SmoothSum(minMs + wait.minMs(), above.plus(wait.atMin(), wait.widthMs()));
  }

  @Override
  public double maxMs() {
    return minMs + above.length();
  }

  @Override
  public double at(double xMs) {
    return above.at(over(xMs));
  }

  @Override
  public double partialMeanMs(double xMs) {
    double over = Math.min(over(xMs), above.length());
    if (over < 0) {
      return 0;
    }
    double probability = above.at(over);
    return minMs * probability + Math.max(0, over * probability - above.areaTo(over));
  }

  @Override
  public double error() {
    return above.error();
  }

  /** How far above the least value; what differs from it by rounding is the least value. */
  double over(double xMs) {
    double over = xMs - minMs;
    return over < 0 && Ranges.fits(minMs, xMs) ? 0 : over;
  }
}
