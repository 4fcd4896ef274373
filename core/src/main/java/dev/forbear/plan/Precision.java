package dev.forbear.plan;

/**
 * How exact a plan is.
 *
 * @param draws which draws it speaks of
 * @param probabilityError the largest error of a probability, from rounding or, for decorrelated jitter, from its lattice
 */
public record Precision(Draws draws, double probabilityError) {}
