package dev.forbear.plan;

import java.util.OptionalDouble;

/**
 * What a policy achieves when failures come in bursts: retries that fall into the same burst are wasted.
 *
 * <p>Between two attempts the state is forgotten at the rate {@code 1/meanGood + 1/meanBad}. The chance that it holds is
 * linear in {@code e^(-rate * gap)}, and gaps are independent, so jitter integrates out and the answer is a product of two by
 * two matrices: exact, with continuous draws. Example: 8 % failures in outages of 10 s let 4 attempts succeed in 95.3 %, where
 * independent failures would give 99.996 %.
 *
 * @param overallFailureRate share of first attempts that fail
 * @param successProbability share of tasks that succeed
 * @param successGivenFirstFailed share of tasks that succeed although their first attempt failed; empty where none fails
 * @param loadMultiplier attempts per task
 * @param independentPrediction share of tasks that would succeed if failures did not hang together
 */
public record BurstPlan(
    double overallFailureRate,
    double successProbability,
    OptionalDouble successGivenFirstFailed,
    double loadMultiplier,
    double independentPrediction) {

  /**
   * Plans.
   *
   * @param input the policy and the times of attempts; its failure rate and its draws are not used
   * @param bursts how the provider fails
   * @throws IllegalArgumentException for decorrelated jitter, and for a deadline that not all attempts are certain to meet
   */
  public static BurstPlan of(PlanInput input, Bursts bursts) {
    if (WaitCourse.isChain(input)) {
      throw new IllegalArgumentException("bursts are planned for waits that do not depend on each"
          + " other, jitter was decorrelated: take full, equal or none");
    }
    Plan plan = Plan.of(input.withDraws(Draws.CONTINUOUS));
    if (!plan.meetsDeadline()) {
      throw new IllegalArgumentException("bursts are planned for deadlines that all attempts are"
          + " certain to meet, here " + plan.fits().worst() + " of " + input.maxAttempts()
          + " are: lower the attempts or the waits, or leave the deadline out");
    }
    double rate = 1 / bursts.meanGoodMs() + 1 / bursts.meanBadMs();
    double badShare = bursts.badShare();
    // Probabilities of the state, with every attempt so far failed.
    double good = (1 - badShare) * bursts.failureRateGood();
    double bad = badShare * bursts.failureRateBad();
    double firstFailed = good + bad;
    double load = 1;
    double independent = bursts.overallFailureRate();
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      double allFailed = good + bad;
      load += allFailed;
      double kept = StrictMath.exp(-rate * input.failedLatencyMs())
          * forgetting(WaitCourse.law(input, wait), rate);
      good = (kept * good + (1 - kept) * (1 - badShare) * allFailed) * bursts.failureRateGood();
      bad = (kept * bad + (1 - kept) * badShare * allFailed) * bursts.failureRateBad();
      independent *= bursts.overallFailureRate();
    }
    double failed = good + bad;
    return new BurstPlan(
        bursts.overallFailureRate(),
        1 - failed,
        firstFailed > 0 ? OptionalDouble.of(1 - failed / firstFailed) : OptionalDouble.empty(),
        load,
        1 - independent);
  }

  /** The mean of {@code e^(-rate * wait)}. */
  private static double forgetting(WaitLaw wait, double rate) {
    double spread = rate * wait.widthMs();
    double average = spread == 0 ? 1 : -Elementary.expm1(-spread) / spread;
    return StrictMath.exp(-rate * wait.minMs()) * (wait.atMin() + (1 - wait.atMin()) * average);
  }
}
