package dev.forbear.page;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;

/**
 * A policy as the runtime runs it: {@code maxAttempts}, {@code baseDelayMs}, {@code maxDelayMs}, {@code minimumAttemptMs}, and
 * where they differ from what is usual {@code multiplier} (2), {@code jitter} (full) and {@code hintRule} (floor).
 */
final class PolicyFields {

  static RetryPolicy policy(Fields policy) {
    Backoff backoff = new Backoff(
        policy.number("baseDelayMs"),
        policy.numberOr("multiplier", Backoff.DEFAULT_MULTIPLIER),
        policy.number("maxDelayMs"),
        policy.wordOr("jitter", Jitter.values(), Jitter.FULL),
        policy.wordOr("hintRule", HintRule.values(), HintRule.FLOOR));
    return new RetryPolicy(policy.count("maxAttempts"), backoff, policy.number("minimumAttemptMs"));
  }

  private PolicyFields() {}
}
