package dev.forbear.providers;

import java.util.regex.Pattern;

/**
 * Words to look for in what a reply says.
 *
 * <p>A phrase is written as it reads, in lower case; {@code *} stands for some words in between, {@code #} for a number,
 * {@code ~} for the rest of a word, {@code (a|b)} for one of several, {@code [ab]} for one of some signs and {@code ?} behind
 * what may be missing. It begins and ends at the bounds of words and numbers,
 * so that {@code limit: 0} is not found in {@code limit: 0.5}.
 */
final class Phrase {

  private static final Pattern SYNTAX = Pattern.compile("[*#~()|]");
  private static final Pattern UNSURE = Pattern.compile("\\([^()]*\\)\\??|\\[[^]]*\\]\\??|.\\?");

  private final String written;
  private final String anchor;
  private final Pattern pattern;

  private Phrase(String written) {
    this.written = written;
    this.anchor = longestLiteral(written);
    this.pattern = Pattern.compile(regex(written));
  }

  static Phrase of(String written) {
    return new Phrase(written);
  }

  /** As the table has it. */
  String written() {
    return written;
  }

  /** Whether the words stand in a text that is in lower case, with single spaces. */
  boolean isIn(String text) {
    return text.contains(anchor) && pattern.matcher(text).find();
  }

  private static String regex(String written) {
    StringBuilder regex = new StringBuilder();
    if (isWord(written.charAt(0))) {
      regex.append("(?<![a-z0-9])");
    }
    // A gap between spaces may be no word at all.
    String text = written.replace(" * ", " \u0000");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case 0 -> regex.append("(?:.{0,80}? )?");
        case '*' -> regex.append(".{0,80}?");
        case '#' -> regex.append("\\d[\\d,._ ]{0,20}");
        case '~' -> regex.append("[a-z0-9]{0,20}");
        case '(' -> regex.append("(?:");
        case ')', '|', '?', '[', ']', ' ' -> regex.append(c);
        default -> regex.append(isWord(c) ? "" : "\\").append(c);
      }
    }
    if (isWord(written.charAt(written.length() - 1))) {
      regex.append("(?![a-z0-9]|[.,]\\d)");
    }
    return regex.toString();
  }

  /** The longest run that must stand in the text as it is; alternatives have none. */
  private static String longestLiteral(String written) {
    String outside = written;
    String before;
    do {
      // Groups stand in groups, and the innermost are taken out first.
      before = outside;
      outside = UNSURE.matcher(outside).replaceAll("*");
    } while (!outside.equals(before));
    String longest = "";
    for (String run : SYNTAX.split(outside, -1)) {
      if (run.length() > longest.length()) {
        longest = run;
      }
    }
    return longest;
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
