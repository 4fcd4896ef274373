package dev.forbear.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * A text with places to fill, each written as a name in double braces.
 *
 * <p>A place alone on its line takes any number of lines, indented like it; filled with nothing, its line goes, and one of two empty lines around it. Every other
 * place is filled within its line.
 */
final class Template {

  /** A blank at which no line is broken; an ordinary one in the finished text. */
  static final char NO_BREAK = '\u00a0';

  private static final String OPEN = "{{";
  private static final String CLOSE = "}}";

  private String text;

  private Template(String text) {
    this.text = text;
  }

  static Template of(String text) {
    return new Template(text);
  }

  /** Fills every place of that name; a name that the text does not have is a fault of the generator. */
  Template with(String name, String value) {
    String place = OPEN + name + CLOSE;
    if (!text.contains(place)) {
      throw new IllegalStateException("there is no place " + place);
    }
    List<String> filled = new ArrayList<>();
    boolean isGone = false;
    for (String line : lines(text)) {
      boolean isSecondBlank = isGone && line.isEmpty() && lastIsBlank(filled);
      isGone = false;
      if (isSecondBlank) {
        continue;
      }
      if (!line.strip().equals(place)) {
        filled.add(line.replace(place, value));
      } else if (value.isEmpty()) {
        isGone = true;
      } else {
        String indent = line.substring(0, line.indexOf(OPEN));
        for (String inner : lines(value)) {
          filled.add(inner.isEmpty() ? inner : indent + inner);
        }
      }
    }
    text = String.join("\n", filled);
    return this;
  }

  private static boolean lastIsBlank(List<String> lines) {
    return !lines.isEmpty() && lines.get(lines.size() - 1).isEmpty();
  }

  Template with(String name, double value) {
    return with(name, Shown.number(value));
  }

  /** The text with one line end at its end; nothing may be left to fill. */
  String text() {
    int open = text.indexOf(OPEN);
    if (open >= 0) {
      throw new IllegalStateException(
          "not filled: " + text.substring(open, Math.min(text.length(), open + 40)));
    }
    return text.replace(NO_BREAK, ' ').stripTrailing() + "\n";
  }

  /** A paragraph in lines of at most that many characters, each after the prefix. */
  static String wrapped(String paragraph, String first, String further, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    boolean isEmpty = true;
    for (String word : words(paragraph)) {
      if (!isEmpty && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder(further);
        isEmpty = true;
      }
      if (!isEmpty) {
        line.append(' ');
      }
      line.append(word);
      isEmpty = false;
    }
    lines.add(line.toString());
    return String.join("\n", lines);
  }

  static List<String> lines(String text) {
    return pieces(text, '\n');
  }

  private static List<String> words(String text) {
    return pieces(text, ' ');
  }

  private static List<String> pieces(String text, char end) {
    List<String> pieces = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(end); at >= 0; at = text.indexOf(end, from)) {
      pieces.add(text.substring(from, at));
      from = at + 1;
    }
    pieces.add(text.substring(from));
    return pieces;
  }
}
