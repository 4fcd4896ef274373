package dev.forbear.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that line up; for people. */
final class AlignedText {

  private static final String GAP = "  ";

  /** A last column narrower than this is not wrapped: it would hold a word a line. */
  private static final int NARROWEST = 20;

  /**
   * A row of cells, or a line that minds no columns.
   *
   * @param cells one for a line
   */
  private record Row(List<String> cells, boolean isLine) {}

  private final List<Row> rows = new ArrayList<>();
  private final String indent;
  private final int columns;

  /** Rows as long as they are. */
  AlignedText(String indent) {
    this(indent, Integer.MAX_VALUE);
  }

  /**
   * Rows whose last cell goes on in further lines where it has no room.
   *
   * @param columns in a line, with the indent
   */
  AlignedText(String indent, int columns) {
    this.indent = indent;
    this.columns = columns;
  }

  AlignedText row(String... cells) {
    rows.add(new Row(List.of(cells), false));
    return this;
  }

  /** A line of its own between the rows, indented like them; its further lines stand below its beginning. */
  AlignedText line(String text) {
    rows.add(new Row(List.of(text), true));
    return this;
  }

  /** The rows, without spaces at their ends and without a last line end. */
  @Override
  public String toString() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    for (Row row : rows) {
      lines.addAll(row.isLine() ? line(row) : lines(row, widths));
    }
    return String.join("\n", lines);
  }

  /** Columns of the longest line. */
  int width() {
    return toString().lines().mapToInt(TextWidth::of).max().orElse(0);
  }

  private List<String> line(Row row) {
    String text = row.cells().get(0);
    String deeper = " ".repeat(text.length() - text.stripLeading().length());
    int room = Math.max(NARROWEST, columns - indent.length() - deeper.length());
    return WrappedText.lines(text, room).stream()
        .map(part -> indent + deeper + part)
        .toList();
  }

  private List<String> lines(Row row, int[] widths) {
    StringBuilder line = new StringBuilder(indent);
    int last = row.cells().size() - 1;
    for (int column = 0; column < last; column++) {
      line.append(TextWidth.padded(row.cells().get(column), widths[column])).append(GAP);
    }
    int room = columns - TextWidth.of(line.toString());
    String cell = row.cells().get(last);
    List<String> parts = TextWidth.of(cell) <= room || room < NARROWEST
        ? List.of(cell)
        : WrappedText.lines(cell, room);
    List<String> lines = new ArrayList<>();
    for (String part : parts) {
      lines.add((line + part).stripTrailing());
      String blank = " ".repeat(TextWidth.of(line.toString()));
      line.setLength(0);
      line.append(blank);
    }
    return lines;
  }

  /** Of every column. */
  private int[] widths() {
    int[] widths =
        new int[rows.stream().mapToInt(row -> row.cells().size()).max().orElse(0)];
    for (Row row : rows) {
      for (int column = 0; !row.isLine() && column < row.cells().size(); column++) {
        widths[column] = Math.max(widths[column], TextWidth.of(row.cells().get(column)));
      }
    }
    return widths;
  }
}
