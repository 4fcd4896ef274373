package dev.forbear.plan;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.Optional;

/**
 * How long a planned policy waits: the backoff of the runtime, and the kinds of jitter and hint rule that are planned only.
 *
 * @param baseMs ceiling of the first wait, milliseconds, at least 0
 * @param multiplier growth of the ceiling per attempt, finite, at least 1; unused by decorrelated jitter
 * @param capMs longest own wait, milliseconds, at least 0; infinite for none; it does not limit a hint
 * @param jitter how a wait spreads below its ceiling
 * @param hintRule how a hint and the own wait combine
 */
public record WaitRule(
    double baseMs, double multiplier, double capMs, PlanJitter jitter, PlanHintRule hintRule) {

  /** Checks every number. */
  public WaitRule {
    Ranges.requireMs("baseMs", baseMs);
    if (capMs != Double.POSITIVE_INFINITY) {
      Ranges.requireMs("capMs", capMs);
    }
    if (!(multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "multiplier must be a finite number >= 1, was " + multiplier);
    }
  }

  /** The waits the runtime makes with that backoff; a cap longer than any plan counts as none. */
  public static WaitRule of(Backoff backoff) {
    double capMs = backoff.capMs() > PlanBounds.MAX_MS ? Double.POSITIVE_INFINITY : backoff.capMs();
    return new WaitRule(
        backoff.baseMs(),
        backoff.multiplier(),
        capMs,
        PlanJitter.of(backoff.jitter()),
        PlanHintRule.of(backoff.hintRule()));
  }

  /** The backoff that makes these waits; empty where they are planned only. */
  public Optional<Backoff> runtime() {
    if (jitter.runtime().isEmpty() || hintRule.runtime().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(backoff(jitter.runtime().get(), hintRule.runtime().get()));
  }

  /**
   * The ceiling of the wait after that many attempts, without jitter and hint.
   *
   * @param completedAttempts at least 1
   */
  public double ceilingMs(int completedAttempts) {
    return backoff(Jitter.NONE, HintRule.FLOOR).ceilingMs(completedAttempts);
  }

  private Backoff backoff(Jitter runtimeJitter, HintRule runtimeRule) {
    return new Backoff(
        baseMs, multiplier, Math.min(capMs, Double.MAX_VALUE), runtimeJitter, runtimeRule);
  }
}
