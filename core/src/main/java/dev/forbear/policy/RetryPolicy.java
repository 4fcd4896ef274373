package dev.forbear.policy;

import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import java.time.Duration;

/**
 * When another attempt is made: how many in all, after which wait, and how much time one needs to be worth starting.
 *
 * <p>{@link #decide} is a pure function: time and chance come in as arguments, so the same input always gives the same
 * answer. Instances are immutable and may be shared between threads.
 *
 * @param maxAttempts attempts in all, the first one included, at least 1
 * @param backoff the wait after each failure
 * @param minimumAttemptMs time an attempt needs to be worth starting, milliseconds, finite, more than 0
 */
public record RetryPolicy(long maxAttempts, Backoff backoff, double minimumAttemptMs) {

  private static final Decision UNSAFE = new Stop(StopReason.UNSAFE);
  private static final Decision PERMANENT = new Stop(StopReason.PERMANENT);
  private static final Decision ATTEMPTS = new Stop(StopReason.ATTEMPTS);
  private static final Decision DEADLINE = new Stop(StopReason.DEADLINE);

  /** Checks every number. */
  public RetryPolicy {
    Numbers.requireAtLeastOne("maxAttempts", maxAttempts);
    if (!(minimumAttemptMs > 0 && minimumAttemptMs < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "minimumAttemptMs must be a finite number > 0, was " + minimumAttemptMs);
    }
  }

  /**
   * Full jitter, doubling, the hint as a floor.
   *
   * @param maxAttempts attempts in all, at least 1
   * @param baseDelayMs ceiling of the first wait, milliseconds, finite, at least 0
   * @param maxDelayMs cap of the own waits, milliseconds, finite, at least 0
   * @param minimumAttemptMs time an attempt needs, milliseconds, finite, more than 0
   */
  public static RetryPolicy of(
      long maxAttempts, double baseDelayMs, double maxDelayMs, double minimumAttemptMs) {
    return new RetryPolicy(
        maxAttempts, Backoff.fullJitter(baseDelayMs, maxDelayMs), minimumAttemptMs);
  }

  /**
   * The same in durations, for people.
   *
   * @param maxAttempts attempts in all, at least 1
   * @param baseDelay ceiling of the first wait, at least 0
   * @param maxDelay cap of the own waits, at least 0
   * @param minimumAttempt time an attempt needs, more than 0
   */
  public static RetryPolicy of(
      long maxAttempts, Duration baseDelay, Duration maxDelay, Duration minimumAttempt) {
    return of(maxAttempts, ms(baseDelay), ms(maxDelay), ms(minimumAttempt));
  }

  private static double ms(Duration duration) {
    return duration.getSeconds() * 1e3 + duration.getNano() / 1e6;
  }

  /**
   * Decides what follows a failed attempt.
   *
   * <p>Everything is checked before anything is decided, then the first rule that applies answers: not safe to retry,
   * {@code unsafe}; not transient, {@code permanent}; no attempt left, {@code attempts}; wait plus minimum attempt longer
   * than the time left, {@code deadline}; else retry. A wait that fits exactly is taken.
   *
   * @param failure what went wrong
   * @param completedAttempts attempts made, the one that just failed included, at least 1
   * @param remainingMs time left to the deadline of the task, milliseconds, finite, at least 0
   * @param random at least 0 and less than 1
   * @throws IllegalArgumentException naming the value and what is allowed
   */
  public Decision decide(
      Failure failure, long completedAttempts, double remainingMs, double random) {
    Numbers.requireAtLeastOne("completedAttempts", completedAttempts);
    Numbers.requireFiniteNotNegative("remainingMs", remainingMs);
    Numbers.requireRandom(random);
    if (!failure.safeToRetry()) {
      return UNSAFE;
    }
    if (!failure.isTransient()) {
      return PERMANENT;
    }
    if (completedAttempts >= maxAttempts) {
      return ATTEMPTS;
    }
    double delayMs =
        backoff.delay(backoff.ceiling(completedAttempts - 1), random, failure.retryAfterMs());
    return fits(delayMs, remainingMs) ? new Retry(delayMs) : DEADLINE;
  }

  /** Whether a wait and a useful attempt fit into the time left; exactly equal is enough. */
  public boolean fits(double delayMs, double remainingMs) {
    return delayMs + minimumAttemptMs <= remainingMs;
  }
}
