package dev.forbear.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the valid word closest to a mistyped one. */
final class Nearest {

  /** Shortest beginning that counts as an abbreviation. */
  private static final int SHORTEST_ABBREVIATION = 2;

  /** Longer than any flag, command or value; what follows is not compared. */
  private static final int MAX_COMPARED = 60;

  /**
   * The nearest word: one that begins like the given one, else one with the fewest edits; the first of several.
   *
   * @return empty only when there is no valid word
   */
  static Optional<String> to(String given, Collection<String> valid) {
    String plain = plain(given);
    return valid.stream().min(Comparator.comparingInt(word -> distance(plain, plain(word))));
  }

  /** The same as a question for the end of a message; empty when there is no valid word. */
  static String question(String given, Collection<String> valid) {
    return to(given, valid).map(word -> "; did you mean " + word + "?").orElse("");
  }

  private static String plain(String word) {
    String compared = word.substring(0, Math.min(word.length(), MAX_COMPARED));
    return compared.toLowerCase(Locale.ROOT).replaceFirst("^-+", "");
  }

  private static int distance(String given, String word) {
    if (given.length() >= SHORTEST_ABBREVIATION && word.startsWith(given)) {
      return 0;
    }
    return edits(given, word);
  }

  /** Insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
  private static int edits(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }

  private Nearest() {}
}
