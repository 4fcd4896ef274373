package dev.forbear.plan;

import java.util.OptionalDouble;

/**
 * Waits each of which is drawn between the base and three times the one before it, then cut at the cap.
 *
 * <p>The waits depend on each other, so the course is followed as pairs (last draw, sum so far) on a lattice. A draw stands in
 * the middle of its cell, and where a range ends within a cell its share is put on two cells so that the mean is right; the
 * error falls with the square of the step. Every number of waits has a lattice of its own, as fine as {@link #MAX_CELLS}
 * allows, and is computed once more on half of it: the largest difference is the error that is stated.
 */
final class DecorrelatedChain {

  /** Growth of the range per wait (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). */
  private static final double GROWTH = 3;

  /** Pairs kept at once, 8 bytes each, twice. */
  private static final int MAX_CELLS = 1 << 20;

  /** Cells of the lattice that follows the draws alone, for their means. */
  private static final int DRAW_CELLS = 1 << 14;

  private final double baseMs;
  private final double capMs;
  private final PlanHintRule hintRule;
  private final double hintMs;

  DecorrelatedChain(WaitRule rule, OptionalDouble hint) {
    this.baseMs = rule.baseMs();
    this.capMs = rule.capMs();
    this.hintRule = rule.hintRule();
    this.hintMs = hint.orElse(0);
  }

  /** Whether every draw is the same, so that nothing has to be followed. */
  static boolean isFixed(WaitRule rule) {
    return rule.baseMs() == 0 || rule.capMs() <= rule.baseMs();
  }

  double minMs() {
    return waitMs(baseMs);
  }

  double maxMs(int wait) {
    return waitMs(topMs(wait));
  }

  double meanMs(int wait) {
    double topMs = topMs(wait);
    boolean isCut = topMs < baseMs * power(GROWTH, wait);
    if (!isCut && isShift()) {
      // The mean of the next range is linear in the draw: m -> (base + 3 m) / 2.
      return baseMs * (2 * power(GROWTH / 2, wait) - 1) + (waitMs(baseMs) - baseMs);
    }
    Cells cells = new Cells(topMs, DRAW_CELLS);
    double[] draws = new double[DRAW_CELLS + 1];
    cells.spread(1, baseMs, draws);
    for (int i = 1; i < wait; i++) {
      double[] next = new double[DRAW_CELLS + 1];
      double[] settled = cells.settle(draws);
      for (int cell = 0; cell < settled.length; cell++) {
        if (settled[cell] > 0) {
          cells.spread(settled[cell], cells.drawMs(cell), next);
        }
      }
      draws = next;
    }
    double mean = 0;
    double[] settled = cells.settle(draws);
    for (int cell = 0; cell < settled.length; cell++) {
      mean += settled[cell] * waitMs(cells.drawMs(cell));
    }
    return mean;
  }

  /** The stage of that wait, from 1; the first one exactly, unless the cap cuts it. */
  Stage stage(int wait, SumCdf before, double gateMs) {
    if (wait == 1 && GROWTH * baseMs <= capMs) {
      WaitLaw first = WaitLaw.uniform(baseMs, (GROWTH - 1) * baseMs).with(hintRule, hintMs);
      return new SmoothStage(new SmoothSum(0, PanelCdf.POINT), first, gateMs);
    }
    int draws = (int) Math.sqrt((double) MAX_CELLS / wait);
    Course fine = new Course(wait, draws, gateMs);
    Course coarse = new Course(wait, draws / 2, gateMs);
    double error = 0;
    LatticeSum rough = fine.sum(0);
    LatticeSum rougher = coarse.sum(0);
    for (int i = 0; i <= draws * wait; i++) {
      double xMs = rough.minMs() + i * fine.cells.stepMs;
      error = Math.max(error, Math.abs(rough.at(xMs) - rougher.at(xMs)));
    }
    if (error > PlanBounds.MAX_DECORRELATED_ERROR) {
      throw new IllegalArgumentException("decorrelated waits that grow up to " + topMs(wait)
          + " ms within " + wait + " waits are too wide: a probability may be off by at most "
          + PlanBounds.MAX_DECORRELATED_ERROR + "; lower the cap or the attempts");
    }
    LatticeSum sum = fine.sum(error);
    boolean isCut = !Ranges.fits(sum.maxMs(), gateMs);
    double waitedMs = isCut ? fine.waitedMs : meanMs(wait);
    double[] stopped = isCut ? fine.stopped() : new double[0];
    LatticeSum earlier = fine.earlier();
    return new Stage() {
      @Override
      public SumCdf sum() {
        return sum;
      }

      @Override
      public double waitedMs() {
        return waitedMs;
      }

      @Override
      public double stoppedBy(double earlierMs) {
        double cappedMs = Math.min(earlierMs, before.maxMs());
        return Math.min(before.at(earlierMs), earlier.at(stopped, cappedMs));
      }
    };
  }

  private boolean isShift() {
    return hintRule == PlanHintRule.ADD || hintMs <= baseMs;
  }

  private double topMs(int wait) {
    return Math.min(capMs, baseMs * power(GROWTH, wait));
  }

