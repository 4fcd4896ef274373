package dev.forbear.testkit;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a provider does with one request: one entry of a {@link Script}.
 *
 * <pre>{@code
 * ScriptedReply.parse("429 after 2s in 300ms")
 * ScriptedReply.status(429)
 *     .withRetryAfter(Duration.ofSeconds(2))
 *     .withDelay(Duration.ofMillis(300))
 *     .withBody("{\"error\":{\"type\":\"rate_limit_error\"}}")
 * ScriptedReply.of(Fault.HEADERS_THEN_HANG)
 * }</pre>
 *
 * <p>A value: immutable, compared by content. {@link #toString} gives the script's own words and, of headers and bodies, names
 * and lengths only.
 *
 * @param delayMs milliseconds between the whole request and the first thing the provider does, finite, at least 0;
 *     {@link Fault#HANG} never does anything and has 0
 * @param fault how it goes wrong
 * @param status 200 to 999; 0 where the fault sends no status
 * @param headers header names (kept in lower case) to their values; empty where the fault sends none
 * @param body the body as text, sent as UTF-8; empty for none
 * @param chunks what a stream delivers, in place of a body; empty for none. Their end is {@link Fault#NONE} (in good order),
 *     {@link Fault#CUT}, {@link Fault#RESET_IN_BODY} or {@link Fault#HEADERS_THEN_HANG}
 * @param everyMs milliseconds between two chunks, finite, at least 0. The first one comes at {@code delayMs + everyMs}; the
 *     end {@code everyMs} after the last, or with it where that is {@code done}
 * @param target the target this reply belongs to; empty: whichever target is asked
 * @param cost what the attempt costs in the caller's own unit, finite, at least 0
 */
public record ScriptedReply(
    double delayMs,
    Fault fault,
    int status,
    Map<String, List<String>> headers,
    String body,
    List<ScriptedChunk> chunks,
    double everyMs,
    String target,
    double cost) {

  /** The smallest status a reply can have: 1xx are interim answers, not replies (RFC 9110, section 15.2). */
  static final int MIN_STATUS = 200;

  /** The largest status a reply can have: a status has three digits (RFC 9110, section 15). */
  static final int MAX_STATUS = 999;

  /** RFC 9110, section 5.6.2: what a method or a header name is made of. */
  static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Checks every value and keeps its own copies. */
  public ScriptedReply {
    requireFiniteNotNegative("delayMs", delayMs);
    requireFiniteNotNegative("everyMs", everyMs);
    requireFiniteNotNegative("cost", cost);
    headers = lowerCaseCopy(headers);
    chunks = List.copyOf(chunks);
    if (fault.sendsHead()) {
      if (status < MIN_STATUS || status > MAX_STATUS) {
        throw new IllegalArgumentException(
            "status must be " + MIN_STATUS + " to " + MAX_STATUS + ", was " + status);
      }
    } else if (status != 0 || !headers.isEmpty() || !body.isEmpty() || !chunks.isEmpty()) {
      throw new IllegalArgumentException("a reply that goes wrong by '" + fault.word()
          + "' sends no answer: status must be 0 and headers, body and chunks empty");
    }
    if (fault == Fault.HANG && delayMs != 0) {
      throw new IllegalArgumentException(
          "delayMs must be 0 for 'hang', which never does anything, was " + delayMs);
    }
    if (!body.isEmpty() && !chunks.isEmpty()) {
      throw new IllegalArgumentException("a reply has a body or chunks, not both");
    }
    if (!chunks.isEmpty() && !endsStreams(fault)) {
      throw new IllegalArgumentException("chunks do not end by '" + fault.word() + "': use "
          + Fault.CUT.word() + ", " + Fault.RESET_IN_BODY.word() + ", "
          + Fault.HEADERS_THEN_HANG.word() + " or no fault");
    }
  }

  /** A whole answer with this status (200 to 999), without headers and body, at once. */
  public static ScriptedReply status(int status) {
    return new ScriptedReply(0, Fault.NONE, status, Map.of(), "", List.of(), 0, "", 0);
  }

  /** A 200 with this body, at once. */
  public static ScriptedReply ok(String body) {
    return status(200).withBody(body);
  }

  /** A reply that goes wrong in this way, at once; where a status is sent it is 200. */
  public static ScriptedReply of(Fault fault) {
    return new ScriptedReply(
        0, fault, fault.sendsHead() ? 200 : 0, Map.of(), "", List.of(), 0, "", 0);
  }

  /**
   * One reply in the words of {@link Script#parse}, such as {@code "429 after 2s in 300ms"}.
   *
   * @throws IllegalArgumentException naming what could not be read and what is allowed, also for more than one reply
   */
  public static ScriptedReply parse(String text) {
    List<ScriptedReply> replies = ScriptGrammar.replies(text);
    if (replies.size() != 1) {
      throw new IllegalArgumentException("one reply is needed, '" + text + "' has " + replies.size()
          + ": use Script.parse for several");
    }
    return replies.get(0);
  }

  /** This reply with another delay; not for {@link Fault#HANG}. */
  public ScriptedReply withDelay(Duration delay) {
    return new ScriptedReply(
        millis(delay), fault, status, headers, body, chunks, everyMs, target, cost);
  }

  /** This reply with a hint: {@code retry-after} in whole seconds, else {@code retry-after-ms}; at least 0. */
  public ScriptedReply withRetryAfter(Duration hint) {
    double hintMs = millis(hint);
    requireFiniteNotNegative("retryAfter", hintMs);
    return hintMs % 1000 == 0
        ? withHeader("retry-after", plain(hintMs / 1000))
        : withHeader("retry-after-ms", plain(hintMs));
  }

  /** This reply with this header, in place of one of the same name; without values the header is left out. */
  public ScriptedReply withHeader(String name, String... values) {
    Map<String, List<String>> copy = new TreeMap<>(headers);
    String key = name.toLowerCase(Locale.ROOT);
    copy.remove(key);
    if (values.length > 0) {
      copy.put(key, List.of(values));
    }
    return new ScriptedReply(delayMs, fault, status, copy, body, chunks, everyMs, target, cost);
  }

  /** This reply with another body. */
  public ScriptedReply withBody(String other) {
    return new ScriptedReply(delayMs, fault, status, headers, other, chunks, everyMs, target, cost);
  }

  /**
   * This reply with a stream in place of a body. How it ends is this reply's fault: {@code ok} ends in good order, {@code cut}
   * and {@code reset-in-body} break the connection, {@code headers-then-hang} falls silent.
   *
   * @param every between two chunks, at least 0
   * @param texts chunks as {@link ScriptedChunk#parse} reads them, such as {@code text:Hel} and {@code done}
   */
  public ScriptedReply withChunks(Duration every, String... texts) {
    List<ScriptedChunk> parsed = Arrays.stream(texts).map(ScriptedChunk::parse).toList();
    return withChunks(millis(every), parsed);
  }

  ScriptedReply withChunks(double otherEveryMs, List<ScriptedChunk> others) {
    return new ScriptedReply(
        delayMs, fault, status, headers, "", others, otherEveryMs, target, cost);
  }

  /** This reply for one target; empty: whichever target is asked. */
  public ScriptedReply withTarget(String other) {
    return new ScriptedReply(delayMs, fault, status, headers, body, chunks, everyMs, other, cost);
  }

  /** The values of one header, its name in any case; empty when it is not sent. */
  public List<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /** The words of {@link Script#parse}; what these cannot say follows in brackets, without values and bodies. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    if (fault.sendsHead() && (fault == Fault.NONE || status != 200)) {
      words.add(Integer.toString(status));
    }
    if (fault != Fault.NONE) {
      words.add(fault.word());
    }
    List<String> others = new ArrayList<>(headers.keySet());
    addHint(words, others, "retry-after", "s");
    addHint(words, others, "retry-after-ms", "ms");
    if (delayMs > 0) {
      words.add("in " + duration(delayMs));
    }
    List<String> rest = new ArrayList<>();
    if (!others.isEmpty()) {
      rest.add("headers " + String.join(" ", others));
    }
    if (!body.isEmpty()) {
      rest.add("body of " + body.length() + " chars");
    }
    if (!chunks.isEmpty()) {
      rest.add(chunks.size() + " chunks every " + duration(everyMs));
    }
    if (!target.isEmpty()) {
      rest.add("target " + target);
    }
    if (cost > 0) {
      rest.add("cost " + plain(cost));
    }
    if (!rest.isEmpty()) {
      words.add("[" + String.join("; ", rest) + "]");
    }
    return String.join(" ", words);
  }

  private void addHint(List<String> words, List<String> others, String name, String unit) {
    List<String> values = header(name);
    if (values.size() == 1
        && ScriptGrammar.isNumber(values.get(0))
        && words.stream().noneMatch(word -> word.startsWith("after "))) {
      words.add("after " + values.get(0) + unit);
      others.remove(name);
    }
  }

  private static String duration(double ms) {
    return ms > 0 && ms % 1000 == 0 ? plain(ms / 1000) + "s" : plain(ms) + "ms";
  }

  /** A number without exponent and without a trailing {@code .0}. */
  static String plain(double number) {
    return number == 0 ? "0" : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  private static boolean endsStreams(Fault fault) {
    return fault == Fault.NONE
        || fault == Fault.CUT
        || fault == Fault.RESET_IN_BODY
        || fault == Fault.HEADERS_THEN_HANG;
  }

  private static double millis(Duration duration) {
    return duration.getSeconds() * 1000.0 + duration.getNano() / 1e6;
  }

  private static Map<String, List<String>> lowerCaseCopy(Map<String, List<String>> headers) {
    Map<String, List<String>> copy = new TreeMap<>();
    headers.forEach((name, values) -> {
      if (!TOKEN.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "a header name must be letters, digits and - . _, was '" + name + "'");
      }
      for (String value : values) {
        if (value.chars().anyMatch(c -> c < ' ' && c != '\t')) {
          throw new IllegalArgumentException(
              "the value of header '" + name + "' must not hold line breaks or control characters");
        }
      }
      copy.put(name.toLowerCase(Locale.ROOT), List.copyOf(values));
    });
    return Collections.unmodifiableMap(copy);
  }

  private static void requireFiniteNotNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be a finite number >= 0, was " + value);
    }
  }
}
