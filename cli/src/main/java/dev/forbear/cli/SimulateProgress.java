package dev.forbear.cli;

import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.World;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Runs worlds and tells how far they are: on a terminal only, and only when that takes a while. */
final class SimulateProgress {

  /** What is over by then needs no telling. */
  private static final long QUIET_NANOS = Duration.ofMillis(500).toNanos();

  private static final long EVERY_NANOS = Duration.ofMillis(100).toNanos();

  /** How often a run looks at the clock. */
  private static final int STEPS = 1000;

  private static final int BAR = 30;

  /** To the start of the line and clear it (ECMA-48). */
  private static final String ANEW = "\r\u001B[K";

  private final PrintStream err;
  private final boolean isTold;
  private final int worlds;
  private final LongSupplier nanos;
  private long nextNanos;
  private boolean isDrawn;
  private int done;

  /**
   * Begins now.
   *
   * @param worlds how many will be run
   * @param nanos the monotonic clock
   */
  SimulateProgress(Streams streams, int worlds, LongSupplier nanos) {
    this.err = streams.err();
    this.isTold = streams.terminal().err();
    this.worlds = worlds;
    this.nanos = nanos;
    this.nextNanos = nanos.getAsLong() + QUIET_NANOS;
  }

  /**
   * Runs a world to its end.
   *
   * @throws IllegalStateException naming the bound the run would pass
   */
  SimulationReport run(String name, World world) {
    try {
      Simulation simulation = new Simulation(world);
      for (int step = 1; step <= STEPS; step++) {
        simulation.advanceTo(world.durationMs() * step / STEPS);
        tell(name, (double) step / STEPS);
      }
      simulation.advanceTo(world.durationMs());
      done++;
      return simulation.report();
    } finally {
      clear();
    }
  }

  private void tell(String name, double share) {
    if (!isTold || nanos.getAsLong() - nextNanos < 0) {
      return;
    }
    nextNanos = nanos.getAsLong() + EVERY_NANOS;
    isDrawn = true;
    int marks = (int) (BAR * (done + share) / worlds);
    err.print(ANEW + "[" + "#".repeat(marks) + " ".repeat(BAR - marks) + "] simulating " + name
        + ", " + (int) (100 * share) + " %");
    err.flush();
  }

  private void clear() {
    if (isDrawn) {
      isDrawn = false;
      err.print(ANEW);
      err.flush();
    }
  }
}
