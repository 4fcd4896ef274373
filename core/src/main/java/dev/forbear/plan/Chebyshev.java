package dev.forbear.plan;

/**
 * Polynomials on [-1, 1] as sums of Chebyshev polynomials, of degree below {@link #NODES} when fitted.
 *
 * <p>Source: L. N. Trefethen, "Approximation Theory and Approximation Practice", SIAM 2013, chapters 3 and 19; C. W. Clenshaw,
 * "A note on the summation of Chebyshev series", 1955.
 */
final class Chebyshev {

  /** Sums of up to 15 uniform waits are polynomials of at most that degree between their knots, so they are met exactly. */
  static final int NODES = 16;

  /**
   * The cosines of 0 to 16 parts of a quarter turn, written out because the last digit of a computed one depends on who
   * computes it.
   */
  private static final double[] QUARTER = {
    1.0,
    0.9951847266721969,
    0.9807852804032304,
    0.9569403357322088,
    0.9238795325112867,
    0.881921264348355,
    0.8314696123025452,
    0.773010453362737,
    0.7071067811865476,
    0.6343932841636455,
    0.5555702330196022,
    0.47139673682599764,
    0.3826834323650898,
    0.2902846772544624,
    0.19509032201612828,
    0.0980171403295606,
    0.0
  };

  private static final double[] NODE = new double[NODES];
  private static final double[][] COSINE = new double[NODES][NODES];

  static {
    for (int j = 0; j < NODES; j++) {
      NODE[j] = cosine(2 * j + 1);
      for (int i = 0; i < NODES; i++) {
        COSINE[i][j] = cosine(i * (2 * j + 1)) * (i == 0 ? 1.0 : 2.0) / NODES;
      }
    }
  }

  /** The cosine of that many parts, 64 of which are a whole turn. */
  static double cosine(int parts) {
    int onward = parts % (4 * NODES);
    int part = Math.min(onward, 4 * NODES - onward);
    return part <= NODES ? QUARTER[part] : -QUARTER[2 * NODES - part];
  }

  static double node(int j) {
    return NODE[j];
  }

  /** Coefficients of the polynomial with those values at the nodes. */
  static double[] through(double[] values) {
    double[] coefficients = new double[NODES];
    for (int i = 0; i < NODES; i++) {
      double sum = 0;
      for (int j = 0; j < NODES; j++) {
        sum += COSINE[i][j] * values[j];
      }
      coefficients[i] = sum;
    }
    return coefficients;
  }

  static double at(double[] coefficients, double t) {
    double next = 0;
    double afterNext = 0;
    for (int i = coefficients.length - 1; i > 0; i--) {
      double current = coefficients[i] + 2 * t * next - afterNext;
      afterNext = next;
      next = current;
    }
    return coefficients[0] + t * next - afterNext;
  }

  /**
   * The integral from -1 on.
   *
   * @param scale half the length of the interval that [-1, 1] stands for
   * @param start the value at -1
   */
  static double[] integral(double[] coefficients, double scale, double start) {
    int length = coefficients.length;
    double[] integral = new double[length + 1];
    for (int i = 1; i <= length; i++) {
      double below = i == 1 ? 2 * coefficients[0] : coefficients[i - 1];
      double above = i + 1 < length ? coefficients[i + 1] : 0;
      integral[i] = scale * (below - above) / (2 * i);
    }
    integral[0] = start - at(integral, -1);
    return integral;
  }

  private Chebyshev() {}
}
