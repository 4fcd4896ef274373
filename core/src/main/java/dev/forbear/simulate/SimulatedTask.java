package dev.forbear.simulate;

import dev.forbear.task.TaskMachine;

/** One task on its way. */
final class SimulatedTask {

  final SimulatedClient client;
  final int number;
  final double startMs;
  final TaskMachine machine;

  /** Whether it has a token of the retry budget for an attempt it has not made yet. */
  boolean holdsToken;

  /** How often the provider has carried the operation out. */
  int carriedOut;

  SimulatedTask(SimulatedClient client, int number, double startMs) {
    this.client = client;
    this.number = number;
    this.startMs = startMs;
    this.machine = client.machine();
  }
}