  private static double power(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  private double waitMs(double drawMs) {
    return hintRule == PlanHintRule.ADD ? drawMs + hintMs : Math.max(drawMs, hintMs);
  }

  private double longestSumMs(int waits) {
    double sum = 0;
    for (int wait = 1; wait <= waits; wait++) {
      sum += maxMs(wait);
    }
    return sum;
  }

  /** Cells of draws from the base to the top, and one more for draws that are cut there. */
  private final class Cells {

    final int count;
    final double topMs;
    final double stepMs;

    Cells(double topMs, int count) {
      this.count = count;
      this.topMs = topMs;
      this.stepMs = (topMs - baseMs) / count;
    }

    double drawMs(int cell) {
      return cell == count ? topMs : baseMs + (cell + 0.5) * stepMs;
    }

    /** Adds what follows a draw to differences: each cell holds the change from the one before it, the last one a mass. */
    void spread(double mass, double drawMs, double[] differences) {
      double rangeMs = GROWTH * drawMs - baseMs;
      double insideMs = Math.min(rangeMs, topMs - baseMs);
      differences[count] += mass * (rangeMs - insideMs) / rangeMs;
      double cells = Math.min(count, insideMs / stepMs);
      int whole = (int) cells;
      double share = mass * stepMs / rangeMs;
      differences[0] += share;
      if (whole < count) {
        differences[whole] -= share;
      }
      double rest = (cells - whole) * share;
      if (rest > 0 && whole < count) {
        double earlier = whole == 0 ? 0 : rest * (1 - (cells - whole)) / 2;
        if (whole > 0) {
          differences[whole - 1] += earlier;
          differences[whole] -= earlier;
        }
        differences[whole] += rest - earlier;
        if (whole + 1 < count) {
          differences[whole + 1] -= rest - earlier;
        }
      }
    }

    /** The masses of the differences. */
    double[] settle(double[] differences) {
      double[] masses = new double[count + 1];
      double running = 0;
      for (int cell = 0; cell < count; cell++) {
        running += differences[cell];
        masses[cell] = Math.max(0, running);
      }
      masses[count] = differences[count];
      return masses;
    }
  }

  /** One run over a lattice: the pairs before the last wait, then the sums after it. */
  private final class Course {

    final Cells cells;
    final int waits;
    final double gateMs;
    final double leastMs;

    /** How far each draw moves the sum, in steps above the least wait. */
    final double[] moves;

    double[] earlierMass = {1};
    double[] sumMass = {1};
    double[] stoppedMass = {0};
    double waitedMs;

    Course(int waits, int draws, double gateMs) {
      this.waits = waits;
      this.cells = new Cells(topMs(waits), draws);
      this.gateMs = gateMs;
      this.leastMs = minMs();
      this.moves = new double[draws + 1];
      for (int cell = 0; cell <= draws; cell++) {
        moves[cell] = (waitMs(cells.drawMs(cell)) - leastMs) / cells.stepMs;
      }
      run();
    }

    LatticeSum sum(double error) {
      return new LatticeSum(
          waits * leastMs, longestSumMs(waits), cells.stepMs, sumMass, true, error);
    }

    LatticeSum earlier() {
      return new LatticeSum(
          (waits - 1) * leastMs, longestSumMs(waits - 1), cells.stepMs, earlierMass, true, 0);
    }

    double[] stopped() {
      double[] upTo = new double[stoppedMass.length];
      double sum = 0;
      for (int i = 0; i < upTo.length; i++) {
        sum += stoppedMass[i];
        upTo[i] = sum;
      }
      return upTo;
    }

    private void run() {
      int width = cells.count + 1;
      // Before the first wait there is one pair only: the base, and nothing waited.
      double[][] pairs = new double[1][];
      for (int wait = 1; wait <= waits; wait++) {
        boolean isLast = wait == waits;
        int sums = (int) Math.ceil(wait * moves[cells.count]) + wait + 2;
        double[][] next = isLast ? new double[0][] : new double[sums][width];
        if (isLast) {
          earlierMass = new double[pairs.length];
          stoppedMass = new double[pairs.length];
          sumMass = new double[sums];
        }
        for (int x = 0; x < pairs.length; x++) {
          double[] differences = new double[width];
          double mass = 0;
          if (wait == 1) {
            cells.spread(1, baseMs, differences);
            mass = 1;
          } else {
            for (int cell = 0; cell < width; cell++) {
              double pair = pairs[x][cell];
              if (pair > 0) {
                cells.spread(pair, cells.drawMs(cell), differences);
                mass += pair;
              }
            }
          }
          if (mass > 0) {
            double[] draws = cells.settle(differences);
            if (isLast) {
              earlierMass[x] = mass;
              finish(x, draws);
            } else {
              move(x, draws, next);
            }
          }
        }
        pairs = next;
      }
    }

    private void move(int x, double[] draws, double[][] next) {
      for (int cell = 0; cell < draws.length; cell++) {
        if (draws[cell] > 0) {
          int whole = (int) moves[cell];
          double part = moves[cell] - whole;
          next[x + whole][cell] += draws[cell] * (1 - part);
          next[x + whole + 1][cell] += draws[cell] * part;
        }
      }
    }

    private void finish(int x, double[] draws) {
      for (int cell = 0; cell < draws.length; cell++) {
        if (draws[cell] > 0) {
          int whole = (int) moves[cell];
          double part = moves[cell] - whole;
          arrive(x, x + whole, cell, draws[cell] * (1 - part));
          arrive(x, x + whole + 1, cell, draws[cell] * part);
        }
      }
    }

    private void arrive(int from, int to, int cell, double mass) {
      sumMass[to] += mass;
      double steps = (gateMs - waits * leastMs) / cells.stepMs - to + 0.5;
      double fitting = Math.max(0, Math.min(1, steps));
      stoppedMass[from] += mass * (1 - fitting);
      waitedMs += mass * fitting * waitMs(cells.drawMs(cell));
    }
  }
}
