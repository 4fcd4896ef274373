package dev.forbear.providers;

import java.util.Locale;

/** Error codes in the one spelling in which they are compared: letters and digits, lower case. */
final class Code {

  /** A longer text is no code. */
  private static final int MAX_LENGTH = 200;

  /**
   * {@code RATE_LIMIT_EXCEEDED}, {@code rateLimitExceeded} and {@code rate-limit-exceeded} are one code.
   *
   * <p>AWS writes a name space in front, up to {@code #}, and an address behind, from {@code :} on.
   */
  static String of(String written) {
    if (written.length() > MAX_LENGTH) {
      return "";
    }
    String name = written.substring(written.lastIndexOf('#') + 1);
    int colon = name.indexOf(':');
    if (colon > 0) {
      name = name.substring(0, colon);
    }
    StringBuilder letters = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isLetterOrDigit(c)) {
        letters.append(c);
      }
    }
    return letters.toString().toLowerCase(Locale.ROOT);
  }

  private Code() {}
}
