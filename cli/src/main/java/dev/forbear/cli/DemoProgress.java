package dev.forbear.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** How far the demo is: one line that is drawn again on a terminal, a new line now and then elsewhere. */
final class DemoProgress {

  private static final Duration ON_TERMINAL = Duration.ofMillis(100);
  private static final Duration ELSEWHERE = Duration.ofSeconds(2);

  /** To the start of the line and clear it (ECMA-48). */
  private static final String ANEW = "\r\u001B[K";

  private final PrintStream err;
  private final boolean redraws;
  private final int tasks;

  DemoProgress(Streams streams, int tasks) {
    this.err = streams.err();
    this.redraws = streams.terminal().err();
    this.tasks = tasks;
  }

  /**
   * Waits until both runs are over, and tells how far they are.
   *
   * @return false when they were not within that time
   */
  boolean await(DemoRun forbear, DemoRun naive, Duration atMost) throws InterruptedException {
    long startNanos = System.nanoTime();
    Duration every = redraws ? ON_TERMINAL : ELSEWHERE;
    while (true) { // bounded by the time allowed
      long passedNanos = System.nanoTime() - startNanos;
      Duration left = atMost.minusNanos(passedNanos);
      if (left.isNegative()) {
        clear();
        return false;
      }
      Duration wait = left.compareTo(every) < 0 ? left : every;
      if (isOver(forbear, naive, wait)) {
        clear();
        return true;
      }
      draw(forbear.over(), naive.over(), System.nanoTime() - startNanos);
    }
  }

  private static boolean isOver(DemoRun forbear, DemoRun naive, Duration wait)
      throws InterruptedException {
    // The naive client takes longer, as a rule; the second wait then costs nothing.
    return naive.await(wait) && forbear.await(wait);
  }

  private void draw(int forbearOver, int naiveOver, long passedNanos) {
    String line = "forbear " + forbearOver + " of " + tasks + ", naive " + naiveOver + " of "
        + tasks + ", " + TimeUnit.NANOSECONDS.toSeconds(passedNanos) + " s";
    err.print(redraws ? ANEW + line : line + "\n");
    err.flush();
  }

  private void clear() {
    if (redraws) {
      err.print(ANEW);
      err.flush();
    }
  }
}
