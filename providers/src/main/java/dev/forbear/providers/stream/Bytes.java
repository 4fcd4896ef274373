package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that wait for the rest of their line or value; none are kept when it is empty. */
final class Bytes {

  private static final byte[] NONE = {};

  private final int bound;
  private final String what;
  private byte[] bytes = NONE;
  private int length;

  /**
   * An empty one.
   *
   * @param bound the most it takes
   * @param what it holds, for the refusal
   */
  Bytes(int bound, String what) {
    this.bound = bound;
    this.what = what;
  }

  void add(byte[] more, int from, int to) {
    int count = to - from;
    if (count > bound - length) {
      throw new MalformedStreamException(
          what + " is longer than " + bound + " bytes, which is the most that is kept");
    }
    if (length + count > bytes.length) {
      int doubled = Math.min(bound, Math.max(256, bytes.length * 2));
      bytes = Arrays.copyOf(bytes, Math.max(length + count, doubled));
    }
    System.arraycopy(more, from, bytes, length, count);
    length += count;
  }

  boolean isEmpty() {
    return length == 0;
  }

  int length() {
    return length;
  }

  /** What was kept, as text; bytes that are no UTF-8 become U+FFFD. Empty afterwards. */
  String take() {
    String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
    length = 0;
    if (bytes.length > Bounds.KEPT_BYTES) {
      bytes = NONE;
    }
    return text;
  }
}
