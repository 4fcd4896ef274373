package dev.forbear.plan;

/** The standard normal distribution. */
final class Normal {

  /** From here on the continued fraction converges faster than the series. */
  private static final double SERIES_LIMIT = 3;

  /** Terms of the continued fraction that give all digits of a double from 3 on; measured against the series at 3. */
  private static final int FRACTION_TERMS = 80;

  /**
   * The probability of at most z.
   *
   * <p>Source: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 26.2.11 (series) and 26.2.14 (fraction).
   */
  static double below(double z) {
    if (z == 0) {
      return 0.5;
    }
    double size = Math.abs(z);
    if (size < SERIES_LIMIT) {
      double half = density(size) * series(size);
      return z > 0 ? 0.5 + half : 0.5 - half;
    }
    double tail = density(size) * fraction(size);
    return z > 0 ? 1 - tail : tail;
  }

  private static double density(double z) {
    return StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** z + z^3/3 + z^5/(3 5) + … until nothing changes; every term is positive. */
  private static double series(double z) {
    double term = z;
    double sum = z;
    double before = 0;
    for (int odd = 3; sum != before; odd += 2) {
      before = sum;
      term *= z * z / odd;
      sum += term;
    }
    return sum;
  }

  /** 1/(z + 1/(z + 2/(z + 3/(z + …)))), from the inside. */
  private static double fraction(double z) {
    double value = z;
    for (int k = FRACTION_TERMS; k > 0; k--) {
      value = z + k / value;
    }
    return 1 / value;
  }

  private Normal() {}
}
