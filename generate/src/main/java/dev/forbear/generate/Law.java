package dev.forbear.generate;

import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/**
 * How one wait of a target is drawn: evenly between two times, with some share exactly on the longer one.
 *
 * @param minMs shortest, milliseconds, at least 0
 * @param maxMs longest, milliseconds, at least the shortest
 * @param atMax probability of exactly the longest; 1 where both are the same
 */
record Law(double minMs, double maxMs, double atMax) {

  static Law fixed(double milliseconds) {
    return new Law(milliseconds, milliseconds, 1);
  }

  static Law between(double minMs, double maxMs) {
    return minMs == maxMs ? fixed(minMs) : new Law(minMs, maxMs, 0);
  }

  /** Evenly between two times, and what would be longer than the cap put on the cap. */
  static Law cutAt(double minMs, double maxMs, double capMs) {
    if (maxMs <= capMs) {
      return between(minMs, maxMs);
    }
    return capMs <= minMs ? fixed(capMs) : new Law(minMs, capMs, (maxMs - capMs) / (maxMs - minMs));
  }

  /** The waits of the policy itself. */
  static List<Law> of(Recipe recipe) {
    List<Law> laws = new ArrayList<>();
    for (int attempt = 1; attempt < recipe.maxAttempts(); attempt++) {
      laws.add(below(recipe.ceilingMs(attempt), recipe.jitter()));
    }
    return laws;
  }

  static Law below(double ceilingMs, Jitter jitter) {
    return switch (jitter) {
      case NONE -> fixed(ceilingMs);
      case FULL -> between(0, ceilingMs);
      case EQUAL -> between(ceilingMs / 2, ceilingMs);
    };
  }

  double meanMs() {
    return atMax * maxMs + (1 - atMax) * (minMs + maxMs) / 2;
  }

  /** By how much the wait is longer than x, on average, where shorter counts as 0: the tail of its distribution, summed. */
  double meanAboveMs(double x) {
    double fromMax = Math.max(0, maxMs - x);
    if (minMs == maxMs) {
      return fromMax;
    }
    double fromMin = Math.max(0, minMs - x);
    double even = (fromMax * fromMax - fromMin * fromMin) / (2 * (maxMs - minMs));
    return atMax * fromMax + (1 - atMax) * even;
  }
}
