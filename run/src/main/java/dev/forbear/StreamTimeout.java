package dev.forbear;

import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** A limit within a stream has passed; the attempt counts as timed out. */
final class StreamTimeout extends TimeoutException {

  private static final long serialVersionUID = 1L;

  private StreamTimeout(String message) {
    super(message);
  }

  static StreamTimeout firstToken(double limitMs) {
    return new StreamTimeout(
        String.format(Locale.ROOT, "no piece of an answer within %.0f ms", limitMs));
  }

  static StreamTimeout silence(double limitMs) {
    return new StreamTimeout(String.format(Locale.ROOT, "nothing came for %.0f ms", limitMs));
  }
}
