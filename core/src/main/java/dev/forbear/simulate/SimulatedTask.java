package dev.forbear.simulate;

import dev.forbear.task.TaskMachine;

/** One task on its way. */
final class SimulatedTask {

  final SimulatedClient client;
  final int number;
  final double startMs;
  final TaskMachine machine;

  /** How often the provider has carried the operation out. */
  int carriedOut;

  SimulatedTask(SimulatedClient client, int number, double startMs) {
    this.client = client;
    this.number = number;
    this.startMs = startMs;
    this.machine = client.machine();
  }
}
