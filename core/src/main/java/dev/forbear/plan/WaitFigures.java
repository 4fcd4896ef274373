package dev.forbear.plan;

/**
 * The wait after an attempt, as it would be without a deadline.
 *
 * @param ceilingMs ceiling without jitter and hint, milliseconds
 * @param minMs shortest
 * @param maxMs longest; with jitter it is not reached but approached
 * @param meanMs average
 */
public record WaitFigures(double ceilingMs, double minMs, double maxMs, double meanMs) {}
