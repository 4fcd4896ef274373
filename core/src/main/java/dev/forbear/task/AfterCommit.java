package dev.forbear.task;

/** What may follow when a stream breaks after a part of its answer was delivered. */
public enum AfterCommit {
  /** Nothing: what was delivered is kept, and the task ends partial. */
  KEEP,
  /** Another attempt, whose first part makes the delivered ones void; the consumer has to drop them. */
  RESTART,
  /** Another attempt that continues where the delivered parts end, where the provider offered a cursor; else as {@link #KEEP}. */
  RESUME
}
