package dev.forbear;

import dev.forbear.stream.StreamPart;
import java.util.concurrent.Flow;

/** Opens the stream of one attempt. */
@FunctionalInterface
public interface StreamCall {

  /**
   * Begins an attempt.
   *
   * <p>The publisher is subscribed to once. Its stream is whole only with a {@link StreamPart.Finished}; one that completes
   * without it was cut. Cancelling the subscription must close the connection, and {@link Attempt#onCancel} may be used for it.
   *
   * @param attempt its number, target, key, time limits, and where to continue
   * @return its parts, no more at a time than are requested
   * @throws Exception a failure of the attempt, as of any other call
   */
  Flow.Publisher<StreamPart> open(Attempt attempt) throws Exception;
}
