package dev.forbear.testkit;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The valid word nearest to one that is not: fewest letters changed, added or left out. */
final class NearestWord {

  /**
   * Finds the nearest word.
   *
   * @param given what was written, in any case
   * @param allowed the valid words, at least one; of equally near ones the first wins
   */
  static String of(String given, Collection<String> allowed) {
    String lowerCase = given.toLowerCase(Locale.ROOT);
    return allowed.stream()
        .min(Comparator.comparingInt(word -> distance(lowerCase, word)))
        .orElseThrow();
  }

  private static int distance(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(changed, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }

  private NearestWord() {}
}
