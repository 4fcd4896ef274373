package dev.forbear.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The bytes of one reply, as they came. Held until the reply is whole, because an attempt that is repeated must leave nothing.
 *
 * <p>The HTTP client adds to it from one thread at a time, and it is read when the client has finished.
 */
final class ReplyBody implements Consumer<Optional<byte[]>> {

  /** The most that is held: replies of models are below 1 MiB, with images and sound below 30. */
  static final int MAX_BYTES = 64 << 20;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean tooLong;

  @Override
  public void accept(Optional<byte[]> chunk) {
    chunk.ifPresent(this::add);
  }

  private void add(byte[] chunk) {
    tooLong |= chunk.length > MAX_BYTES - bytes.size();
    if (!tooLong) {
      bytes.write(chunk, 0, chunk.length);
    }
  }

  boolean isTooLong() {
    return tooLong;
  }

  void writeTo(PrintStream out) {
    out.writeBytes(bytes.toByteArray());
  }
}
