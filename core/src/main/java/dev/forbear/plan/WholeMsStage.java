package dev.forbear.plan;

/** A wait in whole milliseconds that does not depend on those before it; every sum cell by cell. */
final class WholeMsStage implements Stage {

  private final LatticeSum before;
  private final LatticeSum sum;
  private final double[] mass;
  private final double waitedMs;
  private final double[] stopped;

  private WholeMsStage(
      LatticeSum before, LatticeSum sum, double[] mass, double waitedMs, double[] stopped) {
    this.before = before;
    this.sum = sum;
    this.mass = mass;
    this.waitedMs = waitedMs;
    this.stopped = stopped;
  }

  /**
   * The next stage.
   *
   * @param beforeMass probabilities of the sum before, from its least value on
   * @param cells how many cells the gate leaves, at least 1
   */
  static WholeMsStage of(
      LatticeSum before, double[] beforeMass, WholeMsLaw wait, double gateMs, int cells) {
    double[] mass = convolve(beforeMass, wait, cells);
    double minMs = before.minMs() + wait.minMs();
    double maxMs = before.maxMs() + wait.maxMs();
    // A running sum of n cells is off by at most n roundings of 1.
    double error = before.error() + cells * Elementary.ROUNDING;
    LatticeSum sum = new LatticeSum(minMs, maxMs, 1, mass, false, error);
    if (Ranges.fits(maxMs, gateMs)) {
      return new WholeMsStage(before, sum, mass, wait.meanMs(), new double[0]);
    }
    double waitedMs = 0;
    double[] stopped = new double[beforeMass.length];
    double stoppedSoFar = 0;
    for (int i = 0; i < beforeMass.length; i++) {
      double room = cells - 1.0 - i;
      stoppedSoFar += beforeMass[i] * (1 - fitting(wait, room));
      stopped[i] = stoppedSoFar;
      waitedMs += beforeMass[i] * fittingMeanMs(wait, room);
    }
    return new WholeMsStage(before, sum, mass, waitedMs, stopped);
  }

  double[] mass() {
    return mass;
  }

  @Override
  public LatticeSum sum() {
    return sum;
  }

  @Override
  public double waitedMs() {
    return waitedMs;
  }

  @Override
  public double stoppedBy(double earlierMs) {
    return before.at(stopped, earlierMs);
  }

  /** Probability of at most that many milliseconds above the least wait. */
  private static double fitting(WholeMsLaw wait, double room) {
    if (room < 0) {
      return 0;
    }
    return room >= wait.steps()
        ? 1
        : wait.first() + Math.min(room, wait.innerCount()) * wait.inner();
  }

  private static double fittingMeanMs(WholeMsLaw wait, double room) {
    if (room < 0) {
      return 0;
    }
    if (room >= wait.steps()) {
      return wait.meanMs();
    }
    double inner = Math.min(room, wait.innerCount());
    return wait.minMs() * fitting(wait, room) + wait.inner() * inner * (inner + 1) / 2;
  }

  /** One more wait by a running sum: each cell costs the same, however wide the wait is. */
  private static double[] convolve(double[] before, WholeMsLaw wait, int cells) {
    double[] after = new double[cells];
    double[] upTo = new double[before.length + 1];
    for (int i = 0; i < before.length; i++) {
      upTo[i + 1] = upTo[i] + before[i];
    }
    double count = wait.innerCount();
    for (int i = 0; i < cells; i++) {
      double mass = i < before.length ? wait.first() * before[i] : 0;
      // Values 1 .. count above the least come from the cells i - count .. i - 1.
      int end = Math.min(i, before.length);
      int start = (int) Math.min(end, Math.max(0, i - count));
      mass += wait.inner() * (upTo[end] - upTo[start]);
      double from = i - wait.steps();
      if (wait.last() > 0 && from >= 0 && from < before.length) {
        mass += wait.last() * before[(int) from];
      }
      after[i] = Math.max(0, mass);
    }
    return after;
  }
}
