package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;

/** The data of an event whose lines are still arriving. */
final class EventData {

  private final StringBuilder more = new StringBuilder(0);
  private String first = "";
  private boolean hasLines;

  /** Takes a line from a place on. */
  void add(String line, int from) {
    long length = (long) first.length() + more.length() + line.length() - from + 1;
    if (length > Bounds.EVENT_BYTES) {
      throw new MalformedStreamException("its data is longer than " + Bounds.EVENT_BYTES
          + " chars, which is the most that is kept of one event");
    }
    if (hasLines) {
      more.append('\n').append(line, from, line.length());
    } else {
      first = line.substring(from);
      hasLines = true;
    }
  }

  boolean hasLines() {
    return hasLines;
  }

  /** The lines with line ends between them; none afterwards. */
  String take() {
    String text = more.isEmpty() ? first : first + more;
    first = "";
    hasLines = false;
    more.setLength(0);
    if (more.capacity() > Bounds.KEPT_BYTES) {
      more.trimToSize();
    }
    return text;
  }
}
