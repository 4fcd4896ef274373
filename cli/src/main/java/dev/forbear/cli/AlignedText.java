package dev.forbear.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that line up; for people. */
final class AlignedText {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final String indent;

  AlignedText(String indent) {
    this.indent = indent;
  }

  AlignedText row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /** The rows, without spaces at their ends and without a last line end. */
  @Override
  public String toString() {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(width(column) - cell.length())).append(GAP);
      }
      lines.add(line.toString().stripTrailing());
    }
    return String.join("\n", lines);
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
