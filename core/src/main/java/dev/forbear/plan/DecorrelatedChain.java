package dev.forbear.plan;

import java.util.Arrays;
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

  /** Pairs kept at once, 8 bytes each, twice. */
  private static final int MAX_CELLS = 1 << 20;

  /** Cells of the lattice that follows the draws alone, for their means. */
  private static final int DRAW_CELLS = 1 << 14;

  private final double baseMs;
  private final double capMs;
  private final PlanHintRule hintRule;
  private final double hintMs;

  /** Room for pairs before and after a wait, one after the other used by every course: fresh memory takes longer than sums. */
  private double[] pairs = {};

  private double[] nextPairs = {};

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
    boolean isCut = topMs < baseMs * power(DrawCells.GROWTH, wait);
    if (!isCut && isShift()) {
      // The mean of the next range is linear in the draw: m -> (base + 3 m) / 2.
      return baseMs * (2 * power(DrawCells.GROWTH / 2, wait) - 1) + (waitMs(baseMs) - baseMs);
    }
    DrawCells cells = new DrawCells(baseMs, topMs, DRAW_CELLS);
    double[] draws = cells.first();
    double[] changes = cells.room();
    for (int i = 1; i < wait; i++) {
      for (int cell = 0; cell < draws.length; cell++) {
        cells.follow(cell, draws[cell], changes);
      }
      cells.settle(changes, draws);
    }
    double mean = 0;
    for (int cell = 0; cell < draws.length; cell++) {
      mean += draws[cell] * waitMs(cells.drawMs(cell));
    }
    return mean;
  }

  /** The stage of that wait, from 1; the first one exactly, unless the cap cuts it. */
  Stage stage(int wait, SumCdf before, double gateMs) {
    if (wait == 1 && DrawCells.GROWTH * baseMs <= capMs) {
      WaitLaw first =
          WaitLaw.uniform(baseMs, (DrawCells.GROWTH - 1) * baseMs).with(hintRule, hintMs);
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

  private void clearPairs(int count) {
    if (pairs.length < count) {
      pairs = new double[MAX_CELLS];
      nextPairs = new double[MAX_CELLS];
    }
    Arrays.fill(pairs, 0, count, 0);
    Arrays.fill(nextPairs, 0, count, 0);
  }

  private boolean isShift() {
    return hintRule == PlanHintRule.ADD || hintMs <= baseMs;
  }

  private double topMs(int wait) {
    return Math.min(capMs, baseMs * power(DrawCells.GROWTH, wait));
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

  /** One run over a lattice: the pairs before the last wait, then the sums after it. */
  private final class Course {

    final DrawCells cells;
    final int waits;
    final double gateMs;
    final double leastMs;

    /** How far each draw moves the sum, in steps above the least wait. */
    final double[] moves;

    double[] earlierMass = {};
    double[] sumMass = {};
    double[] stoppedMass = {};
    double waitedMs;

    Course(int waits, int draws, double gateMs) {
      this.waits = waits;
      this.cells = new DrawCells(baseMs, topMs(waits), draws);
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
      earlierMass = new double[sums(waits - 1)];
      stoppedMass = new double[earlierMass.length];
      sumMass = new double[sums(waits)];
      if (waits == 1) {
        earlierMass[0] = 1;
        finish(0, cells.first());
        return;
      }
      // Rows of sums, in each the masses of the last draw.
      int rows = earlierMass.length;
      clearPairs(rows * width);
      double[] before = pairs;
      double[] next = nextPairs;
      double[] changes = cells.room();
      double[] draws = cells.first();
      move(0, draws, cells.count, next);
      for (int wait = 2; wait <= waits; wait++) {
        double[] done = before;
        before = next;
        next = done;
        Arrays.fill(next, 0, rows * width, 0);
        int reached = cells.reach(topMs(wait - 1));
        int reaching = cells.reach(topMs(wait));
        int sums = sums(wait - 1);
        for (int x = 0; x < sums; x++) {
          double mass = follow(before, x * width, reached, changes);
          if (mass > 0) {
            cells.settle(changes, draws);
            if (wait == waits) {
              earlierMass[x] = mass;
              finish(x, draws);
            } else {
              move(x, draws, reaching, next);
            }
          }
        }
      }
    }

    /** How many sums that many waits may have. */
    private int sums(int wait) {
      return wait == 0 ? 1 : (int) Math.ceil(wait * moves[cells.count]) + wait + 2;
    }

    private double follow(double[] before, int row, int reached, double[] changes) {
      double mass = 0;
      for (int cell = 0; cell < reached; cell++) {
        double pair = before[row + cell];
        if (pair > 0) {
          cells.follow(cell, pair, changes);
          mass += pair;
        }
      }
      double top = before[row + cells.count];
      cells.follow(cells.count, top, changes);
      return mass + top;
    }

    private void move(int x, double[] draws, int reached, double[] next) {
      for (int cell = 0; cell < reached; cell++) {
        move(x, cell, draws[cell], next);
      }
      move(x, cells.count, draws[cells.count], next);
    }

    private void move(int x, int cell, double mass, double[] next) {
      int whole = (int) moves[cell];
      double part = moves[cell] - whole;
      int place = (x + whole) * moves.length + cell;
      next[place] += mass * (1 - part);
      next[place + moves.length] += mass * part;
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
      waitedMs += mass * fitting * (leastMs + moves[cell] * cells.stepMs);
    }
  }
}
