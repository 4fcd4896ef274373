package dev.forbear.cli;

import dev.forbear.providers.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One row of a provider's table as it is shown, the same in every form.
 *
 * @param status the statuses it holds for, or {@code any status}
 * @param sign what else must be seen; {@code -} for nothing
 * @param failureClass what it means
 * @param isTransient whether the same request may succeed later: yes or no
 * @param hint where the minimum wait is looked for
 * @param mayHaveRun whether the request may have run: no, maybe or yes
 * @param source where it was read
 * @param readOn when it was read
 */
record ProviderRow(
    String status,
    String sign,
    String failureClass,
    String isTransient,
    String hint,
    String mayHaveRun,
    String source,
    String readOn) {

  /** The names of the columns, in their order. */
  static final List<String> HEADINGS =
      List.of("status", "sign", "class", "transient", "hint", "may have run", "source", "read");

  /** Columns beside the indent: the lines stay within those of the help. */
  private static final int WIDTH = 94;

  private static final String INDENT = "      ";
  private static final String NO_SIGN = "-";

  static ProviderRow of(Rule rule) {
    List<Integer> statuses = rule.condition().statuses();
    List<String> signs = rule.condition().signs();
    return new ProviderRow(
        statuses.isEmpty()
            ? "any status"
            : statuses.stream().map(String::valueOf).collect(Collectors.joining("/")),
        signs.isEmpty() ? NO_SIGN : String.join("; ", signs),
        rule.failureClass().word(),
        rule.isTransient() ? "yes" : "no",
        rule.hint(),
        rule.requestMayHaveRun().word(),
        rule.source(),
        rule.readOn());
  }

  /** For a row of a table in Markdown, in the order of {@link #HEADINGS}. */
  List<String> markdownCells() {
    // Signs are full of characters that Markdown takes for its own; a bar ends a cell all the same.
    String fence = sign.contains("`") ? "``" : "`";
    String shown = sign.equals(NO_SIGN) ? sign : fence + sign + fence;
    return Stream.of(status, shown, failureClass, isTransient, hint, mayHaveRun, source, readOn)
        .map(cell -> cell.replace("|", "\\|"))
        .toList();
  }

  /** For a terminal: what it looks like, and below it what it means and who says so. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    String condition = sign.equals(NO_SIGN) ? status : status + "; " + sign;
    for (String line : WrappedText.lines(condition, WIDTH)) {
      lines.add(lines.isEmpty() ? line : "  " + line);
    }
    lines.add(INDENT + failureClass + "; transient: " + isTransient + "; may have run: "
        + mayHaveRun + "; hint: " + hint);
    for (String line : WrappedText.lines(source + ", " + readOn, WIDTH)) {
      lines.add(INDENT + line);
    }
    return lines;
  }
}
