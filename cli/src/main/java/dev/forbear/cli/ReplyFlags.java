package dev.forbear.cli;

import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import dev.forbear.cli.reply.PastedReply;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that describe one failure, a reply or an exception; a mixin of every command that judges one. */
final class ReplyFlags {

  /** A status has three digits (RFC 9110, section 15). */
  private static final int LOWEST_STATUS = 100;

  private static final int HIGHEST_STATUS = 999;

  /** Of a body given as a file so much is read; four bytes are the most a character has. */
  private static final int MAX_BODY_BYTES = 4 * PastedReply.MAX_BODY_CHARS;

  @Option(
      names = "--status",
      paramLabel = "N",
      converter = Count.class,
      description = "The HTTP status of a reply, 100 to 999.")
  private @Nullable Long status;

  @Option(
      names = "--header",
      paramLabel = "'NAME: VALUE'",
      description = "A header of the reply; may be given again.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--body",
      paramLabel = "TEXT|@FILE|@-",
      description =
          "The body of the reply: a text, a file, or standard input; its first Mi characters count (default: none).")
  private @Nullable String body;

  @Option(
      names = "--exception",
      paramLabel = "TEXT",
      description = "An exception instead: 'package.Class: message', causes after ' <- '.")
  private @Nullable String exception;

  @Option(
      names = "--now",
      paramLabel = "INSTANT",
      description =
          "The wall clock for dates in headers, as in 2026-11-30T12:00:00Z (default: this machine's).")
  private @Nullable String now;

  /** Whether a reply, a part of one, or an exception was given. */
  boolean areGiven() {
    return isReply() || exception != null;
  }

  /**
   * The exception that was given; null for none.
   *
   * @throws IllegalArgumentException when it is not written as one, or a reply was given too
   */
  @Nullable
  ThrownChain thrown() {
    if (exception != null && isReply()) {
      throw new IllegalArgumentException(
          "give a reply (--status, --header, --body) or an exception (--exception), not both");
    }
    return exception == null ? null : ThrownChain.parse(exception);
  }

  /**
   * The reply that was given.
   *
   * @param in read where the body is {@code @-}
   * @throws IllegalArgumentException when a part is missing or wrong
   */
  ProviderReply reply(InputStream in) {
    if (status == null) {
      throw new IllegalArgumentException(
          "nothing to classify: give --status for a reply, or --exception");
    }
    Map<String, List<String>> sent = new LinkedHashMap<>();
    for (String header : headers) {
      addHeader(header, sent);
    }
    return reply("--status", status, sent, body == null ? "" : text(body, in));
  }

  /**
   * The wall clock to judge by, milliseconds since 1970.
   *
   * @param own when the reply itself was made; counts where {@code --now} was not given
   */
  long epochMs(OptionalLong own, InstantSource wallClock) {
    return now == null ? own.orElseGet(wallClock::millis) : epochMs(now);
  }

  /**
   * A point in time as it is written.
   *
   * @throws IllegalArgumentException saying what is allowed
   */
  static long epochMs(String instant) {
    try {
      return Instant.parse(instant).toEpochMilli();
    } catch (DateTimeException | ArithmeticException notAnInstant) {
      throw new IllegalArgumentException(
          "now must be an instant such as 2026-11-30T12:00:00Z, was '" + Shown.text(instant) + "'");
    }
  }

  /**
   * A reply whose status is one.
   *
   * @param name of the status, for the message
   */
  static ProviderReply reply(
      String name, long status, Map<String, List<String>> headers, String body) {
    if (status < LOWEST_STATUS || status > HIGHEST_STATUS) {
      throw new IllegalArgumentException(
          name + " must be from " + LOWEST_STATUS + " to " + HIGHEST_STATUS + ", was " + status);
    }
    return new ProviderReply((int) status, headers, body);
  }

  private boolean isReply() {
    return status != null || !headers.isEmpty() || body != null;
  }

  private static String text(String body, InputStream in) {
    byte[] bytes = GivenData.bytes("--body", body, in, MAX_BODY_BYTES);
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.substring(0, Math.min(text.length(), PastedReply.MAX_BODY_CHARS));
  }

  /** A value is never shown: it may be a key. */
  private static void addHeader(String line, Map<String, List<String>> headers) {
    int colon = line.indexOf(':');
    String name = colon < 0 ? "" : line.substring(0, colon).strip();
    if (name.isEmpty()) {
      throw new IllegalArgumentException("--header must be 'NAME: VALUE', was a text of "
          + line.length() + " characters " + (colon < 0 ? "without a colon" : "without a name"));
    }
    headers
        .computeIfAbsent(name, any -> new ArrayList<>())
        .add(line.substring(colon + 1).strip());
  }
}
