package dev.forbear.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A plan in words and rounded numbers: the same for the command, the page and any report.
 *
 * <p>Rounding: probabilities show one decimal, four from 99.9 % on, and never 0 or 100 % unless they are; times show up to three
 * digits below ten milliseconds, whole milliseconds below a second, else two decimals of seconds, from ten minutes on of minutes,
 * from ten hours on of hours, and from ten days on of days.
 *
 * @param rows what is shown, in order
 * @param notes what a reader has to know to read them right
 */
public record PlanSummary(List<Row> rows, List<String> notes) {

  private static final double[] POWERS_OF_TEN = {1, 10, 100, 1000, 10_000, 100_000};

  /** Below it whole milliseconds would show one digit or none. */
  private static final double FEW_MS = 10;

  /** Nothing a provider does is shorter. */
  private static final double LEAST_MS = 0.001;

  private static final double SECOND_MS = 1000;
  private static final double MINUTE_MS = 60 * SECOND_MS;
  private static final double HOUR_MS = 60 * MINUTE_MS;
  private static final double DAY_MS = 24 * HOUR_MS;

  /** How many of a unit are shown before the next one is taken. */
  private static final double MANY = 10;

  /** Half of the last of two decimals. */
  private static final double LAST_DIGIT = 0.005;

  /** Waits that are listed one by one, as far as they fit. */
  private static final int MOST_WAITS = 6;

  /** Characters of a list of waits, so that a line of text holds it. */
  private static final int MOST_CHARACTERS = 48;

  /**
   * One figure.
   *
   * @param label what it is
   * @param value the figure, with its unit
   */
  public record Row(String label, String value) {}

  /** Keeps its own lists. */
  public PlanSummary {
    rows = List.copyOf(rows);
    notes = List.copyOf(notes);
  }

  /** The summary of a plan. */
  public static PlanSummary of(Plan plan) {
    List<Row> rows = new ArrayList<>();
    rows.add(new Row(
        "success",
        percent(plan.outcomes().success()) + ", up from " + percent(plan.successWithoutRetry())));
    rows.add(new Row("waits", waits(plan)));
    rows.add(new Row(
        "waiting",
        "at worst " + time(plan.totalWaitWorstMs())
            + (isCutShort(plan) ? " without the deadline" : "") + ", expected "
            + time(plan.totalWaitExpectedMs())));
    rows.add(new Row("attempts per request", decimals(plan.expectedAttempts(), 3)));
    rows.add(new Row(
        "extra calls per successful request", decimalsOrNone(plan.extraCallsPerSuccess(), 3)));
    rows.add(new Row("load", decimals(plan.expectedAttempts(), 2) + "×"));
    rows.add(new Row(
        "end-to-end",
        "expected " + time(plan.expectedMs()) + ", worst " + time(plan.worstCaseMs())));
    rows.add(new Row("quantiles", quantiles(plan.quantiles())));
    rows.add(new Row("failure after retries", percent(plan.outcomes().failure())));
    if (plan.outcomes().stopDeadline() > 0 || plan.outcomes().cutAtDeadline() > 0) {
      rows.add(new Row("failures", failures(plan.outcomes())));
    }
    rows.add(new Row(
        "attempts that fit", plan.fits().worst() + " of " + plan.attempts().size()));
    rows.add(new Row(
        "if every attempt fails",
        decimals(plan.attemptsIfAllFail(), 3) + " attempts per request; stable below "
            + percent(plan.stableUtilization()) + " of capacity"));
    return new PlanSummary(rows, notes(plan));
  }

  /** A probability as percent. */
  public static String percent(double probability) {
    double percent = probability * 100;
    if (probability <= 0 || probability >= 1) {
      return decimals(percent, 1) + " %";
    }
    if (percent < 0.1) {
      return "<0.1 %";
    }
    if (percent >= 99.99995) {
      return ">99.9999 %";
    }
    return decimals(percent, percent >= 99.9 ? 4 : 1) + " %";
  }

  /** A time of at least 0 in the unit that fits. */
  public static String time(double milliseconds) {
    if (milliseconds < 999.5) {
      return few(milliseconds) + " ms";
    }
    if (milliseconds < MANY * MINUTE_MS - LAST_DIGIT * SECOND_MS) {
      return decimals(milliseconds / SECOND_MS, 2) + " s";
    }
    if (milliseconds < MANY * HOUR_MS - LAST_DIGIT * MINUTE_MS) {
      return decimals(milliseconds / MINUTE_MS, 2) + " m";
    }
    return milliseconds < MANY * DAY_MS - LAST_DIGIT * HOUR_MS
        ? decimals(milliseconds / HOUR_MS, 2) + " h"
        : decimals(milliseconds / DAY_MS, 2) + " d";
  }

