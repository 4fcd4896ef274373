package dev.forbear.simulate;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What outages did and how the world came out of them, all clients together. Goodput is successes per task begun, load is
 * attempts per task begun, both over a stretch of time; just after a storm, goodput can be more than 1, because tasks that began
 * earlier succeed then. Figures are made from a record every {@value #RECORD_MS} ms, whatever the run is asked to record, and
 * speak of windows of {@value #WINDOW_MS} ms.
 *
 * @param goodputBefore goodput before the first outage, of the whole run without one; empty without tasks in it
 * @param loadBefore the load in the same time
 * @param loadInOutage load from the first outage's start to the last one's end; empty without tasks in it
 * @param peakLoad the largest load of any window; empty without tasks
 * @param recovery whether the world came out of its outages
 * @param recoveredAfterMs from the end of the last outage to the first window with {@value #RECOVERED} of the goodput before;
 *     there when {@code recovery} is {@link Recovery#RECOVERED}
 * @param loadNormalAfterMs from the end of the last outage to the first window with at most {@value #NORMAL_LOAD} of the load
 *     before; empty for never, and where it cannot be told
 * @param lateGoodput goodput over the last {@value #LATE_MS} ms, or the last half of a shorter run; empty without tasks in it
 * @param peakAttemptsPerSecond the most attempts that were made in a second
 * @param longestQueue the most requests that waited for a slot at once
 */
public record StormFigures(
    OptionalDouble goodputBefore,
    OptionalDouble loadBefore,
    OptionalDouble loadInOutage,
    OptionalDouble peakLoad,
    Recovery recovery,
    OptionalDouble recoveredAfterMs,
    OptionalDouble loadNormalAfterMs,
    OptionalDouble lateGoodput,
    double peakAttemptsPerSecond,
    long longestQueue) {

  /** How often the figures look, milliseconds. */
  public static final double RECORD_MS = 1000;

  /** Over how long a share is taken, milliseconds: long enough that chance evens out at tens of tasks a second. */
  public static final double WINDOW_MS = 10_000;

  /** Over how long the end of a run is looked at, milliseconds. */
  public static final double LATE_MS = 30_000;

  /** Share of the goodput before that counts as recovered. */
  public static final double RECOVERED = 0.95;

  /** Goodput before an outage below which there is nothing to recover to. */
  public static final double LEAST_GOODPUT_BEFORE = 0.5;

  /** Multiple of the load before that counts as normal. */
  public static final double NORMAL_LOAD = 1.1;

  /**
   * The figures of a run.
   *
   * @param records one every {@link #RECORD_MS}, or less often in a very long run
   */
  static StormFigures of(World world, List<Moment> records, long longestQueue) {
    Windows windows = new Windows(records, WINDOW_MS);
    double lastMs = windows.lastMs();
    double startMs = lastMs;
    double endMs = 0;
    for (Outage outage : world.outages()) {
      startMs = Math.min(startMs, outage.startMs());
      endMs = Math.max(endMs, outage.endMs());
    }
    OptionalDouble before = windows.goodput(0, startMs);
    OptionalDouble loadBefore = windows.load(0, startMs);
    OptionalDouble late = windows.goodput(Math.max(lastMs - LATE_MS, lastMs / 2), lastMs);
    Recovery recovery = world.outages().isEmpty() ? Recovery.NO_OUTAGE : recovery(before, late);
    double enough = RECOVERED * before.orElse(0);
    OptionalDouble recoveredAfterMs = recovery == Recovery.RECOVERED
        ? windows.firstFrom(endMs, (from, to) -> isAtLeast(windows.goodput(from, to), enough))
        : OptionalDouble.empty();
    boolean isComparable = recovery == Recovery.RECOVERED || recovery == Recovery.NEVER;
    double normal = NORMAL_LOAD * loadBefore.orElse(0);
    return new StormFigures(
        before,
        loadBefore,
        world.outages().isEmpty() ? OptionalDouble.empty() : windows.load(startMs, endMs),
        windows.peakLoad(),
        recovery == Recovery.RECOVERED && recoveredAfterMs.isEmpty() ? Recovery.NEVER : recovery,
        recoveredAfterMs,
        isComparable
            ? windows.firstFrom(endMs, (from, to) -> isAtMost(windows.load(from, to), normal))
            : OptionalDouble.empty(),
        late,
        windows.peakAttemptsPerSecond(),
        longestQueue);
  }

  private static Recovery recovery(OptionalDouble before, OptionalDouble late) {
    if (before.orElse(0) < LEAST_GOODPUT_BEFORE || late.isEmpty()) {
      return Recovery.CANNOT_BE_TOLD;
    }
    return late.getAsDouble() >= RECOVERED * before.getAsDouble()
        ? Recovery.RECOVERED
        : Recovery.NEVER;
  }

  private static boolean isAtLeast(OptionalDouble share, double least) {
    return share.isPresent() && share.getAsDouble() >= least;
  }

  private static boolean isAtMost(OptionalDouble share, double most) {
    return share.isPresent() && share.getAsDouble() <= most;
  }
}
