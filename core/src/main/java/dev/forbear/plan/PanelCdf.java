package dev.forbear.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of a sum of independent waits above its least value, as polynomials on panels.
 *
 * <p>The textbook form of such a sum (Irwin-Hall with different widths) adds and subtracts powers that dwarf their result: in
 * the upper tail of 40 equal waits nothing is left of the 16 digits of a double. Here one wait is added at a time by averaging,
 *
 * <pre>
 *   F_new(x) = a F(x) + (1 - a) / w * integral of F from x - w to x,
 * </pre>
 *
 * with {@code a} the probability that the wait adds nothing and {@code w} its width. An average never enlarges an error, so
 * errors add up instead of multiplying. Between its knots (the sums of some of the widths) F is a polynomial; while there are
 * few knots the panels end at them and every panel is met exactly. Later the knots lie densely and F is smooth across them,
 * so panels are halved until a polynomial agrees to {@link #TOLERANCE}.
 *
 * <p>Example with the widths 500 and 1000: the knots are 0, 500, 1000, 1500, and F is x&sup2;/10&#8310;, then
 * (x - 250)/1000, then 1 - (1500 - x)&sup2;/10&#8310;.
 */
final class PanelCdf {

  /** Nothing is added: the whole probability lies at 0. */
  static final PanelCdf POINT = new PanelCdf(new double[] {0}, new double[] {0}, List.of(), 1, 0);

  /** Agreement at which a panel is not halved: some hundred roundings of a probability. */
  private static final double TOLERANCE = 2e-14;

  /** Up to here panels end at every knot: eight different waits have no more, and nine are smooth enough without. */
  private static final int MAX_KNOTS = 256;

  /** Panels of one distribution, about 300 bytes each. Past it panels are kept as they are and their error is counted. */
  private static final int MAX_PANELS = 4096;

  /** Halvings of one panel: the corner of a wait a million million times shorter than the longest one is still found. */
  private static final int MAX_HALVINGS = 48;

  /** Where a fit is compared besides its nodes: both ends and between. */
  private static final double[] PROBES = {-1, -0.72, 0.05, 0.63, 1};

  private final double[] edges;
  private final double[] knots;
  private final double[][] values;
  private final double[][] areas;
  private final double atStart;
  private final double error;

  private PanelCdf(
      double[] edges, double[] knots, List<double[]> values, double atStart, double error) {
    this.edges = edges;
    this.knots = knots;
    this.values = values.toArray(new double[0][]);
    this.areas = new double[this.values.length][];
    this.atStart = atStart;
    this.error = error;
    double area = 0;
    for (int i = 0; i < this.values.length; i++) {
      areas[i] = Chebyshev.integral(this.values[i], (edges[i + 1] - edges[i]) / 2, area);
      area = Chebyshev.at(areas[i], 1);
    }
  }

  /** The largest value. */
  double length() {
    return edges[edges.length - 1];
  }

  /** The largest error found in fitting, of this and all sums before it. */
  double error() {
    return error;
  }

  int panels() {
    return values.length;
  }

  /** The probability of at most x. */
  double at(double x) {
    if (x < 0) {
      return 0;
    }
    if (x >= length()) {
      return 1;
    }
    int panel = panel(x);
    return Math.min(1, Math.max(0, Chebyshev.at(values[panel], inside(panel, x))));
  }

  /** The integral of the probabilities from 0 to x. */
  double areaTo(double x) {
    if (x <= 0) {
      return 0;
    }
    if (values.length == 0) {
      return x;
    }
    if (x >= length()) {
      return Chebyshev.at(areas[areas.length - 1], 1) + (x - length());
    }
    int panel = panel(x);
    return Chebyshev.at(areas[panel], inside(panel, x));
  }

  /** The integral of {@code (end - x) F(x)} from start to end. */
  double momentBetween(double start, double end) {
    double from = Math.max(0, start);
    if (from >= end) {
      return 0;
    }
    double sum = -(end - from) * areaTo(from);
    for (int i = 0; i < values.length; i++) {
      double low = Math.max(from, edges[i]);
      double high = Math.min(end, edges[i + 1]);
      if (low < high) {
        double[] twice = Chebyshev.integral(areas[i], (edges[i + 1] - edges[i]) / 2, 0);
        sum += Chebyshev.at(twice, inside(i, high)) - Chebyshev.at(twice, inside(i, low));
      }
    }
    double tail = Math.max(from, length());
    if (tail < end) {
      sum += (end - tail) * (areaTo(tail) + areaTo(end)) / 2;
    }
    return sum;
  }

  /**
   * The same sum with one more wait.
   *
   * @param atMin probability that the wait adds nothing
   * @param width the most it adds; 0 for nothing at all. Widths may only grow from one wait to the next: the average over a
   *     width far below the length would be a difference of two nearly equal areas
   */
  PanelCdf plus(double atMin, double width) {
    if (width == 0) {
      return this;
    }
    return new Sum(atMin, width).build();
  }

  private int panel(double x) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (edges[middle] <= x) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private double inside(int panel, double x) {
    double start = edges[panel];
    double end = edges[panel + 1];
    return ((x - start) - (end - x)) / (end - start);
  }

  /** One more wait, panel by panel from the left. */
  private final class Sum {

    private final double atMin;
    private final double width;
    private final double total;
    private final double tolerance;
    private final List<Double> newEdges = new ArrayList<>();
    private final List<double[]> newValues = new ArrayList<>();
    private double worst;

    Sum(double atMin, double width) {
      this.atMin = atMin;
      this.width = width;
      this.total = length() + width;
      // Two areas of the size of the length are subtracted and divided by the width.
      this.tolerance = Math.max(TOLERANCE, 8 * Elementary.ROUNDING * total / width);
    }

    PanelCdf build() {
      double[] newKnots = knots();
      newEdges.add(0.0);
      for (int i = 1; i < newKnots.length; i++) {
        fit(newKnots[i - 1], newKnots[i], 0);
      }
      double[] all = new double[newEdges.size()];
      for (int i = 0; i < all.length; i++) {
        all[i] = newEdges.get(i);
      }
      return new PanelCdf(
          all, newKnots, newValues, atMin * atStart, error + Math.max(worst, tolerance));
    }

    private double exact(double x) {
      double average = (areaTo(x) - areaTo(x - width)) / width;
      return atMin * at(x) + (1 - atMin) * average;
    }

    private void fit(double start, double end, int halvings) {
      double middle = start + (end - start) / 2;
      double half = (end - start) / 2;
      double[] samples = new double[Chebyshev.NODES];
      for (int j = 0; j < samples.length; j++) {
        samples[j] = exact(middle + half * Chebyshev.node(j));
      }
      double[] polynomial = Chebyshev.through(samples);
      double difference = 0;
      for (double probe : PROBES) {
        // At the very end of the support the sum before it has its last value already.
        double x = probe == 1 ? end : middle + half * probe;
        difference = Math.max(difference, Math.abs(Chebyshev.at(polynomial, probe) - exact(x)));
      }
      boolean isSplit = difference > tolerance
          && halvings < MAX_HALVINGS
          && newValues.size() < MAX_PANELS
          && start < middle
          && middle < end;
      if (isSplit) {
        fit(start, middle, halvings + 1);
        fit(middle, end, halvings + 1);
        return;
      }
      worst = Math.max(worst, difference);
      newEdges.add(end);
      newValues.add(polynomial);
    }

    /** The old knots and the same shifted by the width, in order; thinned where they are too many. */
    private double[] knots() {
      double[] merged = new double[2 * knots.length];
      int left = 0;
      int right = 0;
      for (int i = 0; i < merged.length; i++) {
        boolean isLeft =
            right == knots.length || (left < knots.length && knots[left] <= knots[right] + width);
        merged[i] = isLeft ? knots[left++] : knots[right++] + width;
      }
      double[] distinct = apart(merged, total * 4 * Elementary.ROUNDING);
      return distinct.length <= MAX_KNOTS + 1 ? distinct : apart(distinct, total / MAX_KNOTS);
    }

    private double[] apart(double[] sorted, double distance) {
      double[] kept = new double[sorted.length + 1];
      int count = 1;
      for (double knot : sorted) {
        if (knot - kept[count - 1] > distance && total - knot > distance) {
          kept[count++] = knot;
        }
      }
      kept[count++] = total;
      return Arrays.copyOf(kept, count);
    }
  }
}
