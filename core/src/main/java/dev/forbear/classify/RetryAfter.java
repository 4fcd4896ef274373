package dev.forbear.classify;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Reads the provider's minimum wait, the <em>hint</em>, from the headers of a reply.
 *
 * <p>The first source that names a valid wait wins:
 *
 * <ol>
 *   <li>{@code retry-after-ms}, {@code x-ms-retry-after-ms}: milliseconds
 *   <li>{@code Retry-After}: seconds, one of the date forms of HTTP, or leniently a duration ({@code 1m30s},
 *       {@code PT90S}) or an RFC 3339 timestamp
 *   <li>{@code RateLimit} and its older fields, where nothing is left ({@link #ofLimits})
 *   <li>the reset of an exhausted dimension in a provider's own headers ({@link #ofLimits})
 * </ol>
 *
 * <p>Garbage is no hint, and the next source is asked; 0 and a date in the past are a hint of 0. Where a header has
 * several values the longest valid one counts. Reading is exact and rounds up to whole milliseconds. Nothing here throws,
 * and what is longer than {@link #MAX_VALUE_LENGTH} is not read.
 *
 * <p>A source in the body stands between steps 2 and 3: ask {@link #explicit}, then the body, then {@link #ofLimits}.
 *
 * <p>Sources: RFC 9110, section 10.2.3; draft-ietf-httpapi-ratelimit-headers; Azure's {@code x-ms-retry-after-ms} and the
 * OpenAI and Anthropic SDKs for {@code retry-after-ms}.
 */
public final class RetryAfter {

  /** The longest hint, milliseconds: the largest whole number that JSON readers everywhere keep exact. */
  public static final long LONGEST_MS = (1L << 53) - 1;

  /** Longer header values are not read, characters. */
  static final int MAX_VALUE_LENGTH = 1024;

  /** More values of one header, or parts of one value, are not read. */
  static final int MAX_VALUES = 32;

  /**
   * The hint of all header sources, in their order.
   *
   * @param nowEpochMs wall clock for dates, milliseconds since 1970
   * @return whole milliseconds, 0 to {@link #LONGEST_MS}; empty when no header names a wait
   */
  public static OptionalDouble fromHeaders(ProviderReply reply, long nowEpochMs) {
    OptionalDouble hint = explicit(reply, nowEpochMs);
    return hint.isPresent() ? hint : ofLimits(reply, nowEpochMs);
  }

  /**
   * The hint of the headers made for it: {@code retry-after-ms}, {@code x-ms-retry-after-ms}, {@code Retry-After}.
   *
   * @param nowEpochMs wall clock for dates, milliseconds since 1970
   */
  public static OptionalDouble explicit(ProviderReply reply, long nowEpochMs) {
    long now = clamp(nowEpochMs);
    OptionalDouble hint = longest(reply.header("retry-after-ms"), RetryAfter::milliseconds);
    if (hint.isEmpty()) {
      hint = longest(reply.header("x-ms-retry-after-ms"), RetryAfter::milliseconds);
    }
    return hint.isPresent()
        ? hint
        : longest(reply.header("retry-after"), text -> secondsOrDate(text, now));
  }

  /**
   * The hint of headers that describe limits: only one with nothing left says when to come back.
   *
   * @param nowEpochMs wall clock for dates, milliseconds since 1970
   */
  public static OptionalDouble ofLimits(ProviderReply reply, long nowEpochMs) {
    long now = clamp(nowEpochMs);
    OptionalDouble hint = StandardLimits.hint(reply, now);
    return hint.isPresent() ? hint : VendorLimits.hint(reply, now);
  }

  /**
   * A duration as providers write it in headers and bodies: {@code 1m9.696s}, {@code 34.074824224s}, {@code 579ms},
   * {@code PT90S}.
   *
   * @return whole milliseconds, rounded up; empty when the text is no duration
   */
  public static OptionalDouble duration(String text) {
    String stripped = strip(text);
    OptionalDouble units = TimeSpan.withUnits(stripped);
    return units.isPresent() ? units : TimeSpan.iso8601(stripped);
  }

  /** The time from now until then; 0 when it has passed. */
  static OptionalDouble until(OptionalLong epochMs, long nowEpochMs) {
    return epochMs.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            (double) Math.min(LONGEST_MS, Math.max(0, epochMs.getAsLong() - nowEpochMs)));
  }

  /** The longest wait that any of the values names, be they separate or joined by commas. */
  static OptionalDouble longest(List<String> values, Function<String, OptionalDouble> reading) {
    OptionalDouble longest = OptionalDouble.empty();
    for (String value : bounded(values)) {
      longest = longer(longest, ofList(strip(value), reading));
    }
    return longest;
  }

  /** As many values as are read. */
  static List<String> bounded(List<String> values) {
    return values.subList(0, Math.min(values.size(), MAX_VALUES));
  }

  static OptionalDouble longer(OptionalDouble one, OptionalDouble other) {
    return other.isEmpty() || (one.isPresent() && one.getAsDouble() >= other.getAsDouble())
        ? one
        : other;
  }

  /** The text without the white space around it; empty when it is too long to be read. */
  static String strip(String text) {
    return text.length() > MAX_VALUE_LENGTH ? "" : text.strip();
  }

  /** Dates hold a comma of their own, so a part is tried alone and then together with the one after it. */
  private static OptionalDouble ofList(String value, Function<String, OptionalDouble> reading) {
    if (value.indexOf(',') < 0) {
      return value.isEmpty() ? OptionalDouble.empty() : reading.apply(value);
    }
    OptionalDouble longest = OptionalDouble.empty();
    String[] parts = value.split(",", MAX_VALUES + 1);
    for (int i = 0; i < Math.min(parts.length, MAX_VALUES); i++) {
      OptionalDouble hint = reading.apply(parts[i].strip());
      if (hint.isEmpty() && i + 1 < parts.length) {
        hint = reading.apply((parts[i] + "," + parts[i + 1]).strip());
      }
      longest = longer(longest, hint);
    }
    return longest;
  }

  private static OptionalDouble milliseconds(String text) {
    return TimeSpan.number(text, TimeSpan.MILLISECOND);
  }

  private static OptionalDouble secondsOrDate(String text, long nowEpochMs) {
    OptionalDouble hint = TimeSpan.number(text, TimeSpan.SECOND);
    if (hint.isEmpty()) {
      hint = until(Timestamp.http(text, nowEpochMs), nowEpochMs);
    }
    if (hint.isEmpty()) {
      hint = until(Timestamp.rfc3339(text), nowEpochMs);
    }
    return hint.isPresent() ? hint : duration(text);
  }

  /** A clock beyond any calendar is taken for the nearest date with room for the arithmetic. */
  private static long clamp(long nowEpochMs) {
    return Math.max(-LONGEST_MS, Math.min(LONGEST_MS, nowEpochMs));
  }

  private RetryAfter() {}
}
