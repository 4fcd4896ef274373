package dev.forbear.plan;

import java.util.OptionalDouble;

/**
 * One wait as the runtime draws it: a least value, and whole milliseconds above it.
 *
 * <p>{@code floor(random * ceiling)} is each of 0 .. ceiling - 1 alike where the ceiling is whole; a fraction of a
 * millisecond more adds one value that is as much rarer. It never reaches the ceiling: the largest random number is
 * {@code 1 - 2^-53}, and its product with any ceiling below 2^53 rounds to less than the ceiling.
 *
 * @param minMs least value, milliseconds
 * @param first probability of the least value
 * @param inner probability of each of the values above it but the last
 * @param innerCount how many those are, a whole number
 * @param last probability of the last value, {@code innerCount + 1} above the least; 0 where the least is the only one
 */
record WholeMsLaw(double minMs, double first, double inner, double innerCount, double last) {

  static WholeMsLaw fixed(double milliseconds) {
    return new WholeMsLaw(milliseconds, 1, 0, 0, 0);
  }

  /** {@code min + floor(random * width)}. */
  static WholeMsLaw drawn(double minMs, double width) {
    if (width <= 1) {
      return fixed(minMs);
    }
    double share = 1 / width;
    double largest = Math.ceil(width) - 1;
    return new WholeMsLaw(minMs, share, share, largest - 1, (width - largest) / width);
  }

  /**
   * The wait below a ceiling.
   *
   * @throws IllegalArgumentException for what the runtime does not draw
   */
  static WholeMsLaw of(
      double ceilingMs, PlanJitter jitter, PlanHintRule hintRule, OptionalDouble hint) {
    WholeMsLaw own = switch (jitter) {
      case NONE -> fixed(ceilingMs);
      case FULL -> drawn(0, ceilingMs);
      case EQUAL -> drawn(ceilingMs / 2, ceilingMs / 2);
      case DECORRELATED -> throw plannedOnly("jitter decorrelated");
    };
    if (hint.isEmpty()) {
      return own;
    }
    double hintMs = hint.getAsDouble();
    return switch (hintRule) {
      case FLOOR -> own.raisedTo(hintMs);
      case ADD ->
        new WholeMsLaw(own.minMs + hintMs, own.first, own.inner, own.innerCount, own.last);
      case SPREAD -> throw plannedOnly("hint rule spread");
      case EXACT -> throw plannedOnly("hint rule exact");
    };
  }

  double maxMs() {
    return minMs + steps();
  }

  /** The largest value above the least one. */
  double steps() {
    return last == 0 ? 0 : innerCount + 1;
  }

  double meanMs() {
    return minMs + inner * innerCount * (innerCount + 1) / 2 + last * steps();
  }

  private WholeMsLaw raisedTo(double floorMs) {
    double rise = floorMs - minMs;
    if (rise <= 0) {
      return this;
    }
    if (rise >= steps()) {
      return fixed(floorMs);
    }
    if (rise != Math.floor(rise)) {
      throw new IllegalArgumentException("a hint of " + floorMs
          + " ms lies between the whole milliseconds that are drawn from " + minMs
          + " ms on; plan with continuous draws instead");
    }
    return new WholeMsLaw(floorMs, first + rise * inner, inner, innerCount - rise, last);
  }

  private static IllegalArgumentException plannedOnly(String what) {
    return new IllegalArgumentException(
        what + " is planned only: the runtime does not draw it, so plan it with continuous draws");
  }
}
