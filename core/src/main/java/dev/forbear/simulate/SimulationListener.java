package dev.forbear.simulate;

import dev.forbear.task.Step;

/** Hears every step of every simulated task, in the order of time. */
public interface SimulationListener {

  /** Hears nothing. */
  SimulationListener NONE = (client, task, nowMs, step) -> {};

  /**
   * A machine has answered with a step.
   *
   * @param client its name
   * @param task the number of the task among those of the client, from 1
   * @param nowMs when, milliseconds since the start of the run
   * @param step what is carried out next
   */
  void step(String client, long task, double nowMs, Step step);
}
