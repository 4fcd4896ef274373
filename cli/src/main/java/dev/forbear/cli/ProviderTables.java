package dev.forbear.cli;

import dev.forbear.providers.Provider;
import dev.forbear.providers.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of all providers, for people and as a page. */
final class ProviderTables {

  /** Columns beside the label: the lines stay within those of the help. */
  private static final int WIDTH = 76;

  /** The command that writes the page, which says so itself. */
  static final String PAGE_COMMAND = "./forbear providers --markdown > docs/providers.md";

  private static final String ORDER =
      "A reply is held against codes first, then sizes, then phrases, then codes that senders put on many"
          + " things, then statuses; in each of these against the provider's own rows before those of"
          + " what stands in front of it and those that hold for everybody.";

  /** Every table there is, in the order of the page. */
  static List<Provider> all() {
    List<Provider> tables = new ArrayList<>(Providers.all());
    tables.addAll(Providers.fronts());
    tables.add(Providers.any());
    return tables;
  }

  /** What there is: a line for each table. */
  static String list() {
    AlignedText rows = new AlignedText("");
    rows.row("provider", "rows", "classes it tells");
    for (Provider table : all()) {
      String name = table.name();
      String count = Integer.toString(table.rules().size());
      for (String line : WrappedText.lines(classes(table), WIDTH)) {
        rows.row(name, count, line);
        name = "";
        count = "";
      }
    }
    return rows + "\none of them: forbear providers NAME; 'any' holds the rows for everybody";
  }

  /** One table. */
  static String table(Provider provider) {
    List<String> lines = new ArrayList<>();
    int count = provider.rules().size();
    lines.add(provider.name() + ", " + count + (count == 1 ? " row" : " rows"));
    lines.addAll(WrappedText.lines(ORDER, UsageErrors.WIDTH));
    provider.rules().forEach(rule -> {
      lines.add("");
      lines.addAll(ProviderRow.of(rule).lines());
    });
    return String.join("\n", lines);
  }

  /** The page {@code docs/providers.md}, without a last line end. */
  static String markdown() {
    List<String> lines = new ArrayList<>(
        List.of(
            "# What is recognised, and where it was read",
            "",
            "<!-- Written by `" + PAGE_COMMAND
                + "` from the tables of the module `providers`; do not edit. -->",
            "",
            "Each row says: a reply with one of these statuses and these signs means that.",
            ORDER,
            "A status that stands in the body of a 200 counts as well.",
            "Of several alternatives, between bars, one is enough; of several signs, between semicolons, all are needed."));
    addSection(lines, "Providers", Providers.all());
    addSection(lines, "What stands in front of them, whoever is called", Providers.fronts());
    addSection(lines, "What holds for everybody", List.of(Providers.any()));
    return String.join("\n", lines);
  }

  private static void addSection(List<String> lines, String title, List<Provider> tables) {
    lines.addAll(List.of("", "## " + title));
    for (Provider table : tables) {
      lines.addAll(List.of("", "### " + table.name(), ""));
      lines.add(line(ProviderRow.HEADINGS));
      lines.add("|" + "---|".repeat(ProviderRow.HEADINGS.size()));
      table.rules().forEach(rule -> lines.add(line(ProviderRow.of(rule).markdownCells())));
    }
  }

  private static String classes(Provider table) {
    return table.rules().stream()
        .map(rule -> rule.failureClass().word())
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  private ProviderTables() {}
}
