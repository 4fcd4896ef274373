package dev.forbear.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Cuts a stream into lines of UTF-8 text within a fixed amount of memory.
 *
 * <p>Lines end with a line feed, a carriage return before it is dropped, and the last line may go without. A line that is
 * too long is skipped to its end without being kept, so that the next one can be read. Not thread safe.
 */
final class ByteLines {

  private static final int CHUNK_BYTES = 1 << 16;
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private final InputStream in;
  private final int maxLineBytes;
  private final byte[] chunk = new byte[CHUNK_BYTES];
  private int chunkStart;
  private int chunkEnd;
  private byte[] line = new byte[CHUNK_BYTES];
  private long lineBytes;
  private long lineNumber;

  ByteLines(InputStream in, int maxLineBytes) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * Moves to the next line and waits for its end.
   *
   * @return false at the end of the stream
   */
  boolean next() throws IOException {
    lineBytes = 0;
    boolean started = false;
    while (chunkStart < chunkEnd || fill()) {
      started = true;
      int end = endOfLine();
      keep(chunkStart, end - chunkStart);
      chunkStart = end;
      if (end < chunkEnd) {
        chunkStart++;
        break;
      }
    }
    if (started) {
      lineNumber++;
    }
    return started;
  }

  /**
   * The text of the line.
   *
   * @throws InvalidLine when the line is too long or not UTF-8
   */
  String text() {
    if (lineBytes > maxLineBytes) {
      throw new InvalidLine(
          "the line has " + lineBytes + " bytes; at most " + maxLineBytes + " are allowed");
    }
    int length = (int) lineBytes;
    if (length > 0 && line[length - 1] == '\r') {
      length--;
    }
    ByteBuffer bytes = ByteBuffer.wrap(line, 0, length);
    CharBuffer text = CharBuffer.allocate(length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, text, true);
    if (result.isError()) {
      int at = bytes.position();
      throw new InvalidLine("the line is not UTF-8: byte " + (at + 1) + " is 0x" + hex(line[at]));
    }
    text.flip();
    boolean marked = lineNumber == 1 && text.hasRemaining() && text.get(0) == BYTE_ORDER_MARK;
    return marked ? text.subSequence(1, text.length()).toString() : text.toString();
  }

  private boolean fill() throws IOException {
    chunkStart = 0;
    chunkEnd = Math.max(0, in.read(chunk));
    return chunkEnd > 0;
  }

  private int endOfLine() {
    int at = chunkStart;
    while (at < chunkEnd && chunk[at] != '\n') {
      at++;
    }
    return at;
  }

  private void keep(int from, int count) {
    long needed = lineBytes + count;
    if (needed <= maxLineBytes) {
      if (needed > line.length) {
        line =
            Arrays.copyOf(line, (int) Math.min(maxLineBytes, Math.max(needed, 2L * line.length)));
      }
      System.arraycopy(chunk, from, line, (int) lineBytes, count);
    }
    lineBytes = needed;
  }

  private static String hex(byte value) {
    return String.format("%02X", value);
  }
}
