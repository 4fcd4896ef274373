package dev.forbear.classify;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The hint of the rate limit fields of the IETF (draft-ietf-httpapi-ratelimit-headers).
 *
 * <p>Today's form lists policies, {@code RateLimit: "minute";r=0;t=12, "hour";r=400;t=1200}: what is left and the seconds
 * until more is. A policy with something left does not explain a refusal, so only the exhausted ones count. Older drafts
 * had {@code RateLimit: limit=10, remaining=0, reset=5} and, before, three fields. A malformed item is passed over.
 */
final class StandardLimits {

  static OptionalDouble hint(ProviderReply reply, long nowEpochMs) {
    OptionalDouble hint = OptionalDouble.empty();
    for (String value : RetryAfter.bounded(reply.header("ratelimit"))) {
      hint = RetryAfter.longer(hint, ofField(RetryAfter.strip(value)));
    }
    if (hint.isPresent() || !isZero(reply.header("ratelimit-remaining"))) {
      return hint;
    }
    return RetryAfter.longest(
        reply.header("ratelimit-reset"), text -> VendorLimits.reset(text, nowEpochMs));
  }

  /** Whether a count of what is left says nothing is. */
  static boolean isZero(List<String> values) {
    for (String value : RetryAfter.bounded(values)) {
      BigDecimal number = TimeSpan.number(RetryAfter.strip(value));
      if (number != null && number.signum() == 0) {
        return true;
      }
    }
    return false;
  }

  private static OptionalDouble ofField(String field) {
    OptionalDouble hint = OptionalDouble.empty();
    List<String> items = split(field, ',');
    for (String item : items) {
      List<String> parameters = split(item, ';');
      hint = RetryAfter.longer(hint, whenExhausted(parameters, "r", "t"));
    }
    return RetryAfter.longer(hint, whenExhausted(items, "remaining", "reset"));
  }

  private static OptionalDouble whenExhausted(List<String> parts, String left, String reset) {
    String remaining = valueOf(left, parts);
    String seconds = valueOf(reset, parts);
    if (remaining == null || seconds == null || !isZero(List.of(remaining))) {
      return OptionalDouble.empty();
    }
    return TimeSpan.number(seconds, TimeSpan.SECOND);
  }

  private static @Nullable String valueOf(String key, List<String> parts) {
    for (String part : parts) {
      int equals = part.indexOf('=');
      if (equals > 0 && part.substring(0, equals).strip().equals(key)) {
        return part.substring(equals + 1).strip();
      }
    }
    return null;
  }

  /** Parts between separators outside of quotes. */
  private static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\\' && quoted) {
        at++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == separator && !quoted) {
        parts.add(text.substring(from, at));
        from = at + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }

  private StandardLimits() {}
}
