package dev.forbear.generate;

import dev.forbear.plan.PlanSummary;

/** Numbers as the texts write them. */
final class Shown {

  /** Halves and quarters of whole milliseconds are written exactly. */
  private static final int PER_MS = 100;

  private static final String NO_BREAK_PERCENT = Template.NO_BREAK + "%";

  /** A number without an exponent and without a fraction it does not have. */
  static String number(double value) {
    if (value == Math.floor(value) && Math.abs(value) <= 0x1p53) {
      return Long.toString((long) value);
    }
    return Double.toString(value);
  }

  /** The nearest whole number, halves up; for numbers that are at least 0. */
  static double whole(double value) {
    return Math.floor(value + 0.5);
  }

  /** A share as whole percent. */
  static String percent(double share) {
    return number(whole(100 * share)) + NO_BREAK_PERCENT;
  }

  /** Milliseconds as seconds: {@code 0.5}, {@code 20}. Exact, down to hundredths of a millisecond. */
  static String seconds(double milliseconds) {
    double hundredths = milliseconds * PER_MS;
    if (hundredths != Math.floor(hundredths) || hundredths > 0x1p53) {
      return number(milliseconds / 1000);
    }
    long perSecond = 1000L * PER_MS;
    long whole = (long) hundredths / perSecond;
    String rest = Long.toString((long) hundredths % perSecond + perSecond).substring(1);
    while (rest.endsWith("0")) {
      rest = rest.substring(0, rest.length() - 1);
    }
    return rest.isEmpty() ? Long.toString(whole) : whole + "." + rest;
  }

  /** A setting for a reader, exact: {@code 500 ms}, {@code 1.5 s}; its blank does not break. */
  static String setting(double milliseconds) {
    return milliseconds < 1000
        ? number(milliseconds) + Template.NO_BREAK + "ms"
        : seconds(milliseconds) + Template.NO_BREAK + "s";
  }

  /** A computed time for a reader, rounded. */
  static String time(double milliseconds) {
    return PlanSummary.time(milliseconds).replace(' ', Template.NO_BREAK);
  }

  /** A factor with three decimals. */
  static String factor(double value) {
    long thousandths = (long) Math.floor(value * 1000 + 0.5);
    return thousandths / 1000 + "." + Long.toString(thousandths % 1000 + 1000).substring(1);
  }

  private Shown() {}
}
