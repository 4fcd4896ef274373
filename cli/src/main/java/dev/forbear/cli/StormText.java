package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import dev.forbear.plan.Quantiles;
import dev.forbear.simulate.ClientReport;
import dev.forbear.simulate.StormFigures;
import dev.forbear.simulate.World;
import dev.forbear.task.EndReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Runs for people: what is assumed, the verdict, the figures side by side, client by client, and the course of time. */
final class StormText {

  /** Columns of a line. */
  static final int WIDTH = UsageErrors.WIDTH;

  static String of(List<StormRun> runs) {
    StringBuilder text = new StringBuilder(WorldText.of(runs)).append("\n\n");
    AlignedText verdicts = new AlignedText("", WIDTH);
    for (StormRun run : runs) {
      verdicts.row(run.name(), StormVerdict.of(run));
    }
    text.append(verdicts);
    for (AlignedText figures : storm(runs)) {
      text.append("\n\n").append(figures);
    }
    text.append("\n\n").append(clients(runs));
    for (String chart : StormChart.of(runs)) {
      text.append("\n\n").append(chart);
    }
    text.append('\n');
    for (String note : StormNotes.of(runs)) {
      text.append('\n').append(WrappedText.note(note));
    }
    return text.toString();
  }

  /** One table, or as many as it takes where the runs do not fit side by side. */
  private static List<AlignedText> storm(List<StormRun> runs) {
    for (int together = runs.size(); together > 1; together--) {
      List<AlignedText> tables = new ArrayList<>();
      for (int first = 0; first < runs.size(); first += together) {
        tables.add(figures(runs.subList(first, Math.min(runs.size(), first + together))));
      }
      if (tables.stream().allMatch(table -> table.width() <= WIDTH)) {
        return tables;
      }
    }
    return runs.stream().map(run -> figures(List.of(run))).toList();
  }

  private static AlignedText figures(List<StormRun> runs) {
    AlignedText rows = new AlignedText("  ");
    row(rows, "", runs, StormRun::name);
    World world = runs.get(0).report().world();
    boolean isBatch = StormRun.isBatch(world.clients());
    if (isBatch) {
      row(rows, "all tasks over after", runs, run -> StormVerdict.after(run.overAfterMs()));
      row(rows, "success", runs, run -> PlanSummary.percent(run.success()));
    } else if (world.outages().isEmpty()) {
      storm(rows, "goodput at the end", runs, storm -> StormVerdict.percent(storm.lateGoodput()));
    } else {
      row(rows, "recovers after", runs, StormText::recovered);
      row(rows, "load normal after", runs, StormText::normal);
      storm(rows, "goodput before", runs, storm -> StormVerdict.percent(storm.goodputBefore()));
      storm(rows, "goodput at the end", runs, storm -> StormVerdict.percent(storm.lateGoodput()));
      storm(rows, "attempts per task before", runs, storm -> decimals(storm.loadBefore()));
      storm(rows, "  in the outage", runs, storm -> decimals(storm.loadInOutage()));
    }
    if (!isBatch) {
      storm(
          rows,
          "  at most, over " + HumanDuration.text(StormFigures.WINDOW_MS),
          runs,
          storm -> decimals(storm.peakLoad()));
    }
    row(rows, "attempts at most, over 1 s", runs, StormText::peak);
    storm(rows, "queue at most", runs, storm -> Long.toString(storm.longestQueue()));
    return rows;
  }

  private static String recovered(StormRun run) {
    return run.isTold()
        ? StormVerdict.after(run.report().storm().recoveredAfterMs())
        : "cannot be told";
  }

  private static String normal(StormRun run) {
    OptionalDouble afterMs = run.report().storm().loadNormalAfterMs();
    return run.isTold() || afterMs.isPresent() ? StormVerdict.after(afterMs) : "–";
  }

  private static String peak(StormRun run) {
    double capacity = run.report().world().provider().capacityPerSecond();
    double peak = run.report().storm().peakAttemptsPerSecond();
    return StormChart.number(peak)
        + (Double.isInfinite(capacity)
            ? ""
            : " (" + StormVerdict.decimals(peak / capacity) + "× capacity)");
  }

  private static void storm(
      AlignedText rows, String label, List<StormRun> runs, Function<StormFigures, String> figure) {
    row(rows, label, runs, run -> figure.apply(run.report().storm()));
  }

  private static void row(
      AlignedText rows, String label, List<StormRun> runs, Function<StormRun, String> figure) {
    List<String> cells = new ArrayList<>(List.of(label));
    runs.forEach(run -> cells.add(figure.apply(run)));
    rows.row(cells.toArray(new String[0]));
  }

  private static AlignedText clients(List<StormRun> runs) {
    boolean isAlone = runs.get(0).report().clients().size() == 1;
    AlignedText rows = new AlignedText("  ", WIDTH)
        .row("client", "tasks", "success", "load", "p50", "p95", "p99", "wasted", "doubled");
    for (StormRun run : runs) {
      if (!isAlone) {
        rows.line("in the run of " + run.name() + ":");
      }
      for (ClientReport client : run.report().clients()) {
        rows.row(
                client.name(),
                Long.toString(client.counts().tasks()),
                StormVerdict.percent(client.successShare()),
                client.load().isPresent() ? decimals(client.load()) + "×" : "–",
                time(client, Quantiles::p50Ms),
                time(client, Quantiles::p95Ms),
                time(client, Quantiles::p99Ms),
                StormVerdict.percent(client.wastedShare()),
                Long.toString(client.counts().carriedOutAgain()))
            .line("  without success: " + failures(client));
      }
    }
    return rows;
  }

  private static String failures(ClientReport client) {
    List<String> reasons = new ArrayList<>();
    for (Map.Entry<EndReason, Long> reason : client.failedBy().entrySet()) {
      reasons.add(reason.getKey().word() + " " + reason.getValue());
    }
    if (client.unfinished() > 0) {
      reasons.add("not over " + client.unfinished());
    }
    return reasons.isEmpty() ? "none" : String.join(", ", reasons);
  }

  private static String time(ClientReport client, ToDoubleFunction<Quantiles> which) {
    Optional<Quantiles> quantiles = client.quantiles();
    return quantiles.isPresent() ? PlanSummary.time(which.applyAsDouble(quantiles.get())) : "–";
  }

  private static String decimals(OptionalDouble number) {
    return number.isPresent() ? StormVerdict.decimals(number.getAsDouble()) : "–";
  }

  private StormText() {}
}
