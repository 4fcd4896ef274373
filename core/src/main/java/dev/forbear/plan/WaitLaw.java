package dev.forbear.plan;

import java.util.OptionalDouble;

/**
 * One wait as a continuous law: its least value with some probability of its own, else anywhere up to its largest.
 *
 * @param minMs least value, milliseconds
 * @param widthMs largest minus least value, milliseconds, at least 0
 * @param atMin probability of exactly the least value; 1 where the width is 0
 */
record WaitLaw(double minMs, double widthMs, double atMin) {

  /** How far above the hint {@link PlanHintRule#SPREAD} reaches (Envoy, {@code rate_limited_retry_back_off}). */
  private static final double SPREAD_SHARE = 0.5;

  static WaitLaw fixed(double milliseconds) {
    return new WaitLaw(milliseconds, 0, 1);
  }

  static WaitLaw uniform(double minMs, double widthMs) {
    return widthMs > 0 ? new WaitLaw(minMs, widthMs, 0) : fixed(minMs);
  }

  /** The wait below a ceiling; decorrelated jitter has no such law of its own. */
  static WaitLaw of(
      double ceilingMs, PlanJitter jitter, PlanHintRule hintRule, OptionalDouble hint) {
    if (hint.isPresent() && hintRule == PlanHintRule.EXACT) {
      return fixed(hint.getAsDouble());
    }
    if (hint.isPresent() && hintRule == PlanHintRule.SPREAD) {
      return uniform(hint.getAsDouble(), SPREAD_SHARE * hint.getAsDouble());
    }
    WaitLaw own = switch (jitter) {
      case NONE -> fixed(ceilingMs);
      case FULL -> uniform(0, ceilingMs);
      case EQUAL -> uniform(ceilingMs / 2, ceilingMs / 2);
      case DECORRELATED ->
        throw new IllegalArgumentException(
            "decorrelated waits depend on each other and have no law of their own");
    };
    return hint.isPresent() ? own.with(hintRule, hint.getAsDouble()) : own;
  }

  /** With the hint as a floor, or before it. */
  WaitLaw with(PlanHintRule hintRule, double hintMs) {
    return hintRule == PlanHintRule.ADD
        ? new WaitLaw(minMs + hintMs, widthMs, atMin)
        : raisedTo(hintMs);
  }

  double maxMs() {
    return minMs + widthMs;
  }

  double meanMs() {
    return minMs + (1 - atMin) * widthMs / 2;
  }

  private WaitLaw raisedTo(double floorMs) {
    if (floorMs <= minMs) {
      return this;
    }
    if (floorMs >= maxMs()) {
      return fixed(floorMs);
    }
    double below = (floorMs - minMs) / widthMs;
    return new WaitLaw(floorMs, maxMs() - floorMs, atMin + (1 - atMin) * below);
  }
}
