package dev.forbear.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** An input that hands out one block of text per read, as a pipe does. */
final class BlockStream extends InputStream {

  /** Where the blocks come from. */
  @FunctionalInterface
  interface Source {

    /** The next block of text; an empty one is the end. */
    String next() throws IOException;
  }

  private final Source source;

  BlockStream(Source source) {
    this.source = source;
  }

  @Override
  public int read() {
    throw new AssertionError("lines are read in blocks");
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    byte[] block = source.next().getBytes(StandardCharsets.UTF_8);
    System.arraycopy(block, 0, into, from, block.length);
    return block.length == 0 ? -1 : block.length;
  }
}
