package dev.forbear.providers.body;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Opens JSON inside a string: gateways and SDKs put the provider's error, whole, into a message of their own.
 *
 * <p>Only strings that are made for people are opened, never what the model or the user wrote; and JSON in the midst of
 * a sentence only where the sentence does not quote it as somebody's input.
 */
final class Nested {

  private static final Set<String> OPENED = Set.of(
      "",
      "body",
      "cause",
      "data",
      "description",
      "detail",
      "details",
      "error",
      "error_message",
      "errormessage",
      "message",
      "msg",
      "originalmessage",
      "raw",
      "reason",
      "response",
      "responsebody");

  /** What an error looks like; an example or an echo of a request does not. */
  private static final Pattern ERROR = Pattern.compile(
      "[\"'](error|errors|message|detail|msg|__type|code)[\"']\\s*:", Pattern.CASE_INSENSITIVE);

  /** Before JSON that was quoted rather than passed on. */
  private static final Pattern QUOTING = Pattern.compile(
      "\\b(invalid|expected|unexpected|got|value|input|received|parse|parsing|decode|unmarshal)\\b[^{\\[]{0,60}$"
          + "|['\"`]$",
      Pattern.CASE_INSENSITIVE);

  /** Before JSON that is passed on, whatever other words there are. */
  private static final Pattern PASSING = Pattern.compile(
      "(error|status|exception|response|failed|failure)\\b", Pattern.CASE_INSENSITIVE);

  /** Python's words for null, true and false, in the printed form of a dictionary. */
  private static final Pattern PYTHON = Pattern.compile("(?<=[:,\\[] ?)(None|True|False)\\b");

  /** The documents inside a string; empty when there are none, or when it is not to be opened. */
  static List<Document> of(String name, String value, int level) {
    if (!OPENED.contains(name) || value.length() < 2) {
      return List.of();
    }
    int at = begin(value);
    if (at < 0 || !ERROR.matcher(value).find(at)) {
      return List.of();
    }
    List<Document> inside = Json.read(json(value.substring(at)), level);
    boolean isAny = inside.stream().anyMatch(document -> !document.facts().isEmpty());
    return isAny ? withSentence(value.substring(0, at), inside) : List.of();
  }

  /** Where JSON begins; -1 for nowhere. */
  static int begin(String value) {
    int start = 0;
    while (start < value.length()
        && (Character.isWhitespace(value.charAt(start)) || value.charAt(start) == '\ufeff')) {
      start++;
    }
    if (start == value.length()) {
      return -1;
    }
    char first = value.charAt(start);
    if (first == '{' || first == '[' || first == '"') {
      return start;
    }
    int brace = value.indexOf('{', start);
    int from = brace - 1;
    // A byte string of Python: b'{...}'.
    if (brace > 1 && value.charAt(brace - 1) == '\'' && value.charAt(brace - 2) == 'b') {
      from = brace - 3;
    }
    if (brace < 0) {
      return -1;
    }
    String sentence =
        value.substring(Math.max(0, from - 80), Math.max(0, from + 1)).stripTrailing();
    if (QUOTING.matcher(sentence).find() && !PASSING.matcher(sentence).find()) {
      return -1;
    }
    return brace;
  }

  /** The sentence in front may say what the JSON does not: the name of an exception, a status. */
  private static List<Document> withSentence(String sentence, List<Document> inside) {
    if (sentence.isBlank()) {
      return inside;
    }
    Document before =
        new Document("", List.of(new Fact("message", Fact.Kind.TEXT, sentence)), true, false);
    return java.util.stream.Stream.concat(java.util.stream.Stream.of(before), inside.stream())
        .toList();
  }

  private static String json(String value) {
    if (!value.startsWith("{'")) {
      return value;
    }
    return PYTHON.matcher(value).replaceAll(word -> switch (word.group()) {
      case "True" -> "true";
      case "False" -> "false";
      default -> "null";
    });
  }

  /** A string as it stands between quotes, good enough to be read for words. */
  static String unescape(String raw) {
    StringBuilder plain = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '\\' && i + 1 < raw.length()) {
        i++;
        char next = raw.charAt(i);
        plain.append(next == 'n' || next == 't' || next == 'r' ? ' ' : next);
      } else if (c != '\\') {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private Nested() {}
}
