package dev.forbear.stream;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A streamed answer ended without its format's terminal event: what has come of it is not the whole. */
public final class StreamCutException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * A stream that was cut.
   *
   * @param cause what cut it; null where the body simply ended
   */
  public StreamCutException(@Nullable Throwable cause) {
    super(
        cause == null
            ? "the stream ended without its terminal event"
            : "the stream was lost before its terminal event",
        cause);
  }
}
