package dev.forbear.plan;

/**
 * A sum that lies on a lattice: least value plus a whole number of steps.
 *
 * <p>Either the lattice is the truth (whole milliseconds), or it stands for a continuous sum; then each cell is spread evenly
 * over one step.
 */
final class LatticeSum implements SumCdf {

  /** A step is not missed by the rounding of sums of doubles. */
  private static final double ROUNDING = 1e-9;

  private final double minMs;
  private final double maxMs;
  private final double stepMs;
  private final double[] upTo;
  private final boolean isSpread;
  private final double error;

  /**
   * A sum.
   *
   * @param mass probabilities from the least value on; may end early where the rest is never asked for
   * @param isSpread whether it stands for a continuous sum
   */
  LatticeSum(
      double minMs, double maxMs, double stepMs, double[] mass, boolean isSpread, double error) {
    this.minMs = minMs;
    this.maxMs = maxMs;
    this.stepMs = stepMs;
    this.upTo = new double[mass.length];
    this.isSpread = isSpread;
    this.error = error;
    double sum = 0;
    for (int i = 0; i < mass.length; i++) {
      sum += mass[i];
      upTo[i] = Math.min(1, sum);
    }
  }

  @Override
  public double minMs() {
    return minMs;
  }

  @Override
  public double maxMs() {
    return maxMs;
  }

  @Override
  public double error() {
    return error;
  }

  @Override
  public double at(double xMs) {
    return Ranges.fits(maxMs, xMs) ? 1 : at(upTo, xMs);
  }

  /** The value at a time of any growing function on this lattice. */
  double at(double[] growing, double xMs) {
    if (!Ranges.fits(minMs, xMs) || growing.length == 0) {
      return 0;
    }
    double steps = (xMs - minMs) / stepMs + (isSpread ? 0.5 : ROUNDING);
    int cell = (int) Math.min(growing.length, Math.max(0, Math.floor(steps)));
    if (!isSpread) {
      return growing[Math.min(cell, growing.length - 1)];
    }
    double below = cell == 0 ? 0 : growing[cell - 1];
    double here = cell == growing.length ? below : growing[cell];
    return below + (here - below) * (steps - cell);
  }

  @Override
  public double partialMeanMs(double xMs) {
    double sum = 0;
    double before = 0;
    for (int i = 0; i < upTo.length; i++) {
      double steps = (xMs - minMs) / stepMs - i;
      double part = isSpread ? Math.min(1, steps + 0.5) : 1;
      if (isSpread ? part <= 0 : steps < -ROUNDING) {
        break;
      }
      sum += (upTo[i] - before) * part * (minMs + i * stepMs);
      before = upTo[i];
    }
    return sum;
  }
}
