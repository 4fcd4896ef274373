package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;

/** Compares the waits a library really draws with the law its figures are planned with. */
final class Draws {

  private static final int COUNT = 4000;

  /** Six standard errors of the mean of uniform draws, as a share of the range. */
  private static final double MEAN_SHARE = 6 / (Math.sqrt(12) * Math.sqrt(COUNT));

  /** Draws are floored to whole milliseconds somewhere in most libraries. */
  private static final double GRAIN_MS = 1;

  /**
   * Checks range and mean of every wait.
   *
   * @param waitMs draws the wait after that many attempts
   */
  static void assertFollow(Iterable<Law> laws, IntToDoubleFunction waitMs) {
    int attempt = 0;
    for (Law law : laws) {
      attempt++;
      double least = Double.POSITIVE_INFINITY;
      double most = 0;
      double sum = 0;
      for (int i = 0; i < COUNT; i++) {
        double wait = waitMs.applyAsDouble(attempt);
        least = Math.min(least, wait);
        most = Math.max(most, wait);
        sum += wait;
      }
      double range = law.maxMs() - law.minMs();
      String which = "wait " + attempt + " of " + law;
      assertThat(least)
          .as(which)
          .isBetween(law.minMs() - GRAIN_MS, law.minMs() + GRAIN_MS + range / 50);
      assertThat(most)
          .as(which)
          .isBetween(law.maxMs() - GRAIN_MS - range / 50, law.maxMs() + GRAIN_MS);
      assertThat(sum / COUNT)
          .as("mean of " + which)
          .isBetween(
              law.meanMs() - GRAIN_MS - range * MEAN_SHARE,
              law.meanMs() + GRAIN_MS + range * MEAN_SHARE);
    }
  }

  private Draws() {}
}
