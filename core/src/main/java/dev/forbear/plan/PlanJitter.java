package dev.forbear.plan;

import dev.forbear.policy.Jitter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How chance spreads a planned wait; one kind more than the runtime has. */
public enum PlanJitter {
  /** The wait is the ceiling. */
  NONE(Jitter.NONE),
  /** Anywhere from zero to the ceiling. */
  FULL(Jitter.FULL),
  /** Half the ceiling is kept, the other half is spread. */
  EQUAL(Jitter.EQUAL),
  /**
   * Planned only: each wait is drawn between the base and three times the one before it, then cut at the cap. The multiplier
   * is not used. Source: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
   */
  DECORRELATED(null);

  private final Optional<Jitter> runtime;

  PlanJitter(@Nullable Jitter runtime) {
    this.runtime = Optional.ofNullable(runtime);
  }

  /** The same for plans. */
  public static PlanJitter of(Jitter jitter) {
    return switch (jitter) {
      case NONE -> NONE;
      case FULL -> FULL;
      case EQUAL -> EQUAL;
    };
  }

  /** What the runtime runs; empty where it cannot. */
  public Optional<Jitter> runtime() {
    return runtime;
  }
}
