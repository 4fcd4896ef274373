package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Tells by its first byte what a body is: JSON values, or server-sent events.
 *
 * <p>White space and a BOM in front are passed over. A page for people is refused at once: read as events it would seem to be
 * a stream that was cut, and be asked for again.
 */
final class EventsOrValues implements Framing {

  private @Nullable Framing framing;

  @Override
  public void feed(byte[] bytes, int from, int to, Events events) {
    int start = from;
    Framing chosen = framing;
    while (chosen == null && start < to) {
      chosen = framingOf(bytes[start]);
      if (chosen == null) {
        start++;
      }
    }
    framing = chosen;
    if (chosen != null) {
      chosen.feed(bytes, start, to, events);
    }
  }

  private static @Nullable Framing framingOf(byte first) {
    return switch (first) {
      case ' ', '\t', '\n', '\r', (byte) 0xef, (byte) 0xbb, (byte) 0xbf -> null;
      case '{', '[' -> new JsonValues();
      case '<' ->
        throw new MalformedStreamException("the body is a page for people and not a stream");
      default -> new ServerSentEvents();
    };
  }

  @Override
  public boolean end(Events events) {
    return framing == null || framing.end(events);
  }
}
