package dev.forbear.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads scripts in words; {@link Script} documents the words. */
final class ScriptGrammar {

  /** Up to nine digits before the point: the longest duration (30 years in seconds) still counts in nanoseconds. */
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,6})?");

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)([a-z]*)");
  private static final Pattern REPETITION = Pattern.compile("x(\\d{1,9})");
  private static final Pattern DIGITS = Pattern.compile("\\d+");

  private static final Map<String, Double> MS_OF_UNIT =
      Map.of("ms", 1.0, "s", 1_000.0, "m", 60_000.0);
  private static final List<String> UNITS = List.of("ms", "s", "m");
  private static final List<String> MODIFIERS = List.of("after", "in", "x2");

  /** How a stream ends, in the words of a scenario and one more. */
  private static final Map<String, Fault> ENDINGS = new TreeMap<>(Map.of(
      "end", Fault.NONE,
      "break", Fault.CUT,
      "reset", Fault.RESET_IN_BODY,
      "hang", Fault.HEADERS_THEN_HANG));

  /** The replies of a script in words. */
  static List<ScriptedReply> replies(String text) {
    List<String> entries = StreamWords.entries(text);
    List<ScriptedReply> replies = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      try {
        new Entry(entries.get(i)).addTo(replies);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "cannot read '" + StreamWords.shown(entries.get(i)) + "' (reply " + (i + 1) + " of "
                + entries.size() + " in the script): " + e.getMessage(),
            e);
      }
    }
    return replies;
  }

  /** Whether it is a number that can stand in a script. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** One reply and how often it is given. */
  private static final class Entry {
    private int status;
    private Fault fault = Fault.NONE;
    private @Nullable Duration hint;
    private @Nullable Duration delay;
    private @Nullable Duration every;
    private @Nullable Fault ending;
    private final List<ScriptedChunk> chunks;
    private int times;

    Entry(String text) {
      StreamWords stream = StreamWords.of(text);
      String words = stream.rest().strip().toLowerCase(Locale.ROOT);
      if (words.isEmpty()) {
        throw new IllegalArgumentException(
            "a reply is missing between two commas or at an end: " + allowedWords());
      }
      Iterator<String> tokens = Arrays.asList(words.split("\\s+")).iterator();
      chunks = stream.chunks();
      readFirst(tokens.next());
      while (tokens.hasNext()) {
        readNext(tokens.next(), tokens);
      }
    }

    private void readFirst(String word) {
      if (word.equals(StreamWords.WORD) != !chunks.isEmpty()) {
        throw new IllegalArgumentException(
            "a stream is the word and its chunks, as in 'stream(Hel, lo, done) every 20ms'");
      }
      if (word.equals("ok") || word.equals(StreamWords.WORD)) {
        status = 200;
      } else if (DIGITS.matcher(word).matches()) {
        status = status(word);
      } else {
        fault = fault(word);
      }
    }

    private void readNext(String word, Iterator<String> tokens) {
      Matcher repetition = REPETITION.matcher(word);
      if (word.equals("after")) {
        requireOnce(word, hint == null);
        if (!fault.sendsHead()) {
          throw new IllegalArgumentException(
              "'" + fault.word() + "' sends no headers, so it cannot carry the hint 'after'");
        }
        hint = duration(word, tokens);
      } else if (word.equals("in")) {
        requireOnce(word, delay == null);
        if (fault == Fault.HANG) {
          throw new IllegalArgumentException("'hang' never answers: leave 'in' out");
        }
        delay = duration(word, tokens);
      } else if (word.equals("every") && !chunks.isEmpty()) {
        requireOnce(word, every == null);
        every = duration(word, tokens);
      } else if (word.equals("then") && !chunks.isEmpty()) {
        requireOnce(word, ending == null);
        ending = ending(tokens);
      } else if (repetition.matches()) {
        requireOnce("x", times == 0);
        times = times(repetition.group(1));
      } else if (status != 0
          && chunks.isEmpty()
          && fault == Fault.NONE
          && hint == null
          && delay == null
          && times == 0) {
        fault = faultAfterStatus(word);
      } else {
        throw new IllegalArgumentException("'" + word + "' means nothing here, nearest is '"
            + NearestWord.of(word, MODIFIERS)
            + "'; a reply is followed by 'after' and 'in' with a duration, and 'xN', and a stream by"
            + " 'every' with a duration and 'then' with " + String.join(", ", ENDINGS.keySet()));
      }
    }

    private Fault faultAfterStatus(String word) {
      List<String> allowed = new ArrayList<>();
      for (Fault each : Fault.values()) {
        if (each.sendsHead() && each != Fault.NONE) {
          allowed.add(each.word());
        }
      }
      for (Fault each : Fault.values()) {
        if (each.word().equals(word)) {
          if (!allowed.contains(word)) {
            throw new IllegalArgumentException("'" + word + "' sends no status: leave " + status
                + " out, or use one of " + String.join(", ", allowed));
          }
          return each;
        }
      }
      allowed.addAll(MODIFIERS);
      throw new IllegalArgumentException("unknown word '" + word + "', nearest is '"
          + NearestWord.of(word, allowed) + "'; after a status come " + String.join(", ", allowed));
    }

    void addTo(List<ScriptedReply> replies) {
      ScriptedReply reply = ScriptedReply.of(ending == null ? fault : ending);
      if (status != 0 && ending == null) {
        reply = new ScriptedReply(0, fault, status, Map.of(), "", List.of(), 0, "", 0);
      }
      if (hint != null) {
        reply = reply.withRetryAfter(hint);
      }
      if (delay != null) {
        reply = reply.withDelay(delay);
      }
      if (!chunks.isEmpty()) {
        reply = reply.withChunks(every == null ? 0 : every.toNanos() / 1e6, chunks);
      }
      int copies = Math.max(1, times);
      if (copies > Script.MAX_REPLIES - replies.size()) {
        throw new IllegalArgumentException(
            "a script holds at most " + Script.MAX_REPLIES + " replies");
      }
      replies.addAll(Collections.nCopies(copies, reply));
    }
  }

  private static int status(String digits) {
    if (digits.length() == 3 && digits.charAt(0) >= '2') {
      return Integer.parseInt(digits);
    }
    throw new IllegalArgumentException("'" + digits + "' is no status ("
        + ScriptedReply.MIN_STATUS + " to " + ScriptedReply.MAX_STATUS
        + ") and a duration needs a unit: 'in " + digits + "ms' or 'in " + digits + "s'?");
  }

  private static Fault fault(String word) {
    for (Fault each : Fault.values()) {
      if (each != Fault.NONE && each.word().equals(word)) {
        return each;
      }
    }
    if (MODIFIERS.contains(word) || REPETITION.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "'" + word + "' follows a reply, as in '429 after 2s in 300ms x3'");
    }
    List<String> words = new ArrayList<>(Fault.words());
    words.addAll(0, List.of("ok", StreamWords.WORD));
    throw new IllegalArgumentException("unknown word '" + word + "', nearest is '"
        + NearestWord.of(word, words) + "'; " + allowedWords());
  }

  private static Duration duration(String before, Iterator<String> tokens) {
    if (!tokens.hasNext()) {
      throw new IllegalArgumentException("'" + before + "' needs a duration, such as 300ms or 2s");
    }
    String text = tokens.next();
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no duration: '" + before
          + "' takes a number below 10^9 and a unit (ms, s, m), such as 300ms or 2s");
    }
    String number = matcher.group(1);
    String unit = matcher.group(2);
    if (unit.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + number + "' has no unit: " + number + "ms or " + number + "s?");
    }
    Double unitMs = MS_OF_UNIT.get(unit);
    if (unitMs == null) {
      throw new IllegalArgumentException(
          "'" + text + "' has no unit of ours (ms, s, m), nearest is '" + number
              + NearestWord.of(unit, UNITS) + "'");
    }
    return Duration.ofNanos(Math.round(Double.parseDouble(number) * unitMs * 1e6));
  }

  private static Fault ending(Iterator<String> tokens) {
    String word = tokens.hasNext() ? tokens.next() : "";
    Fault ending = ENDINGS.get(word);
    if (ending == null) {
      throw new IllegalArgumentException("'then' takes how a stream ends: "
          + String.join(", ", ENDINGS.keySet()) + "; nearest to '" + word + "' is '"
          + NearestWord.of(word, ENDINGS.keySet()) + "'");
    }
    return ending;
  }

  private static int times(String digits) {
    int times = Integer.parseInt(digits);
    if (times < 1) {
      throw new IllegalArgumentException("'x" + digits + "' repeats nothing: x1 or more");
    }
    return times;
  }

  private static void requireOnce(String word, boolean isFirst) {
    if (!isFirst) {
      throw new IllegalArgumentException("'" + word + "' is given twice");
    }
  }

  private static String allowedWords() {
    return "allowed are a status (" + ScriptedReply.MIN_STATUS + " to " + ScriptedReply.MAX_STATUS
        + "), stream(…), ok, " + String.join(", ", Fault.words());
  }

  private ScriptGrammar() {}
}
