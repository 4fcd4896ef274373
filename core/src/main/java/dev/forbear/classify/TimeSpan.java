package dev.forbear.classify;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Reads lengths of time, exactly, and rounds them up to whole milliseconds: a wait may be too long by a fraction, never
 * too short.
 *
 * <p>Numbers are ASCII digits with at most one point between digits. A sign, an exponent, {@code NaN}, {@code Infinity}
 * and digits of other scripts are no numbers. What is longer than {@link RetryAfter#LONGEST_MS} counts as that.
 */
final class TimeSpan {

  static final BigDecimal MILLISECOND = BigDecimal.ONE;
  static final BigDecimal SECOND = BigDecimal.valueOf(1_000);

  private static final BigDecimal LONGEST = BigDecimal.valueOf(RetryAfter.LONGEST_MS);
  private static final BigDecimal MINUTE = BigDecimal.valueOf(60_000);
  private static final BigDecimal HOUR = BigDecimal.valueOf(3_600_000);
  private static final BigDecimal DAY = BigDecimal.valueOf(86_400_000);

  /** The units of Go's {@code time.ParseDuration} (both micro signs), and days. */
  private static final Map<String, BigDecimal> GO_UNITS = Map.of(
      "ns", new BigDecimal("0.000001"),
      "us", new BigDecimal("0.001"),
      "\u00b5s", new BigDecimal("0.001"),
      "\u03bcs", new BigDecimal("0.001"),
      "ms", MILLISECOND,
      "s", SECOND,
      "m", MINUTE,
      "h", HOUR,
      "d", DAY);

  /** The designators of ISO 8601 with a fixed length, in the order they may come; T is between days and hours. */
  private static final String ISO_ORDER = "WDTHMS";

  private static final Map<String, BigDecimal> ISO_UNITS =
      Map.of("W", BigDecimal.valueOf(604_800_000), "D", DAY, "H", HOUR, "M", MINUTE, "S", SECOND);

  /** A bare number of a unit; empty when the text is anything else. */
  static OptionalDouble number(String text, BigDecimal unitMs) {
    BigDecimal number = number(text);
    return number == null ? OptionalDouble.empty() : roundUp(number.multiply(unitMs));
  }

  /** The number a text is, or null. */
  static @Nullable BigDecimal number(String text) {
    return endOfNumber(text, 0) == text.length() && !text.isEmpty() ? new BigDecimal(text) : null;
  }

  /** Numbers with units, {@code 1m9.696s}, as Go writes them; empty when the text is anything else. */
  static OptionalDouble withUnits(String text) {
    BigDecimal sum = BigDecimal.ZERO;
    int at = 0;
    while (at < text.length()) {
      int unitAt = endOfNumber(text, at);
      int next = unitAt;
      while (next < text.length() && !isDigit(text.charAt(next))) {
        next++;
      }
      BigDecimal unit = unitAt == at ? null : GO_UNITS.get(text.substring(unitAt, next));
      if (unit == null) {
        return OptionalDouble.empty();
      }
      sum = sum.add(new BigDecimal(text.substring(at, unitAt)).multiply(unit));
      at = next;
    }
    return text.isEmpty() ? OptionalDouble.empty() : roundUp(sum);
  }

  /** A duration of ISO 8601, {@code PT1M30S}; years and months have no length and are refused. */
  static OptionalDouble iso8601(String text) {
    if (text.length() < 3 || (text.charAt(0) != 'P' && text.charAt(0) != 'p')) {
      return OptionalDouble.empty();
    }
    BigDecimal sum = BigDecimal.ZERO;
    int order = -1;
    int at = 1;
    boolean complete = false;
    while (at < text.length()) {
      int unitAt = endOfNumber(text, at);
      if (unitAt == text.length()) {
        return OptionalDouble.empty();
      }
      String designator = String.valueOf(Character.toUpperCase(text.charAt(unitAt)));
      int place = ISO_ORDER.indexOf(designator);
      boolean isSeparator = designator.equals("T");
      boolean ofTime = place > ISO_ORDER.indexOf('T');
      boolean afterSeparator = order >= ISO_ORDER.indexOf('T');
      if (place <= order || isSeparator != (unitAt == at) || (ofTime && !afterSeparator)) {
        return OptionalDouble.empty();
      }
      BigDecimal unit = ISO_UNITS.get(designator);
      if (unit != null) {
        sum = sum.add(new BigDecimal(text.substring(at, unitAt)).multiply(unit));
      }
      complete = !isSeparator;
      order = place;
      at = unitAt + 1;
    }
    return complete ? roundUp(sum) : OptionalDouble.empty();
  }

  private static OptionalDouble roundUp(BigDecimal ms) {
    return OptionalDouble.of(
        ms.compareTo(LONGEST) >= 0
            ? RetryAfter.LONGEST_MS
            : ms.setScale(0, RoundingMode.CEILING).doubleValue());
  }

  /** Where the number that begins there ends; the same place when none begins there. */
  private static int endOfNumber(String text, int from) {
    int end = endOfDigits(text, from);
    boolean hasFraction = end > from
        && end + 1 < text.length()
        && text.charAt(end) == '.'
        && isDigit(text.charAt(end + 1));
    return hasFraction ? endOfDigits(text, end + 1) : end;
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private TimeSpan() {}
}