  /** Milliseconds below a second: whole, or up to three digits where there are few. */
  private static String few(double milliseconds) {
    if (milliseconds == 0 || milliseconds >= FEW_MS - LAST_DIGIT) {
      return decimals(milliseconds, 0);
    }
    return milliseconds < LEAST_MS ? "<0.001" : threeDigits(milliseconds);
  }

  private static String threeDigits(double milliseconds) {
    int places = 2;
    for (double first = 1; milliseconds < first && places < POWERS_OF_TEN.length - 1; first /= 10) {
      places++;
    }
    String digits = decimals(milliseconds, places);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return digits.substring(0, digits.charAt(end - 1) == '.' ? end - 1 : end);
  }

  /**
   * A number of at least 0 with that many decimals, half up.
   *
   * @param places 0 to 5
   */
  static String decimals(double number, int places) {
    double scale = POWERS_OF_TEN[places];
    // Up to 2^53 the quotient and the rest below are exact.
    double scaled = Math.floor(number * scale + 0.5);
    long whole = (long) (scaled / scale);
    long rest = (long) (scaled - whole * scale);
    if (places == 0) {
      return Long.toString(whole);
    }
    String digits = Long.toString(rest);
    return whole + "." + "0".repeat(places - digits.length()) + digits;
  }

  private static String decimalsOrNone(OptionalDouble number, int places) {
    return number.isPresent() ? decimals(number.getAsDouble(), places) : "none succeeds";
  }

  private static String waits(Plan plan) {
    if (plan.waits().isEmpty()) {
      return "none";
    }
    return listed(plan, wait -> milliseconds(wait.minMs()) + "–" + milliseconds(wait.maxMs()))
        + " ms with means " + listed(plan, wait -> milliseconds(wait.meanMs())) + " ms";
  }

  private static String listed(Plan plan, Function<WaitFigures, String> shown) {
    List<String> texts = plan.waits().stream().limit(MOST_WAITS).map(shown).toList();
    StringBuilder list = new StringBuilder(texts.get(0));
    int listed = 1;
    while (listed < texts.size()
        && list.length() + 1 + texts.get(listed).length() <= MOST_CHARACTERS) {
      list.append('/').append(texts.get(listed++));
    }
    return list + (plan.waits().size() > listed ? "/…" : "");
  }

  /** Whole, or with one decimal where it is not; few as times are. */
  private static String milliseconds(double value) {
    return value < FEW_MS
        ? few(value)
        : decimals(value, Math.abs(value - Elementary.nearest(value)) < 0.05 ? 0 : 1);
  }

  /** Whether the longest waits do not all fit before the deadline. */
  private static boolean isCutShort(Plan plan) {
    return plan.fits().worst() < plan.input().maxAttempts();
  }

  private static String quantiles(Quantiles quantiles) {
    return "p50 " + time(quantiles.p50Ms())
        + ", p90 " + time(quantiles.p90Ms())
        + ", p95 " + time(quantiles.p95Ms())
        + ", p99 " + time(quantiles.p99Ms())
        + ", p99.9 " + time(quantiles.p999Ms());
  }

  private static String failures(OutcomeSplit outcomes) {
    return "attempts " + percent(outcomes.stopAttempts())
        + ", deadline " + percent(outcomes.stopDeadline())
        + ", cut at the deadline " + percent(outcomes.cutAtDeadline());
  }

  private static List<String> notes(Plan plan) {
    List<String> notes = new ArrayList<>();
    notes.add(
        plan.precision().draws() == Draws.CONTINUOUS
            ? "Continuous waits; the runtime draws whole milliseconds, half a millisecond less per jittered wait."
            : "Waits in whole milliseconds, as the runtime draws them.");
    notes.add("The worst case has the longest waits and average attempts; independent failures.");
    if (!plan.input().isRuntimeRule()) {
      notes.add("Planned only: the runtime has no such jitter or hint rule.");
    }
    if (plan.hintErasesJitter()) {
      notes.add("The hint leaves no jitter: callers that are told the same time return together.");
    }
    if (isCutShort(plan)) {
      notes.add("Attempt " + (plan.fits().worst() + 1)
          + " is not certain to end before the deadline of " + time(plan.input().deadlineMs())
          + ".");
    } else if (plan.outcomes().cutAtDeadline() > 0) {
      notes.add("An attempt that fails may not end before the deadline of "
          + time(plan.input().deadlineMs()) + ": there the task ends without success.");
    }
    return notes;
  }
}
