package dev.forbear.simulate;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What outages did and how the world came out of them, all clients together. Figures speak of windows of
 * {@value #WINDOW_MS} ms; without an outage, the ones about it are empty.
 *
 * @param goodputBefore successes per task before the first outage; 1 where there was nothing before it
 * @param loadBefore attempts per task before the first outage; 1 where there was nothing before it
 * @param loadInOutage attempts per task from the first outage's start to the last one's end; empty without tasks in it
 * @param peakLoad the largest attempts per task of any window; empty without tasks
 * @param recoveredAfterMs from the end of the last outage to the first window with {@value #RECOVERED} of the goodput before;
 *     empty for never, which is also the answer when the run ends below that
 * @param loadNormalAfterMs from the end of the last outage to the first window with at most {@value #NORMAL_LOAD} of the load
 *     before; empty for never
 * @param lateGoodput successes per task over the last {@value #LATE_MS} ms, or the last half of a shorter run; empty without tasks
 */
public record StormFigures(
    double goodputBefore,
    double loadBefore,
    OptionalDouble loadInOutage,
    OptionalDouble peakLoad,
    OptionalDouble recoveredAfterMs,
    OptionalDouble loadNormalAfterMs,
    OptionalDouble lateGoodput) {

  /** Over how long a share is taken, milliseconds: long enough that chance evens out at tens of tasks a second. */
  public static final double WINDOW_MS = 10_000;

  /** Over how long the end of a run is looked at, milliseconds. */
  public static final double LATE_MS = 30_000;

  /** Share of the goodput before that counts as recovered. */
  public static final double RECOVERED = 0.95;

  /** Multiple of the load before that counts as normal. */
  public static final double NORMAL_LOAD = 1.1;

  static StormFigures of(World world, List<Moment> moments) {
    Windows windows = new Windows(moments, WINDOW_MS);
    OptionalDouble late = windows.goodput(
        Math.max(windows.lastMs() - LATE_MS, windows.lastMs() / 2), windows.lastMs());
    if (world.outages().isEmpty()) {
      return new StormFigures(
          1,
          1,
          OptionalDouble.empty(),
          windows.peakLoad(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          late);
    }
    double startMs = Double.POSITIVE_INFINITY;
    double endMs = 0;
    for (Outage outage : world.outages()) {
      startMs = Math.min(startMs, outage.startMs());
      endMs = Math.max(endMs, outage.endMs());
    }
    double goodputBefore = windows.goodput(0, startMs).orElse(1);
    double loadBefore = windows.load(0, startMs).orElse(1);
    double enough = RECOVERED * goodputBefore;
    boolean isWellAtTheEnd = late.isPresent() && late.getAsDouble() >= enough;
    return new StormFigures(
        goodputBefore,
        loadBefore,
        windows.load(startMs, endMs),
        windows.peakLoad(),
        isWellAtTheEnd
            ? windows.firstFrom(endMs, (from, to) -> windows.goodput(from, to).orElse(0) >= enough)
            : OptionalDouble.empty(),
        windows.firstFrom(
            endMs, (from, to) -> windows.load(from, to).orElse(0) <= NORMAL_LOAD * loadBefore),
        late);
  }
}
