package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A length of time as people write it: {@code 500ms}, {@code 1.5s}, {@code 2m}, {@code 1h}.
 *
 * <p>A number without a unit is refused with its likely readings, because a guess wrong by a thousand is the usual fault of
 * a timeout. Only 0 needs no unit.
 *
 * @param milliseconds exact, at least 0, finite as a double
 */
record HumanDuration(BigDecimal milliseconds) {

  static final HumanDuration ZERO = new HumanDuration(BigDecimal.ZERO);

  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+) ?([A-Za-zµ]*)");

  private static final BigDecimal SECOND = BigDecimal.valueOf(1000);
  private static final BigDecimal MINUTE = BigDecimal.valueOf(60_000);
  private static final BigDecimal HOUR = BigDecimal.valueOf(3_600_000);
  private static final Map<String, BigDecimal> UNITS =
      Map.of("ms", BigDecimal.ONE, "s", SECOND, "m", MINUTE, "h", HOUR);

  /** Ten minutes: nobody counts their seconds. */
  private static final double LONG_MS = 600_000;

  private static final String ALLOWED = "500ms, 1.5s, 2m or 1h";

  /** No text of a duration is longer; more digits than a double can hold. */
  private static final int MAX_LENGTH = 40;

  /**
   * Reads a duration.
   *
   * @throws IllegalArgumentException saying what was given and what is allowed
   */
  static HumanDuration parse(String text) {
    Matcher form = FORM.matcher(text);
    if (text.length() > MAX_LENGTH || !form.matches()) {
      throw new IllegalArgumentException(
          "'" + Shown.text(text) + "' is not a duration: write " + ALLOWED);
    }
    BigDecimal number = new BigDecimal(form.group(1));
    String unit = form.group(2);
    if (unit.isEmpty()) {
      if (number.signum() == 0) {
        return ZERO;
      }
      String digits = form.group(1);
      throw new IllegalArgumentException(
          digits + " has no unit: " + digits + "ms or " + digits + "s?");
    }
    BigDecimal factor = UNITS.get(unit);
    if (factor == null) {
      throw new IllegalArgumentException(
          "'" + unit + "' is no unit of time: use ms, s, m or h, as in " + ALLOWED);
    }
    return new HumanDuration(number.multiply(factor));
  }

  double ms() {
    return milliseconds.doubleValue();
  }

  /**
   * The same as the library takes it; what is too long saturates.
   *
   * @param flag named in the message
   * @throws IllegalArgumentException for 0
   */
  Duration positive(String flag) {
    if (milliseconds.signum() == 0) {
      throw new IllegalArgumentException(flag + " must be more than 0");
    }
    // A fraction of a nanosecond is still more than 0.
    return Duration.ofNanos((long) Math.ceil(ms() * 1e6));
  }

  double seconds() {
    return milliseconds.movePointLeft(3).doubleValue();
  }

  /** Milliseconds in the largest unit that shows them exactly and short: {@code 1.5 s}, {@code 2 m}. */
  static String text(double ms) {
    BigDecimal exact = new BigDecimal(PlainNumber.of(ms));
    if (exact.compareTo(SECOND) < 0) {
      return exact.toPlainString() + " ms";
    }
    if (exact.remainder(HOUR).signum() == 0) {
      return plain(exact.divide(HOUR)) + " h";
    }
    if (exact.remainder(MINUTE).signum() == 0) {
      return plain(exact.divide(MINUTE)) + " m";
    }
    return plain(exact.movePointLeft(3)) + " s";
  }

  /** Measured milliseconds, as exact as people need them: whole below a second, else tenths of one, then larger units. */
  static String rounded(double ms) {
    if (ms >= LONG_MS) {
      return PlanSummary.time(ms);
    }
    return text(ms < 999.5 ? Math.rint(ms) : Math.rint(ms / 100) * 100);
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Reads durations given as flags. */
  static final class Converter implements ITypeConverter<HumanDuration> {
    @Override
    public HumanDuration convert(String text) {
      try {
        return parse(text);
      } catch (IllegalArgumentException refused) {
        throw new TypeConversionException(refused.getMessage());
      }
    }
  }
}
