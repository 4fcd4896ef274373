package dev.forbear.plan;

/**
 * Times below which that share of tasks ends, milliseconds.
 *
 * @param p50Ms the half
 * @param p90Ms nine of ten
 * @param p95Ms nineteen of twenty
 * @param p99Ms 99 of a hundred
 * @param p999Ms 999 of a thousand
 */
public record Quantiles(double p50Ms, double p90Ms, double p95Ms, double p99Ms, double p999Ms) {}
