package dev.forbear.cli;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers as people and every JSON reader take them: no exponent, no {@code .0}, no negative zero.
 *
 * <p>A whole number prints all its digits, so that readers with exact integers see the same value as readers with
 * doubles. Any other number prints the fewest digits that read back as the same double; {@link Double#toString} does
 * that from JDK 19 on only (JDK-4511638), and output must not depend on the JDK.
 */
final class PlainNumber {

  /** Digits that always tell two doubles apart (IEEE 754-2019, section 5.12.2). */
  private static final int MOST_DIGITS = 17;

  /** Below this limit a cast to {@code long} is exact. */
  private static final double LONG_LIMIT = 0x1p63;

  /**
   * The number in plain digits.
   *
   * @throws IllegalArgumentException for NaN and infinities, which have no digits
   */
  static String of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a printed number must be finite, was " + value);
    }
    if (value == Math.rint(value)) {
      return Math.abs(value) < LONG_LIMIT
          ? Long.toString((long) value)
          : new BigDecimal(value).toPlainString();
    }
    BigDecimal longest = new BigDecimal(value, new MathContext(MOST_DIGITS));
    for (int digits = 1; digits < MOST_DIGITS; digits++) {
      BigDecimal shorter = longest.round(new MathContext(digits));
      if (shorter.doubleValue() == value) {
        return shorter.toPlainString();
      }
    }
    return longest.toPlainString();
  }

  private PlainNumber() {}
}
