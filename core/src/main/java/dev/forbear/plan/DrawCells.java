package dev.forbear.plan;

import java.util.Arrays;

/**
 * Cells of decorrelated draws from the base to the top, and one more for draws that are cut there.
 *
 * <p>A draw stands in the middle of its cell. What follows a draw is spread evenly over its range; where that ends within a
 * cell, the share is put on two cells so that the mean is right. All draws of a cell have one range, so its shares are worked
 * out once: they are needed for every pair.
 */
final class DrawCells {

  /** Growth of the range per wait (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). */
  static final double GROWTH = 3;

  final int count;
  final double stepMs;

  private final double baseMs;
  private final double topMs;

  /** After each cell, and after the base last of all: the share cut at the top, and the share of a cell in the range. */
  private final double[] cut;

  private final double[] share;

  /** The cell in which the range ends, and the changes of the share from cell to cell around it. */
  private final int[] end;

  private final double[] before;
  private final double[] here;
  private final double[] after;

  DrawCells(double baseMs, double topMs, int count) {
    this.baseMs = baseMs;
    this.topMs = topMs;
    this.count = count;
    this.stepMs = (topMs - baseMs) / count;
    int sources = count + 2;
    this.cut = new double[sources];
    this.share = new double[sources];
    this.end = new int[sources];
    this.before = new double[sources];
    this.here = new double[sources];
    this.after = new double[sources];
    for (int cell = 0; cell <= count; cell++) {
      range(cell, drawMs(cell));
    }
    range(base(), baseMs);
  }

  private void range(int source, double drawMs) {
    double rangeMs = GROWTH * drawMs - baseMs;
    double insideMs = Math.min(rangeMs, topMs - baseMs);
    double cells = Math.min(count, insideMs / stepMs);
    cut[source] = (rangeMs - insideMs) / rangeMs;
    share[source] = stepMs / rangeMs;
    end[source] = (int) cells;
    if (end[source] < count) {
      double part = cells - end[source];
      double rest = part * share[source];
      before[source] = end[source] == 0 ? 0 : rest * (1 - part) / 2;
      here[source] = rest - 2 * before[source] - share[source];
      after[source] = before[source] - rest;
    }
  }

  /** What stands for the draws of a cell. */
  double drawMs(int cell) {
    return cell == count ? topMs : baseMs + (cell + 0.5) * stepMs;
  }

  /** How many cells draws up to that length reach. */
  int reach(double longestMs) {
    return (int) Math.min(count, Math.ceil((longestMs - baseMs) / stepMs) + 1);
  }

  /** The masses of the first draw, which follows on the base. */
  double[] first() {
    double[] changes = room();
    follow(base(), 1, changes);
    double[] masses = new double[count + 1];
    settle(changes, masses);
    return masses;
  }

  /**
   * Room for {@link #follow}: the change of each cell from the one before it, and last the mass that is cut. The first place
   * and two before the last are written to and mean nothing.
   */
  double[] room() {
    return new double[count + 4];
  }

  /** Adds what follows the draws of a cell, or the base. */
  void follow(int source, double mass, double[] changes) {
    int at = end[source];
    changes[1] += mass * share[source];
    changes[at] += mass * before[source];
    changes[at + 1] += mass * here[source];
    changes[at + 2] += mass * after[source];
    changes[count + 3] += mass * cut[source];
  }

  /** Turns changes into masses, and clears them. */
  void settle(double[] changes, double[] masses) {
    double running = 0;
    for (int cell = 0; cell < count; cell++) {
      running += changes[cell + 1];
      masses[cell] = running > 0 ? running : 0;
    }
    masses[count] = changes[count + 3];
    Arrays.fill(changes, 0);
  }

  private int base() {
    return count + 1;
  }
}
