package dev.forbear;

import org.jspecify.annotations.Nullable;

/**
 * One physical request, made on the calling thread.
 *
 * <p>It throws what failed; {@link dev.forbear.classify.ReplyException} hands over a provider's reply. It is interrupted when
 * its time is up or the task is cancelled; what does not react to an interrupt is told with {@link Attempt#onCancel}.
 */
@FunctionalInterface
public interface AttemptCall<T extends @Nullable Object> {

  /** Makes the request. */
  T call(Attempt attempt) throws Exception;
}
