package dev.forbear.task;

/** How a task ended. */
public enum OutcomeKind {
  /** An attempt succeeded. */
  SUCCESS("success"),
  /** No attempt succeeded, and nothing suggests that one did. */
  FAILED("failed"),
  /** A stream ended after text had been delivered. */
  PARTIAL("partial"),
  /** The caller did not want it any more. */
  CANCELLED("cancelled"),
  /** A write may or may not have been carried out. */
  UNKNOWN("unknown"),
  /** The task was put off until later. */
  DEFERRED("deferred");

  private final String word;

  OutcomeKind(String word) {
    this.word = word;
  }

  /** The word used in JSON, messages and metrics. */
  public String word() {
    return word;
  }
}
