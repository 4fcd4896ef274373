package dev.forbear.generate;

import dev.forbear.plan.Plan;

/**
 * What a policy or a target of it does, as far as the two are compared.
 *
 * @param meanMs average time of a call, milliseconds
 * @param p95Ms time within which 19 of 20 calls have ended, milliseconds
 * @param p95ErrorMs how far that may be off, milliseconds
 * @param longestMs longest time, with the longest waits and average attempts, milliseconds
 * @param attempts attempts per call on average: the factor by which the load grows
 * @param attemptsIfAllFail the same while every attempt fails
 */
public record Figures(
    double meanMs,
    double p95Ms,
    double p95ErrorMs,
    double longestMs,
    double attempts,
    double attemptsIfAllFail) {

  static Figures of(Plan plan) {
    return new Figures(
        plan.expectedMs(),
        plan.quantiles().p95Ms(),
        0,
        plan.worstCaseMs(),
        plan.expectedAttempts(),
        plan.attemptsIfAllFail());
  }
}
