package dev.forbear.cli;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Help.Ansi;

/** The figures of both clients side by side. */
final class DemoTable {

  private static final int LABEL_WIDTH = 32;
  private static final int CELL_WIDTH = 12;

  private final DemoFigures forbear;
  private final DemoFigures naive;
  private final Ansi ansi;
  private final StringBuilder text = new StringBuilder();

  private DemoTable(DemoFigures forbear, DemoFigures naive, Ansi ansi) {
    this.forbear = forbear;
    this.naive = naive;
    this.ansi = ansi;
  }

  /** The table, with a line end after each row. */
  static String of(DemoFigures forbear, DemoFigures naive, Ansi ansi) {
    return new DemoTable(forbear, naive, ansi).rows();
  }

  private String rows() {
    line("bold", "", "forbear", "naive");
    count("tasks", DemoFigures::tasks);
    count("succeeded in time", DemoFigures::succeeded);
    harm("succeeded too late", DemoFigures::succeededLate);
    Set<String> reasons = new TreeSet<>(forbear.ended().keySet());
    reasons.addAll(naive.ended().keySet());
    for (String reason : reasons) {
      count("gave up: " + reason, figures -> figures.ended().getOrDefault(reason, 0));
    }
    count("requests at the provider", DemoFigures::requests);
    row("load, requests per task", figures -> String.format(Locale.ROOT, "%.2f", figures.load()));
    row("time to an answer, p50", figures -> HumanDuration.rounded(figures.p50Ms()));
    row("time to an answer, p95", figures -> HumanDuration.rounded(figures.p95Ms()));
    harm("tasks that overran the deadline", DemoFigures::overruns);
    harm("requests after the deadline", DemoFigures::requestsAfterDeadline);
    return text.toString();
  }

  private void count(String label, ToIntFunction<DemoFigures> figure) {
    row(label, figures -> Integer.toString(figure.applyAsInt(figures)));
  }

  private void row(String label, Function<DemoFigures, String> figure) {
    line("", label, figure.apply(forbear), figure.apply(naive));
  }

  /** A figure that should be 0. */
  private void harm(String label, ToIntFunction<DemoFigures> figure) {
    text.append(String.format(Locale.ROOT, "%-" + LABEL_WIDTH + "s", label));
    for (DemoFigures figures : new DemoFigures[] {forbear, naive}) {
      int count = figure.applyAsInt(figures);
      text.append(styled(count == 0 ? "green" : "red", cell(Integer.toString(count))));
    }
    text.append('\n');
  }

  private void line(String style, String label, String first, String second) {
    String plain =
        String.format(Locale.ROOT, "%-" + LABEL_WIDTH + "s", label) + cell(first) + cell(second);
    text.append(styled(style, plain)).append('\n');
  }

  private String styled(String style, String plain) {
    return style.isEmpty() ? plain : ansi.string("@|" + style + " " + plain + "|@");
  }

  private static String cell(String value) {
    return String.format(Locale.ROOT, "%" + CELL_WIDTH + "s", value);
  }
}
