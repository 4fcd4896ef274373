package dev.forbear.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A plan in words and rounded numbers: the same for the command, the page and any report.
 *
 * <p>Rounding: probabilities show one decimal, four from 99.9 % on, and never 0 or 100 % unless they are; times show whole
 * milliseconds below a second, else seconds with two decimals.
 *
 * @param rows what is shown, in order
 * @param notes what a reader has to know to read them right
 */
public record PlanSummary(List<Row> rows, List<String> notes) {

  private static final double[] POWERS_OF_TEN = {1, 10, 100, 1000, 10_000};

  /** Waits that are listed one by one. */
  private static final int MOST_WAITS = 6;

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
        "at worst " + time(plan.totalWaitWorstMs()) + ", expected "
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

  /** A time as milliseconds or seconds. */
  public static String time(double milliseconds) {
    return milliseconds < 999.5
        ? decimals(milliseconds, 0) + " ms"
        : decimals(milliseconds / 1000, 2) + " s";
  }

  /**
   * A number of at least 0 with that many decimals, half up.
   *
   * @param places 0 to 4
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
    return String.join("/", texts) + (plan.waits().size() > MOST_WAITS ? "/…" : "");
  }

  /** Whole, or with one decimal where it is not. */
  private static String milliseconds(double value) {
    return decimals(value, Math.abs(value - Elementary.nearest(value)) < 0.05 ? 0 : 1);
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
    if (!plan.meetsDeadline()) {
      notes.add("Attempt " + (plan.fits().worst() + 1)
          + " is not certain to end before the deadline of " + time(plan.input().deadlineMs())
          + ".");
    }
    return notes;
  }
}
