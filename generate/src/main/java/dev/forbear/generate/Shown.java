package dev.forbear.generate;

import dev.forbear.plan.PlanSummary;

/** Numbers as the texts write them. */
final class Shown {

  /** A number without an exponent and without a fraction it does not have. */
  static String number(double value) {
    if (value == Math.floor(value) && Math.abs(value) <= 0x1p53) {
      return Long.toString((long) value);
    }
    return Double.toString(value);
  }

  /** Milliseconds as seconds: {@code 0.5}, {@code 20}. Exact, for whole and half milliseconds. */
  static String seconds(double milliseconds) {
    double tenThousandths = milliseconds * 10;
    if (tenThousandths != Math.floor(tenThousandths) || tenThousandths > 0x1p53) {
      return number(milliseconds / 1000);
    }
    long whole = (long) tenThousandths / 10_000;
    String rest = Long.toString((long) tenThousandths % 10_000 + 10_000).substring(1);
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
