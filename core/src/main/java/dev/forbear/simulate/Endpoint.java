package dev.forbear.simulate;

/** Where simulated attempts arrive. It answers each one exactly once, unless it dropped it. */
interface Endpoint {

  /** An attempt arrives. */
  void arrive(SimulatedAttempt attempt, double nowMs);

  /**
   * The client of an attempt has gone.
   *
   * @return whether the attempt has ended with that; otherwise it goes on for nobody, and is answered all the same
   */
  boolean leave(SimulatedAttempt attempt, double nowMs);
}
