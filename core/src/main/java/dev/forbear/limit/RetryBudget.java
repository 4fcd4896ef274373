package dev.forbear.limit;

/**
 * How large a share of the traffic to one target may be repeats: a bucket of tokens that successes fill and further attempts
 * empty.
 *
 * <p>Every success adds {@code ratio} tokens, up to {@code capacity}; every attempt beyond a task's first takes one, and is
 * not made when there is none. So over any stretch of time the load stays below {@code 1 + ratio} times the tasks plus
 * {@code capacity}, however long an outage lasts: an outage brings no successes, and the repeats run dry. A bucket begins
 * full, so that a service that has just started may repeat too.
 *
 * <p>Source: "Handling Overload" in "Site Reliability Engineering", O'Reilly 2016, which keeps repeats below a tenth of the
 * requests; the bucket over successes is that of gRPC's proposal A6.
 *
 * @param ratio tokens per success, at least 0 and at most 1; counted in millionths
 * @param capacity tokens at most, at least 0 and at most {@value #MAX_CAPACITY}
 */
public record RetryBudget(double ratio, double capacity) {

  /** Beyond it a bucket limits nothing any more; and its millionths stay whole numbers of a double. */
  public static final double MAX_CAPACITY = 1e9;

  /** A tenth of the requests (the same chapter). */
  public static final double DEFAULT_RATIO = 0.1;

  /** Checks both numbers. */
  public RetryBudget {
    if (!(ratio >= 0 && ratio <= 1)) {
      throw new IllegalArgumentException("retry budget: ratio must be from 0 to 1, was " + ratio);
    }
    if (!(capacity >= 0 && capacity <= MAX_CAPACITY)) {
      throw new IllegalArgumentException(
          "retry budget: capacity must be from 0 to 1e9 tokens, was " + capacity);
    }
  }

  /** A full bucket of this size. */
  public RetryTokens full() {
    return new RetryTokens(this);
  }
}
