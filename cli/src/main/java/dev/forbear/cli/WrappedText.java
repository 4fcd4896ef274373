package dev.forbear.cli;

import java.util.ArrayList;
import java.util.List;

/** Sentences cut into lines between words; for people. */
final class WrappedText {

  /**
   * The lines; a word longer than a line stands alone.
   *
   * @param width columns of a line, at least 1
   * @return at least one line
   */
  static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int taken = 0;
    for (String word : text.strip().split("\\s+", -1)) {
      int columns = TextWidth.of(word);
      if (line.length() > 0 && taken + 1 + columns > width) {
        lines.add(line.toString());
        line.setLength(0);
        taken = 0;
      }
      taken += columns + (line.length() > 0 ? 1 : 0);
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  /** A note of the common width: {@code note: } and, below it, what does not fit into the line. */
  static String note(String text) {
    String label = "note: ";
    List<String> lines = lines(text, UsageErrors.WIDTH - label.length());
    return label + String.join("\n" + " ".repeat(label.length()), lines);
  }

  private WrappedText() {}
}
