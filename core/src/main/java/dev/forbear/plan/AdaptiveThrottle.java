package dev.forbear.plan;

/**
 * A client that refuses its own requests while its provider refuses most of them.
 *
 * <p>Source: "Handling Overload", in "Site Reliability Engineering", O'Reilly 2016: counts over two minutes, K = 2. Requests
 * are counted before they are sent, refused ones included; counting them afterwards lets a burst pass.
 */
public final class AdaptiveThrottle {

  /** Requests per accepted one that are let through (the same chapter). */
  public static final double DEFAULT_K = 2;

  /**
   * The probability that the next request is refused by the client itself.
   *
   * @param requests counted in the window, at least 0
   * @param accepts accepted by the provider in the window, at least 0; more than requests where answers come late
   * @param k requests per accepted one that are let through, finite, at least 1
   */
  public static double rejectProbability(double requests, double accepts, double k) {
    if (!(requests >= 0 && requests < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("requests must be a finite number >= 0, was " + requests);
    }
    if (!(accepts >= 0 && accepts < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("accepts must be a finite number >= 0, was " + accepts);
    }
    if (!(k >= 1 && k < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("k must be a finite number >= 1, was " + k);
    }
    return Math.max(0, (requests - k * accepts) / (requests + 1));
  }

  private AdaptiveThrottle() {}
}
