package dev.forbear.providers.stream;

import dev.forbear.classify.ProviderReply;
import dev.forbear.stream.MalformedStreamException;
import java.util.List;
import java.util.Map;

/**
 * One event of a stream.
 *
 * @param form how it was written
 * @param name what it is called; empty without a name
 * @param data what it says, mostly JSON
 */
record Event(Form form, String name, String data) {

  /** The refusal of an answer that did not come as a stream. */
  static final String WHOLE_ANSWER =
      "it is a whole answer and not a stream; ask for a stream, or read it without a stream format";

  /** How an event was written. */
  enum Form {
    /** As server-sent event. */
    SERVER_SENT("text/event-stream"),
    /** As JSON, with other JSON before it. */
    VALUE("application/x-ndjson"),
    /** As JSON, and the first thing of its body: it may be all there is. */
    FIRST_VALUE("application/json");

    private final String contentType;

    Form(String contentType) {
      this.contentType = contentType;
    }
  }

  /** Whether it calls itself an error. */
  boolean isError() {
    return name.equals("error");
  }

  /** Whether it says nothing. */
  boolean isBlank() {
    return data.isBlank();
  }

  /** Its data. */
  Json json() {
    Json json = Json.read(data);
    if (json == null) {
      throw new MalformedStreamException("its " + data.length() + " chars of data are not JSON");
    }
    return json;
  }

  /**
   * The event as a reply that holds nothing else.
   *
   * <p>The status is that of the stream, which had begun with a success: a status that the event names stands in the body,
   * where the rules for replies read it, and know from the form of the body that a stream was under way.
   */
  ProviderReply reply() {
    String cut = data.length() > Bounds.ERROR_CHARS ? data.substring(0, Bounds.ERROR_CHARS) : data;
    // Line ends within JSON stand between its words, never in them.
    String line = cut.replace('\r', ' ').replace('\n', ' ');
    String body = switch (form) {
      case SERVER_SENT ->
        (name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + line + "\n\n";
      case VALUE, FIRST_VALUE -> line + "\n";
    };
    return new ProviderReply(200, Map.of("content-type", List.of(form.contentType)), body);
  }

  /** Its form, and the lengths of name and data. */
  @Override
  public String toString() {
    return "Event[" + form + ", name of " + name.length() + " chars, data of " + data.length()
        + " chars]";
  }
}
