package dev.forbear.providers.stream;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a framing finds: {@code name=data} for an event, {@code alive}, {@code closed}. */
final class FramedEvents implements Framing.Events {

  private final List<String> found = new ArrayList<>();
  private final int wanted;

  private FramedEvents(int wanted) {
    this.wanted = wanted;
  }

  static List<String> of(Framing framing, String body) {
    return of(framing, body.getBytes(StandardCharsets.UTF_8));
  }

  /** All bytes at once, then the end, which is noted as {@code cut} where the body breaks off. */
  static List<String> of(Framing framing, byte[]... feeds) {
    return of(Integer.MAX_VALUE, framing, feeds);
  }

  static List<String> of(int wanted, Framing framing, byte[]... feeds) {
    FramedEvents events = new FramedEvents(wanted);
    for (byte[] bytes : feeds) {
      framing.feed(bytes, 0, bytes.length, events);
    }
    if (!framing.end(events)) {
      events.found.add("cut");
    }
    return events.found;
  }

  /** The bytes one by one. */
  static List<String> byteByByte(Framing framing, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    byte[][] feeds = new byte[bytes.length][];
    for (int i = 0; i < bytes.length; i++) {
      feeds[i] = new byte[] {bytes[i]};
    }
    return of(framing, feeds);
  }

  @Override
  public void take(Event event) {
    if (!isOver()) {
      found.add(event.name() + "=" + event.data());
    }
  }

  @Override
  public void alive() {
    found.add("alive");
  }

  @Override
  public void closed() {
    found.add("closed");
  }

  @Override
  public boolean isOver() {
    return found.size() >= wanted;
  }
}
