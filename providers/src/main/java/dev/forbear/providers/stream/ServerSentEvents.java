package dev.forbear.providers.stream;

import dev.forbear.providers.stream.Event.Form;
import java.nio.charset.StandardCharsets;

/**
 * Server-sent events: HTML standard, sections 9.2.5 and 9.2.6 (read 2026-06).
 *
 * <p>Lines end with CR, LF or CRLF; a BOM at the front is passed over; {@code id} and {@code retry} are for clients that
 * reconnect by themselves, which nobody here does. It differs from the standard in two things:
 *
 * <ul>
 *   <li>A line that begins with a brace is an event of its own. The standard takes it for a field nobody knows; servers write
 *       errors so.
 *   <li>An event that the body ends in is handed out where its data is a whole JSON object or {@code [DONE]}: nothing can be
 *       missing from those, and proxies are known to drop the last empty line.
 * </ul>
 */
final class ServerSentEvents implements Framing {

  private static final String BOM = "\ufeff";
  private static final String DONE = "[DONE]";

  private final Bytes line = new Bytes(Bounds.LINE_BYTES, "a line");
  private final EventData data = new EventData();
  private String name = "";
  private boolean hadCr;
  private boolean isBegun;

  @Override
  public void feed(byte[] bytes, int from, int to, Events events) {
    int start = from;
    for (int i = from; i < to && !events.isOver(); i++) {
      byte b = bytes[i];
      if (b != '\n' && b != '\r') {
        hadCr = false;
        continue;
      }
      if (b == '\n' && hadCr) {
        hadCr = false;
        start = i + 1;
        continue;
      }
      hadCr = b == '\r';
      takeLine(bytes, start, i, events);
      start = i + 1;
    }
    if (!events.isOver()) {
      line.add(bytes, start, to);
    }
  }

  private void takeLine(byte[] bytes, int from, int to, Events events) {
    if (line.isEmpty() && to - from <= Bounds.LINE_BYTES) {
      take(new String(bytes, from, to - from, StandardCharsets.UTF_8), events);
    } else {
      line.add(bytes, from, to);
      take(line.take(), events);
    }
  }

  private void take(String written, Events events) {
    String text = !isBegun && written.startsWith(BOM) ? written.substring(1) : written;
    isBegun = true;
    if (text.isEmpty()) {
      dispatch(events);
    } else if (text.charAt(0) == ':') {
      events.alive();
    } else if (text.charAt(0) == '{') {
      dispatch(events);
      events.take(new Event(Form.SERVER_SENT, "", text));
    } else {
      field(text);
    }
  }

  private void field(String text) {
    int colon = text.indexOf(':');
    String field = colon < 0 ? text : text.substring(0, colon);
    int from = colon < 0 ? text.length() : colon + 1;
    if (from < text.length() && text.charAt(from) == ' ') {
      from++;
    }
    if (field.equals("data")) {
      data.add(text, from);
    } else if (field.equals("event")) {
      name = text.substring(from);
    }
  }

  private void dispatch(Events events) {
    String called = name;
    name = "";
    if (data.hasLines()) {
      events.take(new Event(Form.SERVER_SENT, called, data.take()));
    } else if (!called.isEmpty()) {
      events.alive();
    }
  }

  @Override
  public boolean end(Events events) {
    String rest = line.isEmpty() ? "" : line.take();
    if (rest.startsWith("{")) {
      boolean isWhole = isWhole(rest);
      if (isWhole) {
        take(rest, events);
      }
      return isWhole;
    }
    if (rest.startsWith(":") || rest.startsWith("data:")) {
      take(rest, events);
    } else if (!rest.isEmpty()) {
      // A name that breaks off might be another name, and its event mean something else.
      return false;
    }
    if (!data.hasLines()) {
      return true;
    }
    String text = data.take();
    if (!isWhole(text)) {
      return false;
    }
    events.take(new Event(Form.SERVER_SENT, name, text));
    return true;
  }

  private static boolean isWhole(String text) {
    if (text.strip().equals(DONE)) {
      return true;
    }
    Json json = Json.read(text);
    return json != null && json.isObject();
  }
}
