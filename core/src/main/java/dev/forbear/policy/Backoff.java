package dev.forbear.policy;

/**
 * How long to wait after the n-th failed attempt: an exponential ceiling, a cap, a spread below it.
 *
 * <p>The ceiling after {@code n} completed attempts is {@code min(cap, base * multiplier^(n-1))}. The spread is drawn
 * <em>below</em> the capped ceiling and never cut afterwards, so that callers stay spread out for as long as an outage
 * lasts. Clamping after the draw instead puts every late wait exactly on the cap. Example with a base of 500 ms and a cap
 * of 1500 ms: the ceilings are 500, 1000, 1500, 1500; with {@link Jitter#FULL} and a random of 0.5 the waits are 250, 500,
 * 750, 750.
 *
 * <p>Source of the full and equal forms: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 *
 * @param baseMs ceiling after the first failed attempt, milliseconds, finite, at least 0; 0 means no own delay at all
 * @param multiplier growth per attempt, finite, at least 1
 * @param capMs largest own delay, milliseconds, finite, at least 0; it does not limit the provider's hint
 * @param jitter how the delay is spread below the ceiling
 * @param hintRule how the provider's hint and the own delay combine
 */
public record Backoff(
    double baseMs, double multiplier, double capMs, Jitter jitter, HintRule hintRule) {

  /** Growth per attempt where none is given. */
  public static final double DEFAULT_MULTIPLIER = 2;

  /** Checks every number. */
  public Backoff {
    Numbers.requireFiniteNotNegative("baseDelayMs", baseMs);
    Numbers.requireFiniteNotNegative("maxDelayMs", capMs);
    if (!(multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "multiplier must be a finite number >= 1, was " + multiplier);
    }
  }

  /** Doubling, full jitter, the hint as a floor. */
  public static Backoff fullJitter(double baseMs, double capMs) {
    return new Backoff(baseMs, DEFAULT_MULTIPLIER, capMs, Jitter.FULL, HintRule.FLOOR);
  }

  /** Doubling without jitter: the wait is the ceiling. */
  public static Backoff noJitter(double baseMs, double capMs) {
    return new Backoff(baseMs, DEFAULT_MULTIPLIER, capMs, Jitter.NONE, HintRule.FLOOR);
  }

  /**
   * The upper limit of the own delay after that many attempts.
   *
   * @param completedAttempts attempts made, at least 1
   * @return milliseconds, between 0 and the cap
   */
  public double ceilingMs(long completedAttempts) {
    Numbers.requireAtLeastOne("completedAttempts", completedAttempts);
    return ceiling(completedAttempts - 1);
  }

  /**
   * The wait after that many attempts.
   *
   * @param completedAttempts attempts made, at least 1
   * @param random at least 0 and less than 1
   * @param hintMs the provider's minimum wait, milliseconds, finite, at least 0; 0 for none
   * @return milliseconds, never less than the hint; the own part is never more than the cap
   */
  public double delayMs(long completedAttempts, double random, double hintMs) {
    Numbers.requireRandom(random);
    Numbers.requireFiniteNotNegative("retryAfterMs", hintMs);
    return delay(ceilingMs(completedAttempts), random, hintMs);
  }

  /** {@link #delayMs} after its checks. */
  double delay(double ceiling, double random, double hintMs) {
    double own = switch (jitter) {
      case NONE -> ceiling;
      case FULL -> Math.floor(random * ceiling);
      case EQUAL -> ceiling / 2 + Math.floor(random * (ceiling / 2));
    };
    return hintRule == HintRule.FLOOR ? Math.max(own, hintMs) : hintMs + own;
  }

  /** The ceiling for an exponent; a power too large for a double means the cap, and zero stays zero. */
  double ceiling(long exponent) {
    if (baseMs == 0) {
      return 0;
    }
    return Math.min(capMs, baseMs * power(exponent));
  }

  /** By squaring: products of doubles are the same on every machine and in a browser, what {@link Math#pow} gives is not. */
  private double power(long exponent) {
    double power = 1;
    double square = multiplier;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        power *= square;
      }
      square *= square;
    }
    return power;
  }
}
