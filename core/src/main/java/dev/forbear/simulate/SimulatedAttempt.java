package dev.forbear.simulate;

import dev.forbear.classify.Classified;
import org.jspecify.annotations.Nullable;

/** One attempt on its way: what its client knows of it, and what its endpoint does. */
final class SimulatedAttempt {

  final SimulatedTask task;
  final int number;

  /** When its client stops waiting for it. */
  final double limitMs;

  /** Whether its client has stopped waiting for it, with an answer or without. */
  boolean isOver;

  /** When the endpoint will have finished it; infinite while that is open. */
  double finishMs = Double.POSITIVE_INFINITY;

  boolean fails;

  /** Where it is among those being worked on; -1 while it is not. */
  int slot = -1;

  /** Whether it stands in the queue. */
  boolean isQueued;

  SimulatedAttempt(SimulatedTask task, int number, double limitMs) {
    this.task = task;
    this.number = number;
    this.limitMs = limitMs;
  }

  /** The endpoint has done with it. */
  void answer(@Nullable Classified failure, double nowMs) {
    task.client.answered(this, failure, nowMs);
  }

  /** The endpoint finishes it later than it meant to. */
  void delay(double milliseconds) {
    boolean wasInTime = isInTime();
    finishMs += milliseconds;
    if (wasInTime && !isInTime() && !isOver) {
      task.client.watch(this);
    }
  }

  /** Whether it will have been answered when its time is up, so that nobody needs to watch the time. */
  boolean isInTime() {
    return finishMs <= limitMs;
  }
}
