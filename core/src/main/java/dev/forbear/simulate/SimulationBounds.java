package dev.forbear.simulate;

/** What a run may need at most; more is refused with the bound. */
public final class SimulationBounds {

  /** Tasks of one run: their times are kept for the quantiles, 8 bytes each. */
  public static final int MAX_TASKS = 20_000_000;

  /** Things that happen in one run: tasks begun, answers, waits, limits; about a quarter of a minute on one core. */
  public static final int MAX_EVENTS = 60_000_000;

  /**
   * Things that are going to happen at once (attempts in flight, waits, limits), and requests in the queue: about half a
   * gigabyte at most. A power of 2.
   */
  public static final int MAX_PENDING = 1 << 20;

  /** Tasks a second of one client: with it the largest run lasts 20 seconds. */
  public static final double MAX_PER_SECOND = 1_000_000;

  /** Moments that are recorded of one run. */
  public static final int MAX_MOMENTS = 100_000;

  /** Clients of one world. */
  public static final int MAX_CLIENTS = 16;

  private SimulationBounds() {}
}
