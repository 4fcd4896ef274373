package dev.forbear.plan;

/**
 * How tasks end. The four add up to 1.
 *
 * <p>The runtime names its ends a little differently: an attempt that the deadline cuts counts here as cut, and there as
 * {@code attempts} where it was the last permitted one, else as {@code deadline}.
 *
 * @param success with a success before the deadline
 * @param stopAttempts every permitted attempt failed in time
 * @param stopDeadline the next wait and a useful attempt did not fit
 * @param cutAtDeadline an attempt was still running at the deadline
 */
public record OutcomeSplit(
    double success, double stopAttempts, double stopDeadline, double cutAtDeadline) {

  /** All that is not success. */
  public double failure() {
    return stopAttempts + stopDeadline + cutAtDeadline;
  }
}
