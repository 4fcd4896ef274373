package dev.forbear;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One physical request, started on the calling thread and finished elsewhere.
 *
 * <p>When its time is up or the task is cancelled, the actions of {@link Attempt#onCancel} run and the stage is cancelled.
 */
@FunctionalInterface
public interface AsyncAttemptCall<T extends @Nullable Object> {

  /** Starts the request; must not block. */
  CompletionStage<T> call(Attempt attempt) throws Exception;
}
