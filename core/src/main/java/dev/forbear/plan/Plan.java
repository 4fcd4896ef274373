package dev.forbear.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a policy does, before it does it: success, load, waiting and time, with the deadline taken into account.
 *
 * <p>The published example, 4 attempts from 500 ms doubling with full jitter, 8 % failures, 1200 ms each, 30 s: success
 * 0.99995904 instead of 0.92, 1.0869 attempts per task, 24 ms of waiting and 1328 ms in all on average, 8300 ms at worst; and
 * yet one task in twenty takes 2604 ms or more, which no mean shows. Every figure is computed, none is sampled.
 *
 * <p>Immutable. The mixture that a chart needs is {@link #time}.
 *
 * @param input what it was made from
 * @param waits one per attempt but the last, as they would be without a deadline
 * @param attempts one per permitted attempt
 * @param outcomes how tasks end
 * @param successWithoutRetry probability that one attempt alone succeeds in time
 * @param expectedAttempts attempts per task on average; the factor by which the policy multiplies the load
 * @param attemptsIfAllFail attempts per task on average while every attempt fails: the load of the worst day
 * @param totalWaitWorstMs the longest waits added up, without a deadline
 * @param totalWaitExpectedMs time a task waits on average
 * @param expectedMs time a task takes on average
 * @param expectedMsGivenSuccess the same of the tasks that succeed; empty where none can
 * @param expectedMsGivenFailure the same of the tasks that fail; empty where none can
 * @param worstCaseMs longest time: the longest waits that fit, with average attempts. It is not a bound on attempts that take
 *     longer than the average
 * @param fits attempts that fit into the deadline
 * @param quantiles of the time of all tasks
 * @param successQuantiles of the time of the tasks that succeed; empty where none can
 * @param time the distribution of the time
 * @param precision how exact all this is
 */
public record Plan(
    PlanInput input,
    List<WaitFigures> waits,
    List<AttemptFigures> attempts,
    OutcomeSplit outcomes,
    double successWithoutRetry,
    double expectedAttempts,
    double attemptsIfAllFail,
    double totalWaitWorstMs,
    double totalWaitExpectedMs,
    double expectedMs,
    OptionalDouble expectedMsGivenSuccess,
    OptionalDouble expectedMsGivenFailure,
    double worstCaseMs,
    AttemptsThatFit fits,
    Quantiles quantiles,
    Optional<Quantiles> successQuantiles,
    TotalTime time,
    Precision precision) {

  /** Keeps its own lists. */
  public Plan {
    waits = List.copyOf(waits);
    attempts = List.copyOf(attempts);
  }

  /**
   * Plans.
   *
   * @throws IllegalArgumentException naming the bound, for a plan that would need more than {@link PlanBounds} allow
   */
  public static Plan of(PlanInput input) {
    return new Planner(input).plan();
  }

  /** Attempts beyond the first, per task. */
  public double extraCallsPerRequest() {
    return expectedAttempts - 1;
  }

  /** Attempts made for each task that succeeds; empty where none can. */
  public OptionalDouble callsPerSuccess() {
    return outcomes.success() > 0
        ? OptionalDouble.of(expectedAttempts / outcomes.success())
        : OptionalDouble.empty();
  }

  /** The same without the attempt that succeeds. */
  public OptionalDouble extraCallsPerSuccess() {
    OptionalDouble calls = callsPerSuccess();
    return calls.isPresent() ? OptionalDouble.of(calls.getAsDouble() - 1) : calls;
  }

  /**
   * The share of its capacity below which a provider recovers although everybody runs this policy: above it the attempts of
   * an outage keep it overloaded by themselves. Source: Huang et al., "Metastable Failures in the Wild", OSDI 2022, theorem 2.
   */
  public double stableUtilization() {
    return attemptsIfAllFail > 1 ? 1 / attemptsIfAllFail : 1;
  }

  /** Whether every permitted attempt is certain to end before the deadline, those that fail too. */
  public boolean meetsDeadline() {
    return fits.worst() == input.maxAttempts() && outcomes.cutAtDeadline() == 0;
  }

  /**
   * Whether a hint wipes out the jitter of a wait: callers that were told the same time then return together.
   *
   * <p>Only rules that raise the wait to the hint, or take the hint alone, can do that.
   */
  public boolean hintErasesJitter() {
    return input.retryAfterMs().isPresent()
        && input.retryAfterMs().getAsDouble() > 0
        && waits.stream().anyMatch(wait -> wait.minMs() == wait.maxMs())
        && input.waits().jitter() != PlanJitter.NONE;
  }
}
