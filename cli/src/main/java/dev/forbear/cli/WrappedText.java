package dev.forbear.cli;

import java.util.ArrayList;
import java.util.List;

/** Sentences cut into lines between words; for people. */
final class WrappedText {

  /**
   * The lines; a word longer than a line stands alone.
   *
   * @param width characters in a line, at least 1
   * @return at least one line
   */
  static List<String> lines(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.strip().split("\\s+", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() > 0 ? " " : "").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private WrappedText() {}
}
