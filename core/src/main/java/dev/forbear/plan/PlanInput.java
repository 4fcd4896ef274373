package dev.forbear.plan;

import dev.forbear.policy.RetryPolicy;
import java.util.OptionalDouble;

/**
 * What a plan is made from: a policy, and how the provider is supposed to behave.
 *
 * <p>The model behind it: attempts fail independently and at a constant rate, every success takes the same time and every
 * failure takes the same time. {@link Bursts} drops the independence.
 *
 * @param waits how long the policy waits
 * @param maxAttempts attempts in all, the first included, 1 to {@link PlanBounds#MAX_ATTEMPTS}
 * @param minimumAttemptMs time an attempt needs to be worth starting, milliseconds, at least 0
 * @param failureRate share of attempts that fail, 0 to 1
 * @param latencyMs how long an attempt that succeeds takes, milliseconds, at least 0
 * @param failedLatencyMs how long an attempt that fails takes, milliseconds, at least 0
 * @param deadlineMs time for the whole task, milliseconds, at least 0; infinite for none
 * @param retryAfterMs the hint that comes with every failure, milliseconds, at least 0; empty for none
 * @param draws whether waits are any number or whole milliseconds
 */
public record PlanInput(
    WaitRule waits,
    int maxAttempts,
    double minimumAttemptMs,
    double failureRate,
    double latencyMs,
    double failedLatencyMs,
    double deadlineMs,
    OptionalDouble retryAfterMs,
    Draws draws) {

  /** Checks every number. */
  public PlanInput {
    requireAttempts(maxAttempts);
    Ranges.requireMs("minimumAttemptMs", minimumAttemptMs);
    Ranges.requireProbability("failureRate", failureRate);
    Ranges.requireMs("latencyMs", latencyMs);
    Ranges.requireMs("failedLatencyMs", failedLatencyMs);
    if (deadlineMs != Double.POSITIVE_INFINITY) {
      Ranges.requireMs("deadlineMs", deadlineMs);
    }
    if (retryAfterMs.isPresent()) {
      Ranges.requireMs("retryAfterMs", retryAfterMs.getAsDouble());
    }
  }

  /**
   * The plan of a policy as the runtime runs it, with continuous draws and without a hint.
   *
   * @param policy what the runtime runs
   * @param failureRate share of attempts that fail, 0 to 1
   * @param latencyMs how long every attempt takes, milliseconds, at least 0
   * @param deadlineMs time for the whole task, milliseconds, at least 0; infinite for none
   */
  public static PlanInput of(
      RetryPolicy policy, double failureRate, double latencyMs, double deadlineMs) {
    return new PlanInput(
        WaitRule.of(policy.backoff()),
        requireAttempts(policy.maxAttempts()),
        policy.minimumAttemptMs(),
        failureRate,
        latencyMs,
        latencyMs,
        deadlineMs,
        OptionalDouble.empty(),
        Draws.CONTINUOUS);
  }

  /** A count that is not too large for a plan. */
  public static int requireAttempts(long attempts) {
    if (attempts < 1 || attempts > PlanBounds.MAX_ATTEMPTS) {
      throw new IllegalArgumentException("maxAttempts must be from 1 to " + PlanBounds.MAX_ATTEMPTS
          + " in a plan, was " + attempts);
    }
    return (int) attempts;
  }

  /** The same with that many attempts in all. */
  public PlanInput withMaxAttempts(int attempts) {
    return new PlanInput(
        waits,
        attempts,
        minimumAttemptMs,
        failureRate,
        latencyMs,
        failedLatencyMs,
        deadlineMs,
        retryAfterMs,
        draws);
  }

  /** The same with failures that take that long. */
  public PlanInput withFailedLatencyMs(double milliseconds) {
    return new PlanInput(
        waits,
        maxAttempts,
        minimumAttemptMs,
        failureRate,
        latencyMs,
        milliseconds,
        deadlineMs,
        retryAfterMs,
        draws);
  }

  /** The same with that hint on every failure. */
  public PlanInput withRetryAfterMs(double milliseconds) {
    return new PlanInput(
        waits,
        maxAttempts,
        minimumAttemptMs,
        failureRate,
        latencyMs,
        failedLatencyMs,
        deadlineMs,
        OptionalDouble.of(milliseconds),
        draws);
  }

  /** The same with those draws. */
  public PlanInput withDraws(Draws other) {
    return new PlanInput(
        waits,
        maxAttempts,
        minimumAttemptMs,
        failureRate,
        latencyMs,
        failedLatencyMs,
        deadlineMs,
        retryAfterMs,
        other);
  }

  /** Whether the runtime has the jitter and the hint rule; without a hint its rule does not matter. */
  public boolean isRuntimeRule() {
    return waits.jitter().runtime().isPresent()
        && (retryAfterMs.isEmpty() || waits.hintRule().runtime().isPresent());
  }

  /** Latest moment, on the sum of waits, at which the attempt after that many failures may start. */
  double gateMs(int failures) {
    return deadlineMs - minimumAttemptMs - failures * failedLatencyMs;
  }
}
