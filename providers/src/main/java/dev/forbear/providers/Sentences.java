package dev.forbear.providers;

import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RetryAfter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hint of a sentence: {@code Please try again in 1m9.696s}, {@code retry after 33 seconds}. */
final class Sentences {

  private static final Pattern WAIT = Pattern.compile(
      "(?:(?:try again|try your request again|retry(?:ing)?|retry your request|wait|available|resets?)"
          + "(?: again)? (?:in|after|for)|please wait|must wait|wait(?: at least)?)"
          + "(?: about| approximately| around| at least| another)?[: ]{1,2}(?=(\\d[^\\n]{0,80}))");

  /** A length of time as programs write it: 1m9.696s, 579ms. */
  private static final Pattern COMPACT =
      Pattern.compile("\\A((?:\\d{1,60}(?:\\.\\d{1,18})?(?:ms|us|µs|ns|[smhd]))+)(?![a-z0-9])");

  /** A length of time as people write it: 1 minute and 30 seconds. */
  private static final Pattern SPOKEN = Pattern.compile(
      "\\A(?:,? ?(?:and )?)?(\\d{1,18}(?:\\.\\d{1,18})?) ?"
          + "(milliseconds?|millis|msecs?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d)(?![a-z0-9])");

  private static final Pattern AT = Pattern.compile(
      "(?:try again|retry|available|resets?|wait) (?:at|after|until|on) "
          + "(\\d{4}-\\d{2}-\\d{2}[t ]\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:z|[+-]\\d{2}:\\d{2}))");

  /** gRPC errors of Google, printed: {@code retry_delay { seconds: 44 nanos: 5 }}. */
  private static final Pattern PROTOBUF =
      Pattern.compile("retry_delay \\{ ?seconds: ?(\\d{1,18})(?: nanos: ?(\\d{1,9}))?");

  private static final int MAX_PARTS = 4;

  private static final Map<String, BigDecimal> UNITS = Map.of(
      "ms", new BigDecimal("0.001"),
      "s", BigDecimal.ONE,
      "m", BigDecimal.valueOf(60),
      "h", BigDecimal.valueOf(3_600),
      "d", BigDecimal.valueOf(86_400));

  /** The first wait that a text in lower case names. */
  static OptionalDouble hint(String text, long nowEpochMs) {
    Matcher wait = WAIT.matcher(text);
    while (wait.find()) {
      OptionalDouble hint = length(wait.group(1));
      if (hint.isPresent()) {
        return hint;
      }
    }
    Matcher protobuf = PROTOBUF.matcher(text);
    if (protobuf.find()) {
      String nanos = protobuf.group(2) == null ? "0" : protobuf.group(2);
      return seconds(new BigDecimal(protobuf.group(1)).add(new BigDecimal(nanos).movePointLeft(9)));
    }
    Matcher at = AT.matcher(text);
    return at.find()
        ? RetryAfter.explicit(
            new ProviderReply(0, Map.of("retry-after", List.of(at.group(1))), ""), nowEpochMs)
        : OptionalDouble.empty();
  }

  private static OptionalDouble length(String text) {
    Matcher compact = COMPACT.matcher(text);
    if (compact.find()) {
      return RetryAfter.duration(compact.group(1));
    }
    BigDecimal sum = BigDecimal.ZERO;
    String rest = text;
    int parts = 0;
    for (Matcher spoken = SPOKEN.matcher(rest);
        parts < MAX_PARTS && spoken.find();
        spoken = SPOKEN.matcher(rest)) {
      sum = sum.add(new BigDecimal(spoken.group(1)).multiply(unit(spoken.group(2))));
      rest = rest.substring(spoken.end());
      parts++;
    }
    return parts == 0 ? OptionalDouble.empty() : seconds(sum);
  }

  private static BigDecimal unit(String word) {
    String key = word.startsWith("ms") || word.startsWith("mil") ? "ms" : word.substring(0, 1);
    return UNITS.getOrDefault(key, BigDecimal.ONE);
  }

  private static OptionalDouble seconds(BigDecimal seconds) {
    return RetryAfter.duration(seconds.toPlainString() + "s");
  }

  private Sentences() {}
}
