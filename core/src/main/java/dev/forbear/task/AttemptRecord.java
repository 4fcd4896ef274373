package dev.forbear.task;

import dev.forbear.classify.Classified;

/**
 * One attempt that did not succeed. Times are milliseconds since the task began.
 *
 * @param number the attempt's number, from 1
 * @param target where it went, from 0
 * @param waitBeforeMs the wait that was scheduled before it; 0 for none
 * @param startMs when it was dispatched
 * @param endMs when its failure was known
 * @param failure what failed
 */
public record AttemptRecord(
    int number, int target, double waitBeforeMs, double startMs, double endMs, Classified failure) {

  /** How long it took, milliseconds. */
  public double durationMs() {
    return endMs - startMs;
  }
}
