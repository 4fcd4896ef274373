package dev.forbear.classify;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The hint of a provider's own limit headers.
 *
 * <p>They come in pairs, what is left and when it refills, one pair for each dimension (requests, tokens, …):
 *
 * <ul>
 *   <li>{@code x-ratelimit-remaining-D} and {@code x-ratelimit-reset-D}, also {@code x-rate-limit-…}: OpenAI, Groq and Azure
 *   <li>{@code x-ratelimit-remaining} and {@code x-ratelimit-reset}: gateways
 *   <li>{@code anthropic-ratelimit-D-remaining}, or {@code -status: rejected}, and {@code anthropic-ratelimit-D-reset}
 * </ul>
 *
 * <p>A dimension with something left says nothing. Of several exhausted ones the last to refill counts. Azure may send a
 * reset alone (github.com/openai/openai-python, issue 937): on a 429 one of the unaccompanied dimensions must be the
 * exhausted one, and the first to refill is the wait that is certain.
 */
final class VendorLimits {

  private static final Map<String, String> REMAINING_OF_RESET = Map.of(
      "x-ratelimit-reset", "x-ratelimit-remaining",
      "x-rate-limit-reset", "x-rate-limit-remaining");
  private static final String ANTHROPIC = "anthropic-ratelimit-";
  private static final int TOO_MANY_REQUESTS = 429;

  /** How many digits a number of seconds has, at most; of a date in seconds; of a date in milliseconds. */
  private static final int DELTA_DIGITS = 6;

  private static final int EPOCH_SECONDS_DIGITS = 10;
  private static final int EPOCH_MS_DIGITS = 13;

  static OptionalDouble hint(ProviderReply reply, long nowEpochMs) {
    OptionalDouble exhausted = OptionalDouble.empty();
    OptionalDouble unaccompanied = OptionalDouble.empty();
    for (String name : reply.headers().keySet()) {
      String remaining = remainingOf(name);
      if (!remaining.isEmpty()) {
        OptionalDouble hint =
            RetryAfter.longest(reply.header(name), text -> knownReset(text, nowEpochMs));
        if (isExhausted(reply, remaining)) {
          exhausted = RetryAfter.longer(exhausted, hint);
        } else if (reply.header(remaining).isEmpty() && !name.startsWith(ANTHROPIC)) {
          unaccompanied = shorter(unaccompanied, hint);
        }
      }
    }
    return exhausted.isPresent() || reply.status() != TOO_MANY_REQUESTS ? exhausted : unaccompanied;
  }

  /**
   * When a limit refills: a duration, a number (up to 6 digits are seconds from now, 10 a date in seconds, 13 a date in
   * milliseconds) or a timestamp of RFC 3339.
   */
  static OptionalDouble reset(String text, long nowEpochMs) {
    BigDecimal number = TimeSpan.number(text);
    if (number == null) {
      OptionalDouble hint = RetryAfter.duration(text);
      return hint.isPresent() ? hint : RetryAfter.until(Timestamp.rfc3339(text), nowEpochMs);
    }
    int point = text.indexOf('.');
    int digits = point < 0 ? text.length() : point;
    if (digits <= DELTA_DIGITS) {
      return TimeSpan.number(text, TimeSpan.SECOND);
    }
    OptionalDouble epochMs = digits == EPOCH_SECONDS_DIGITS
        ? TimeSpan.number(text, TimeSpan.SECOND)
        : digits == EPOCH_MS_DIGITS
            ? TimeSpan.number(text, TimeSpan.MILLISECOND)
            : OptionalDouble.empty();
    return epochMs.isEmpty()
        ? OptionalDouble.empty()
        : RetryAfter.until(OptionalLong.of((long) epochMs.getAsDouble()), nowEpochMs);
  }

  /** Azure sends a bare 0 for "unknown" (github.com/openai/openai-dotnet, issue 838). */
  private static OptionalDouble knownReset(String text, long nowEpochMs) {
    BigDecimal number = TimeSpan.number(text);
    return number != null && number.signum() == 0
        ? OptionalDouble.empty()
        : reset(text, nowEpochMs);
  }

  /** The header with what is left of the dimension this reset belongs to; empty for any header but a reset. */
  private static String remainingOf(String name) {
    for (Map.Entry<String, String> pair : REMAINING_OF_RESET.entrySet()) {
      if (name.startsWith(pair.getKey())) {
        return pair.getValue() + name.substring(pair.getKey().length());
      }
    }
    return name.startsWith(ANTHROPIC) && name.endsWith("-reset")
        ? name.substring(0, name.length() - "reset".length()) + "remaining"
        : "";
  }

  private static boolean isExhausted(ProviderReply reply, String remaining) {
    if (StandardLimits.isZero(reply.header(remaining))) {
      return true;
    }
    String status = remaining.substring(0, remaining.length() - "remaining".length()) + "status";
    return remaining.startsWith(ANTHROPIC) && reply.header(status).contains("rejected");
  }

  private static OptionalDouble shorter(OptionalDouble one, OptionalDouble other) {
    return other.isEmpty() || (one.isPresent() && one.getAsDouble() <= other.getAsDouble())
        ? one
        : other;
  }

  private VendorLimits() {}
}
