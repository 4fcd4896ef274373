package dev.forbear.plan;

/**
 * Elementary functions that give the same numbers on every JVM and in a browser.
 *
 * <p>What stands here is not the same everywhere in {@link Math}: a JVM may use the processor's own exponential, and the
 * class library of the compiler to JavaScript (TeaVM 0.16.0) rounds through 64 bit integers and loses the small results of
 * {@code expm1} and {@code log1p}. {@link StrictMath#exp} and {@link StrictMath#log} are fdlibm, which V8 and SpiderMonkey have too.
 */
final class Elementary {

  /** The distance from 1 to the next double; twice the largest relative error of one operation. */
  static final double ROUNDING = 0x1p-52;

  /**
   * {@code e^x - 1}, with all digits where x is small.
   *
   * <p>Source: W. Kahan, by N. J. Higham, "Accuracy and Stability of Numerical Algorithms", SIAM 2002, section 1.14.1: the
   * rounding of {@code e^x} cancels against that of its logarithm.
   */
  static double expm1(double x) {
    double power = StrictMath.exp(x);
    if (power == 1) {
      return x;
    }
    double difference = power - 1;
    return difference == -1 || power == Double.POSITIVE_INFINITY
        ? difference
        : difference * x / StrictMath.log(power);
  }

  /** {@code ln(1 + x)} for x of at least 0, with all digits where x is small; the same source. */
  static double log1p(double x) {
    double sum = 1 + x;
    return sum == 1 || sum == Double.POSITIVE_INFINITY ? x : x * StrictMath.log(sum) / (sum - 1);
  }

  /** The nearest whole number, halves up. */
  static double nearest(double x) {
    double below = Math.floor(x);
    return x - below < 0.5 ? below : below + 1;
  }

  private Elementary() {}
}
