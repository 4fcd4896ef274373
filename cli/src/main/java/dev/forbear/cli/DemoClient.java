package dev.forbear.cli;

/** A client of the demo: carries tasks out, many at a time. Thread-safe. */
@FunctionalInterface
interface DemoClient {

  /** The deadline of every task, milliseconds: an answer that comes later finds nobody who waits for it. */
  long DEADLINE_MS = 3_000;

  /** Says how it ended in place of a success. */
  String SUCCESS = "";

  /**
   * Carries one task out.
   *
   * @param task its number, from 0
   * @return {@link #SUCCESS}, or the reason why there is none
   * @throws InterruptedException when the demo is stopped
   */
  String carryOut(int task) throws InterruptedException;
}
