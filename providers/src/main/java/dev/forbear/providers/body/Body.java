package dev.forbear.providers.body;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A body as it was understood.
 *
 * <p>At most {@value Bounds#HEAD_LENGTH} characters are read from its front and {@value Bounds#TAIL_LENGTH} from its end,
 * however long it is. Reading never throws.
 *
 * @param shape what kind of body it is
 * @param documents its JSON values; empty for a page or plain text
 * @param words the text of a page or of a body that is neither page nor JSON; empty otherwise
 * @param isCut whether the body itself breaks off within a JSON value
 */
public record Body(Shape shape, List<Document> documents, String words, boolean isCut) {

  /** What kind of body it is. */
  public enum Shape {
    /** No character, or white space only. */
    NOTHING,
    /** One JSON value. */
    JSON,
    /** An array of JSON values. */
    ARRAY,
    /** JSON values one after the other: NDJSON, or the frames of an event stream written as JSON. */
    LINES,
    /** Server-sent events. */
    EVENTS,
    /** HTML or XML. */
    PAGE,
    /** Anything else. */
    TEXT
  }

  /** Keeps its own copy. */
  public Body {
    documents = List.copyOf(documents);
  }

  /**
   * Reads a body.
   *
   * @param text the body, of any length
   * @param contentType what it was announced as; empty when it was not
   */
  public static Body read(String text, String contentType) {
    boolean isLong = text.length() > Bounds.HEAD_LENGTH + Bounds.TAIL_LENGTH;
    String head = isLong ? text.substring(0, Bounds.HEAD_LENGTH) : text;
    String tail = isLong ? text.substring(text.length() - Bounds.TAIL_LENGTH) : "";
    if (head.startsWith("\ufeff")) {
      head = head.substring(1);
    }
    String type = contentType.toLowerCase(Locale.ROOT);
    char first = firstChar(head);
    if (first == 0) {
      return new Body(
          type.contains("event-stream") ? Shape.EVENTS : Shape.NOTHING, List.of(), "", false);
    }
    boolean isJson = first == '{' || first == '[' || first == '"';
    if (!isJson && (type.contains("event-stream") || EventLines.areIn(head)) && first != '<') {
      return events(head, tail);
    }
    if (isJson) {
      Body body = json(head, tail, type);
      if (!body.documents.isEmpty()) {
        return body;
      }
    }
    if (first == '<' && Page.isIn(head)) {
      List<Fact> fields = Page.fields(head);
      List<Document> documents =
          fields.isEmpty() ? List.of() : List.of(new Document("", fields, true, false));
      return new Body(Shape.PAGE, documents, words(Page.visible(head)), false);
    }
    return plain(head);
  }

  /** Text in which JSON may be embedded, as in the printed form of an exception. */
  private static Body plain(String head) {
    List<Document> inside = Nested.of("", head, 1);
    return inside.isEmpty()
        ? new Body(Shape.TEXT, List.of(), words(head), false)
        : new Body(Shape.JSON, List.of(merged(inside)), "", false);
  }

  private static Document merged(List<Document> documents) {
    List<Fact> facts = new ArrayList<>();
    documents.forEach(document -> facts.addAll(document.facts()));
    return new Document("", facts, true, false);
  }

  private static Body events(String head, String tail) {
    List<Document> documents = new ArrayList<>(EventLines.read(head));
    if (!tail.isEmpty()) {
      documents.addAll(EventLines.read(fromNextLine(tail)));
    }
    return new Body(Shape.EVENTS, documents, "", false);
  }

  private static Body json(String head, String tail, String type) {
    List<Document> documents = new ArrayList<>(Json.read(head));
    if (documents.isEmpty()) {
      return new Body(Shape.TEXT, List.of(), "", false);
    }
    boolean isCut = tail.isEmpty() && documents.get(documents.size() - 1).isCut();
    boolean areLines = documents.size() > 1 && firstChar(head) == '{';
    boolean isLines = areLines
        || type.contains("ndjson")
        || type.contains("jsonl")
        || type.contains("json-seq")
        || type.contains("vnd.amazon.eventstream");
    if (!tail.isEmpty()) {
      documents.addAll(
          isLines
              ? Json.read(fromNextLine(tail))
              : List.of(new Document("", Tail.fields(tail), true, false)));
      String end = tail.stripTrailing();
      isCut = end.isEmpty() || "}]\"".indexOf(end.charAt(end.length() - 1)) < 0;
    }
    Shape shape = isLines ? Shape.LINES : firstChar(head) == '[' ? Shape.ARRAY : Shape.JSON;
    return new Body(shape, documents, "", isCut);
  }

  private static String fromNextLine(String tail) {
    int line = tail.indexOf('\n');
    return line < 0 ? "" : tail.substring(line + 1);
  }

  private static String words(String text) {
    return text.length() > Bounds.VALUE_LENGTH ? text.substring(0, Bounds.VALUE_LENGTH) : text;
  }

  private static char firstChar(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isWhitespace(c) && c != '\ufeff' && c != 0) {
        return c;
      }
    }
    return 0;
  }
}
