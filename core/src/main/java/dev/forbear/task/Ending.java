package dev.forbear.task;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How a task ended, as facts.
 *
 * @param kind how
 * @param reason why no further attempt was made; null for a success
 * @param failure the last failure; null for a success and where no attempt failed
 * @param uncertain whether the operation may have been carried out although nothing says so
 * @param degraded whether a fallback answered
 */
public record Ending(
    OutcomeKind kind,
    @Nullable EndReason reason,
    @Nullable Classified failure,
    boolean uncertain,
    boolean degraded) {

  static final Ending SUCCESS = new Ending(OutcomeKind.SUCCESS, null, null, false, false);
  static final Ending DEGRADED_SUCCESS = new Ending(OutcomeKind.SUCCESS, null, null, false, true);

  /** The class of the last failure, {@code unknown_outcome} where the task ended unknown; null where nothing failed. */
  public @Nullable FailureClass failureClass() {
    if (kind == OutcomeKind.UNKNOWN) {
      return FailureClass.UNKNOWN_OUTCOME;
    }
    return failure == null ? null : failure.failureClass();
  }

  /** The provider's last hint, milliseconds: how long to leave it alone; empty when it named none. */
  public OptionalDouble retryAfterMs() {
    return failure == null ? OptionalDouble.empty() : failure.retryAfterMs();
  }
}
