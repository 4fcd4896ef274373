package dev.forbear.simulate;

/** Whether a world came out of its outages. */
public enum Recovery {
  /** There was none to come out of. */
  NO_OUTAGE,
  /** Goodput is what it was before. */
  RECOVERED,
  /** It is not, at the end of the run. */
  NEVER,
  /**
   * There is nothing to compare: no task began before the first outage, or fewer than half of them succeeded, or none begins at
   * the end of the run.
   */
  CANNOT_BE_TOLD
}
