package dev.forbear.policy;

import java.util.OptionalDouble;
import java.util.Set;

/**
 * The delay after a named error, in seconds: the fixed contract {@code nextDelay(attempt, errorCode)}.
 *
 * <p>Deterministic: no jitter, no clock. Zero means retry at once, empty means stop.
 *
 * @param maxAttempts attempts in all, at least 1
 * @param backoff base and cap, both in <em>seconds</em> here; {@link Jitter#NONE}
 * @param retryableErrors the codes that may be retried; every other one stops
 */
public record DelayPlan(long maxAttempts, Backoff backoff, Set<String> retryableErrors) {

  /** Checks attempts and jitter, and keeps its own copy of the codes. */
  public DelayPlan {
    Numbers.requireAtLeastOne("maxAttempts", maxAttempts);
    Numbers.requireNoJitter(backoff);
    retryableErrors = Set.copyOf(retryableErrors);
  }

  /**
   * A doubling plan.
   *
   * @param maxAttempts attempts in all, at least 1
   * @param baseDelay seconds, finite, at least 0
   * @param maxDelay seconds, finite, at least 0
   * @param retryableErrors the codes that may be retried
   */
  public static DelayPlan ofSeconds(
      long maxAttempts, double baseDelay, double maxDelay, Set<String> retryableErrors) {
    Numbers.requireFiniteNotNegative("baseDelay", baseDelay);
    Numbers.requireFiniteNotNegative("maxDelay", maxDelay);
    return new DelayPlan(maxAttempts, Backoff.noJitter(baseDelay, maxDelay), retryableErrors);
  }

  /**
   * The delay before the attempt that follows.
   *
   * @param attempt number of the attempt that failed, from 1; lower numbers count as the first
   * @param errorCode what it failed with
   * @return seconds; empty when no attempt follows
   */
  public OptionalDouble nextDelay(long attempt, String errorCode) {
    if (!retryableErrors.contains(errorCode) || attempt >= maxAttempts) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(backoff.ceiling(Math.max(1, attempt) - 1));
  }
}
