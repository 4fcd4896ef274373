package dev.forbear.testkit;

import dev.forbear.testkit.ScriptedChunk.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The chunks of a stream within a script in words: {@code stream(meta, Hel, "lo, ", tool:{}, error:529, done)}.
 *
 * @param chunks what stands in the brackets; empty where the entry is no stream
 * @param rest the entry without the brackets
 */
record StreamWords(List<ScriptedChunk> chunks, String rest) {

  static final String WORD = "stream";

  private static final char QUOTE = '"';

  /** Splits a script at commas and line ends, but for those in brackets or quotes. */
  static List<String> entries(String text) {
    return split(text, true);
  }

  /** Takes an entry apart. */
  static StreamWords of(String entry) {
    int open = indexOf(entry, '(', 0);
    if (open < 0) {
      return new StreamWords(List.of(), entry);
    }
    int close = indexOf(entry, ')', open);
    if (close < 0) {
      throw new IllegalArgumentException("the '(' of a stream has no ')'");
    }
    List<ScriptedChunk> chunks = new ArrayList<>();
    for (String word : split(entry.substring(open + 1, close), false)) {
      chunks.add(chunk(word.strip()));
    }
    return new StreamWords(chunks, entry.substring(0, open) + " " + entry.substring(close + 1));
  }

  /** The entry for messages, without what a stream delivers. */
  static String shown(String entry) {
    int open = indexOf(entry, '(', 0);
    int close = open < 0 ? -1 : indexOf(entry, ')', open);
    return open < 0
        ? entry.strip()
        : entry.substring(0, open).strip() + "(…"
            + (close < 0 ? "" : entry.substring(close)).strip();
  }

  private static ScriptedChunk chunk(String word) {
    if (word.isEmpty()) {
      throw new IllegalArgumentException(
          "a chunk is missing in 'stream(…)'; write \"\" around one that is white space");
    }
    for (Kind kind : Kind.values()) {
      if (word.equals(kind.word()) && (kind == Kind.META || kind == Kind.DONE)) {
        return new ScriptedChunk(kind, "");
      }
      if (word.startsWith(kind.word() + ":") && kind != Kind.DONE) {
        String content = unquoted(word.substring(kind.word().length() + 1));
        return new ScriptedChunk(kind, kind == Kind.ERROR ? error(content) : content);
      }
    }
    return new ScriptedChunk(Kind.TEXT, unquoted(word));
  }

  private static String error(String content) {
    return content.matches("\\d+") ? "{\"status\":" + content + "}" : content;
  }

  private static String unquoted(String word) {
    boolean isQuoted =
        word.length() > 1 && word.charAt(0) == QUOTE && word.charAt(word.length() - 1) == QUOTE;
    return isQuoted ? word.substring(1, word.length() - 1) : word;
  }

  /** The first such character that stands in no quotes; -1 for none. */
  private static int indexOf(String text, char wanted, int from) {
    boolean isQuoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      isQuoted ^= c == QUOTE;
      if (c == wanted && !isQuoted) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> split(String text, boolean heedBrackets) {
    List<String> parts = new ArrayList<>();
    boolean isQuoted = false;
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      isQuoted ^= c == QUOTE;
      if (!isQuoted && heedBrackets) {
        depth = Math.max(0, depth + (c == '(' ? 1 : 0) - (c == ')' ? 1 : 0));
      }
      if (!isQuoted && depth == 0 && (c == ',' || c == '\n')) {
        parts.add(text.substring(from, i));
        from = i + 1;
      }
    }
    parts.add(text.substring(from));
    return parts;
  }
}
