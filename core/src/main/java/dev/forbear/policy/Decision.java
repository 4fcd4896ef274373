package dev.forbear.policy;

/** What a policy answers after a failure: retry after a delay, or stop with a reason. */
public sealed interface Decision {

  /**
   * Make another attempt, no earlier than after the delay.
   *
   * @param delayMs milliseconds, finite, at least 0; never below the provider's hint
   */
  record Retry(double delayMs) implements Decision {}

  /**
   * Make no further attempt.
   *
   * @param reason the first rule that forbids one
   */
  record Stop(StopReason reason) implements Decision {}
}
