package dev.forbear.cli.reply;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Bytes of a terminal or a file as text: UTF-8 unless a byte order mark says UTF-16, as after {@code >} in PowerShell. Nothing is
 * refused; what cannot be decoded shows as U+FFFD.
 */
final class PastedText {

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  static String of(byte[] bytes) {
    String text = new String(bytes, charset(bytes));
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  /**
   * The same as a stream.
   *
   * @param start the first bytes of the stream, which tell how it is encoded
   */
  static Reader of(byte[] start, InputStream all) throws IOException {
    PushbackReader text = new PushbackReader(new InputStreamReader(all, charset(start)));
    int first = text.read();
    if (first >= 0 && first != BYTE_ORDER_MARK) {
      text.unread(first);
    }
    return text;
  }

  private static Charset charset(byte[] start) {
    int first = start.length > 0 ? start[0] & 0xFF : 0;
    int second = start.length > 1 ? start[1] & 0xFF : 0;
    boolean isMarked = (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF);
    return isMarked ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }

  private PastedText() {}
}
