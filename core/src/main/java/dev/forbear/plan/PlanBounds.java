package dev.forbear.plan;

/**
 * What a plan may cost at most. What would need more is refused with the bound in the message; nothing is cut off silently.
 *
 * <p>Measured on two cores of 2.1 GHz with JDK 17, cold: a thousand capped attempts take about two seconds
 * and 60 MB, sixty a fifth of a second, ten a twentieth.
 */
public final class PlanBounds {

  /** Attempts of one plan: one distribution each is kept. */
  public static final int MAX_ATTEMPTS = 1000;

  /** Every time in a plan, its sums included; up to here every whole millisecond is a double (IEEE 754). */
  public static final double MAX_MS = 0x1p53;

  /** Cells of all distributions of a plan in whole milliseconds, 8 bytes each and up to three arrays of them. */
  public static final int MAX_WHOLE_MS_CELLS = 1 << 23;

  /** Attempts of a plan with decorrelated jitter: its waits hang together, so the work grows with the square. */
  public static final int MAX_DECORRELATED_ATTEMPTS = 20;

  /** Error of a probability with decorrelated jitter; draws that range too widely for the lattice pass it. */
  public static final double MAX_DECORRELATED_ERROR = 0.01;

  /** Attempts of all layers together, multiplied; up to here every whole number is a double (IEEE 754). */
  public static final long MAX_LAYERED_ATTEMPTS = 1L << 53;

  private PlanBounds() {}
}
