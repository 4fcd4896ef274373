package dev.forbear.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

  /** From the front of a long body: more than any provider's rules read, in the longest form of a character. */
  private static final int HEAD_BYTES = 256 << 10;

  /** From its end, where streams say how they ended and models why they stopped. */
  private static final int TAIL_BYTES = 64 << 10;

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

  /** What is needed to tell what the body means: all of a short one, the front and the end of a long one. */
  String text() {
    byte[] all = bytes.toByteArray();
    if (all.length <= HEAD_BYTES + TAIL_BYTES) {
      return new String(all, StandardCharsets.UTF_8);
    }
    return new String(all, 0, HEAD_BYTES, StandardCharsets.UTF_8)
        + new String(all, all.length - TAIL_BYTES, TAIL_BYTES, StandardCharsets.UTF_8);
  }

  void writeTo(PrintStream out) {
    out.writeBytes(bytes.toByteArray());
  }
}
