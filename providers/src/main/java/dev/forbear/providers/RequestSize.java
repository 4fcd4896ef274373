package dev.forbear.providers;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares what a request needs with what the limit allows: {@code Limit 6000, Used 12, Requested 9000}.
 *
 * <p>OpenAI and Groq offer a wait with such a refusal, and no wait helps.
 */
final class RequestSize {

  private static final Pattern LIMIT =
      Pattern.compile("(?<![a-z])limit(?: is| of)?[: =]{1,3}~?(\\d[\\d,_]{0,18})(?![\\d.])");
  private static final Pattern REQUESTED =
      Pattern.compile("(?<![a-z])requested[: =]{1,3}~?(\\d[\\d,_]{0,18})(?![\\d.]*\\d)");

  /** Whether a text in lower case says that more is requested than any wait makes room for. */
  static boolean isMoreThanLimit(String text) {
    Matcher limit = LIMIT.matcher(text);
    Matcher requested = REQUESTED.matcher(text);
    return limit.find()
        && requested.find()
        && number(requested.group(1)).compareTo(number(limit.group(1))) > 0;
  }

  private static BigInteger number(String digits) {
    return new BigInteger(digits.replaceAll("[,_]", ""));
  }

  private RequestSize() {}
}
