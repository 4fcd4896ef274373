package dev.forbear.policy;

/**
 * What went wrong, as the three facts a decision needs.
 *
 * @param isTransient whether the same request may succeed later
 * @param safeToRetry whether repeating cannot carry the operation out twice
 * @param retryAfterMs the provider's minimum wait in milliseconds, a finite number at least 0; 0 when it named none
 */
public record Failure(boolean isTransient, boolean safeToRetry, double retryAfterMs) {

  /** Checks the hint. */
  public Failure {
    Numbers.requireFiniteNotNegative("retryAfterMs", retryAfterMs);
  }

  /** A failure without a hint. */
  public Failure(boolean isTransient, boolean safeToRetry) {
    this(isTransient, safeToRetry, 0);
  }
}
