package dev.forbear.plan;

import dev.forbear.policy.HintRule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a provider's hint and the own wait combine in a plan; two rules more than the runtime has. */
public enum PlanHintRule {
  /** The longer of the two. A hint at or above the ceiling leaves no spread: all callers return at the same instant. */
  FLOOR(HintRule.FLOOR),
  /** One after the other. */
  ADD(HintRule.ON_TOP),
  /** Planned only: between the hint and one and a half times the hint, as Envoy's rate limited back-off draws it. */
  SPREAD(null),
  /** Planned only: the hint and nothing else, as gRPC takes a server's pushback. */
  EXACT(null);

  private final Optional<HintRule> runtime;

  PlanHintRule(@Nullable HintRule runtime) {
    this.runtime = Optional.ofNullable(runtime);
  }

  /** The same for plans. */
  public static PlanHintRule of(HintRule rule) {
    return switch (rule) {
      case FLOOR -> FLOOR;
      case ON_TOP -> ADD;
    };
  }

  /** What the runtime runs; empty where it cannot. */
  public Optional<HintRule> runtime() {
    return runtime;
  }
}
