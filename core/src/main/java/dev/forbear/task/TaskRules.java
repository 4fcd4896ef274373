package dev.forbear.task;

import dev.forbear.policy.RetryPolicy;

/**
 * Everything that decides the course of a task, apart from the task itself.
 *
 * @param policy when another attempt is made
 * @param attemptTimeoutMs longest time for one attempt, milliseconds, more than 0; infinite for the time left to the deadline
 * @param maxHintMs longest hint that is waited for, milliseconds, at least 0; infinite for any that fits the deadline
 * @param targets where attempts go
 * @param afterCommit what may follow a stream that breaks after parts of it were delivered
 */
public record TaskRules(
    RetryPolicy policy,
    double attemptTimeoutMs,
    double maxHintMs,
    Targets targets,
    AfterCommit afterCommit) {

  /** Checks both limits. */
  public TaskRules {
    if (!(attemptTimeoutMs > 0)) {
      throw new IllegalArgumentException("attemptTimeoutMs must be > 0, was " + attemptTimeoutMs);
    }
    if (!(maxHintMs >= 0)) {
      throw new IllegalArgumentException("maxHintMs must be >= 0, was " + maxHintMs);
    }
  }

  /** Rules under which what was delivered is kept. */
  public TaskRules(RetryPolicy policy, double attemptTimeoutMs, double maxHintMs, Targets targets) {
    this(policy, attemptTimeoutMs, maxHintMs, targets, AfterCommit.KEEP);
  }

  /** One target, no limit besides the policy and the deadline. */
  public static TaskRules of(RetryPolicy policy) {
    return new TaskRules(
        policy, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Targets.single());
  }
}
