package dev.forbear.cli;

import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The course of time as rows: what was sent and what succeeded per second, the queue, and a bar of both.
 *
 * <p>Two runs stand side by side, on one scale, so that they can be compared row by row.
 */
final class StormChart {

  private static final int MOST_ROWS = 30;
  private static final int SIDE_BY_SIDE = 2;

  /** Columns of one bar, when it stands alone and when two stand side by side. */
  private static final int[] BARS = {54, 19};

  private final World world;
  private final List<StormRun> runs;

  /** How many records are shown, how many make a row. */
  private final int records;

  private final int step;

  /** What a full bar stands for, per second. */
  private final double scale;

  private final int bar;

  private StormChart(List<StormRun> runs, int records, double scale) {
    this.world = runs.get(0).report().world();
    this.runs = runs;
    this.records = records;
    this.step = step(records);
    this.scale = scale;
    this.bar = BARS[runs.size() - 1];
  }

  /** One chart for every two runs. */
  static List<String> of(List<StormRun> runs) {
    int records = records(runs);
    double scale = 0;
    for (StormRun run : runs) {
      List<Moment> moments = run.report().moments();
      for (int from = 0; from < records; from += step(records)) {
        Slice slice = slice(moments, from, step(records));
        scale = Math.max(scale, Math.max(slice.sent(), slice.succeeded()));
      }
    }
    List<String> charts = new ArrayList<>();
    for (int first = 0; first < runs.size(); first += SIDE_BY_SIDE) {
      List<StormRun> some = runs.subList(first, Math.min(runs.size(), first + SIDE_BY_SIDE));
      charts.add(new StormChart(some, records, scale).text());
    }
    return charts;
  }

  /** A number as people read it: whole from 10 on, else with one decimal, below 1 with two; 0 is 0. */
  static String number(double value) {
    if (value >= 10 || value == 0) {
      return Long.toString(Math.round(value));
    }
    return String.format(Locale.ROOT, value >= 1 ? "%.1f" : "%.2f", value);
  }

  private record Slice(double sent, double succeeded, long queued) {}

  /** All of them; for a batch, until it is over. */
  private static int records(List<StormRun> runs) {
    World world = runs.get(0).report().world();
    int all = runs.get(0).report().moments().size() - 1;
    if (!StormRun.isBatch(world.clients())) {
      return all;
    }
    double lastMs = runs.stream()
        .mapToDouble(run -> run.overAfterMs().orElse(world.durationMs()))
        .max()
        .orElse(world.durationMs());
    return (int) Math.max(1, Math.min(all, Math.ceil(lastMs / world.momentMs())));
  }

  private static int step(int records) {
    return (records + MOST_ROWS - 1) / MOST_ROWS;
  }

  private static Slice slice(List<Moment> moments, int from, int step) {
    Moment begin = moments.get(from);
    Moment end = moments.get(Math.min(from + step, moments.size() - 1));
    Counts counts = end.all().since(begin.all());
    double seconds = (end.atMs() - begin.atMs()) / 1000;
    return new Slice(counts.attempts() / seconds, counts.succeeded() / seconds, end.queued());
  }

  private String text() {
    StringBuilder text =
        new StringBuilder("  attempts sent and tasks that succeed (ok) per second, the queue;"
            + " # ok, . sent besides"
            + (Double.isInfinite(world.provider().capacityPerSecond()) ? "" : ", | capacity")
            + "\n");
    StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "  %7s %-7s", "from", ""));
    for (StormRun run : runs) {
      String name = runs.size() == 1 ? "" : run.name();
      head.append(String.format(Locale.ROOT, "  %5s %5s %6s  ", "sent", "ok", "queue"))
          .append(TextWidth.padded(TextWidth.cut(name, bar), bar));
    }
    text.append(head.toString().stripTrailing());
    for (int from = 0; from < records; from += step) {
      text.append('\n').append(row(from).stripTrailing());
    }
    return text.toString();
  }

  private String row(int from) {
    List<Moment> moments = runs.get(0).report().moments();
    double fromMs = moments.get(from).atMs();
    double toMs = moments.get(Math.min(from + step, moments.size() - 1)).atMs();
    StringBuilder row = new StringBuilder(
        String.format(Locale.ROOT, "  %7s %-7s", time(fromMs), outage(fromMs, toMs)));
    for (StormRun run : runs) {
      Slice slice = slice(run.report().moments(), from, step);
      row.append(String.format(
          Locale.ROOT,
          "  %5s %5s %6d  %s",
          number(slice.sent()),
          number(slice.succeeded()),
          slice.queued(),
          bar(slice)));
    }
    return row.toString();
  }

  private String outage(double fromMs, double toMs) {
    for (Outage outage : world.outages()) {
      if (outage.startMs() < toMs && fromMs < outage.endMs()) {
        return StormVerdict.kind(outage);
      }
    }
    return "";
  }

  private String bar(Slice slice) {
    int succeeded = marks(slice.succeeded());
    int sent = Math.max(succeeded, marks(slice.sent()));
    StringBuilder text = new StringBuilder("#".repeat(succeeded))
        .append(".".repeat(sent - succeeded))
        .append(" ".repeat(bar - sent));
    double capacity = world.provider().capacityPerSecond();
    if (capacity < scale) {
      text.setCharAt(Math.min(bar - 1, marks(capacity)), '|');
    }
    return text.toString();
  }

  private int marks(double perSecond) {
    return scale == 0 ? 0 : (int) Math.min(bar, Math.round(perSecond / scale * bar));
  }

  /** {@code 1:30} where whole seconds are enough, else {@code 0.25 s}. */
  private String time(double ms) {
    if (step * world.momentMs() % 1000 != 0) {
      return HumanDuration.text(Math.rint(ms * 1000) / 1000);
    }
    long seconds = Math.round(ms / 1000);
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
