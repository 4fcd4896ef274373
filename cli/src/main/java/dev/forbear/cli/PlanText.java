package dev.forbear.cli;

import dev.forbear.plan.AttemptFigures;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanSummary;
import dev.forbear.plan.WaitFigures;
import java.util.Locale;

/** A plan for people: what is assumed, what comes out, attempt by attempt, and when tasks end. */
final class PlanText {

  /** Attempts that are listed one by one. */
  private static final int MOST_ATTEMPTS = 12;

  private static final int CHART_ROWS = 10;
  private static final int CHART_WIDTH = 40;

  static String of(Plan plan) {
    PlanSummary summary = PlanSummary.of(plan);
    AlignedText figures = new AlignedText("  ", UsageErrors.WIDTH);
    for (PlanSummary.Row row : summary.rows()) {
      figures.row(row.label(), row.value());
    }
    StringBuilder text = new StringBuilder(
        String.join("\n", WrappedText.lines(assumptions(plan.input()), UsageErrors.WIDTH)));
    text.append('\n').append(figures).append("\n\n").append(attempts(plan));
    text.append("\n\n").append(chart(plan)).append('\n');
    for (String note : summary.notes()) {
      text.append('\n').append(WrappedText.note(note));
    }
    return text.toString();
  }

  private static String assumptions(PlanInput input) {
    String latency = input.latencyMs() == input.failedLatencyMs()
        ? HumanDuration.text(input.latencyMs()) + " each"
        : HumanDuration.text(input.latencyMs()) + " each, "
            + HumanDuration.text(input.failedLatencyMs()) + " when they fail";
    String deadline = Double.isInfinite(input.deadlineMs())
        ? "no deadline"
        : "deadline " + HumanDuration.text(input.deadlineMs());
    String hint = input.retryAfterMs().isPresent()
        ? ", hint " + HumanDuration.text(input.retryAfterMs().getAsDouble()) + " ("
            + Word.of(input.waits().hintRule()) + ")"
        : "";
    return input.maxAttempts() + (input.maxAttempts() == 1 ? " attempt" : " attempts") + ", "
        + Word.of(input.waits().jitter()) + " jitter; "
        + PlanSummary.percent(input.failureRate()) + " of attempts fail, " + latency + "; "
        + deadline + hint;
  }

  private static AlignedText attempts(Plan plan) {
    AlignedText rows = new AlignedText("  ")
        .row("attempt", "wait before", "mean", "started after failures", "success so far");
    double success = 0;
    for (AttemptFigures attempt : plan.attempts()) {
      success += attempt.successProbability();
      if (attempt.attempt() > MOST_ATTEMPTS
          && attempt.attempt() < plan.attempts().size()) {
        continue;
      }
      if (attempt.attempt() > MOST_ATTEMPTS + 1) {
        rows.row("…");
      }
      boolean isFirst = attempt.attempt() == 1;
      WaitFigures wait = isFirst ? null : plan.waits().get(attempt.attempt() - 2);
      rows.row(
          Integer.toString(attempt.attempt()),
          wait == null ? "" : range(wait),
          wait == null ? "" : PlanSummary.time(wait.meanMs()),
          PlanSummary.percent(attempt.startProbability()),
          PlanSummary.percent(success));
    }
    return rows;
  }

  private static String range(WaitFigures wait) {
    return wait.minMs() == wait.maxMs()
        ? PlanSummary.time(wait.minMs())
        : PlanSummary.time(wait.minMs()) + " – " + PlanSummary.time(wait.maxMs());
  }

  /** The share of tasks that have ended by then, # with success and . without. */
  private static AlignedText chart(Plan plan) {
    AlignedText rows = new AlignedText("  ").row("by", "ended (# with success, . without)");
    double worstMs = plan.worstCaseMs();
    for (int row = 1; row <= CHART_ROWS; row++) {
      double atMs = worstMs * row / CHART_ROWS;
      double ended = plan.time().endedBy(atMs);
      double succeeded = plan.time().succeededBy(atMs);
      int marks = (int) Math.floor(CHART_WIDTH * succeeded + 1e-9);
      int all = (int) Math.floor(CHART_WIDTH * ended + 1e-9);
      String bar = "#".repeat(marks) + ".".repeat(Math.max(0, all - marks));
      rows.row(
          PlanSummary.time(atMs),
          String.format(Locale.ROOT, "%-" + CHART_WIDTH + "s", bar),
          PlanSummary.percent(ended));
    }
    return rows;
  }

  private PlanText() {}
}
