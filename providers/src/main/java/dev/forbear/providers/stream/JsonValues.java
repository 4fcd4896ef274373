package dev.forbear.providers.stream;

import dev.forbear.providers.stream.Event.Form;
import dev.forbear.stream.MalformedStreamException;

/**
 * JSON objects one after the other, each an event: NDJSON, the elements of one array, or a single object.
 *
 * <p>It counts braces outside of strings, byte by byte; whether what lies between them is JSON is found out when it is read.
 */
final class JsonValues implements Framing {

  private final Bytes value = new Bytes(Bounds.EVENT_BYTES, "a JSON value");
  private Form form = Form.FIRST_VALUE;
  private int depth;
  private boolean isInString;
  private boolean isEscaped;
  private boolean isArray;
  private boolean isClosed;

  @Override
  public void feed(byte[] bytes, int from, int to, Events events) {
    int start = from;
    for (int i = from; i < to && !events.isOver() && !isClosed; i++) {
      byte b = bytes[i];
      if (depth == 0) {
        between(b, events);
        start = i;
      } else if (within(b)) {
        value.add(bytes, start, i + 1);
        Event event = new Event(form, "", value.take());
        form = Form.VALUE;
        events.take(event);
      }
    }
    if (depth > 0 && !events.isOver()) {
      value.add(bytes, start, to);
    }
  }

  private void between(byte b, Events events) {
    if (b == '{') {
      depth = 1;
    } else if (b == '[' && !isArray && form == Form.FIRST_VALUE) {
      isArray = true;
    } else if (b == ']' && isArray) {
      isClosed = true;
      events.closed();
    } else if (!(b == ',' && isArray) && b != ' ' && b != '\n' && b != '\r' && b != '\t') {
      throw new MalformedStreamException("it does not begin with a brace, as a JSON object does");
    }
  }

  /** Whether the value ends with this byte. */
  private boolean within(byte b) {
    if (isInString) {
      if (isEscaped) {
        isEscaped = false;
      } else if (b == '\\') {
        isEscaped = true;
      } else if (b == '"') {
        isInString = false;
      }
      return false;
    }
    if (b == '"') {
      isInString = true;
    } else if (b == '{' || b == '[') {
      depth++;
    } else if (b == '}' || b == ']') {
      depth--;
      return depth == 0;
    }
    return false;
  }

  @Override
  public boolean end(Events events) {
    return depth == 0 && (isClosed || !isArray);
  }
}
