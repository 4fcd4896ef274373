package dev.forbear.providers.body;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads server-sent events: the data of each as JSON, and the rest as text.
 *
 * <p>HTML standard, section 9.2.6; an event that the text ends in is taken all the same, because an error is often the last
 * thing a server writes.
 */
final class EventLines {

  private static final Pattern FIELD = Pattern.compile("\\A\\s*(data|event|:|id:|retry:)[ :]?");
  private static final Pattern MORE = Pattern.compile("^(data|event):", Pattern.MULTILINE);

  private final List<Document> documents = new ArrayList<>();
  private final StringBuilder data = new StringBuilder();
  private String event = "";

  /** Whether the text looks like events, whatever it was announced as. */
  static boolean areIn(String text) {
    return FIELD.matcher(text).find() && MORE.matcher(text).find();
  }

  static List<Document> read(String text) {
    EventLines lines = new EventLines();
    for (String line : text.split("\r\n|\r|\n", -1)) {
      if (lines.documents.size() >= Bounds.DOCUMENTS) {
        break;
      }
      lines.take(line);
    }
    lines.dispatch();
    return lines.documents;
  }

  private void take(String line) {
    if (line.isEmpty()) {
      dispatch();
    } else if (line.startsWith("data:")) {
      // Two events without the empty line between them would be one that nobody can parse.
      if (!data.isEmpty() && isWhole(data)) {
        dispatch();
      }
      data.append(data.isEmpty() ? "" : "\n")
          .append(line.substring("data:".length()).strip());
    } else if (line.startsWith("event:")) {
      if (!data.isEmpty()) {
        dispatch();
      }
      event = line.substring("event:".length()).strip();
    } else if (line.startsWith("{")) {
      // An error written into the stream as bare JSON.
      dispatch();
      data.append(line);
      dispatch();
    }
  }

  private static boolean isWhole(StringBuilder data) {
    char last = data.charAt(data.length() - 1);
    return last == '}' || last == ']';
  }

  private void dispatch() {
    if (data.isEmpty() && event.isEmpty()) {
      return;
    }
    String text = data.toString();
    List<Document> parsed =
        text.startsWith("{") || (text.startsWith("[") && !text.equals(Document.DONE))
            ? Json.read(text)
            : List.of();
    if (parsed.isEmpty()) {
      String kept = text.substring(0, Math.min(text.length(), Bounds.VALUE_LENGTH));
      documents.add(new Document(event, List.of(new Fact("", Fact.Kind.TEXT, kept)), false, false));
    }
    for (Document document : parsed) {
      documents.add(new Document(event, document.facts(), true, document.isCut()));
    }
    data.setLength(0);
    event = "";
  }
}
