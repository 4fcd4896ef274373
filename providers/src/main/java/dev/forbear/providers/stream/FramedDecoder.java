package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamPart;
import java.util.function.Consumer;

/** Finds events and asks what they mean. After the end, whatever ended it, nothing is looked at. */
final class FramedDecoder implements StreamDecoder, Framing.Events {

  private final String format;
  private final Framing framing;
  private final Meaning meaning;
  private final Answer answer = new Answer();
  private long events;

  FramedDecoder(String format, Framing framing, Meaning meaning) {
    this.format = format;
    this.framing = framing;
    this.meaning = meaning;
  }

  @Override
  public void feed(byte[] bytes, int from, int to, Consumer<? super StreamPart> parts) {
    within(parts, () -> framing.feed(bytes, from, to, this));
  }

  @Override
  public void end(Consumer<? super StreamPart> parts) {
    within(parts, () -> {
      boolean isWhole = framing.end(this);
      if (!answer.isOver()) {
        meaning.end(isWhole, answer);
        answer.flush();
        answer.giveUp();
      }
    });
  }

  private void within(Consumer<? super StreamPart> parts, Runnable reading) {
    if (answer.isOver()) {
      return;
    }
    answer.to(parts);
    try {
      reading.run();
    } catch (MalformedStreamException malformed) {
      answer.giveUp();
      throw new MalformedStreamException(
          format + " stream, event " + (events + 1) + ": " + malformed.getMessage());
    } finally {
      answer.to(null);
    }
  }

  @Override
  public void take(Event event) {
    if (answer.isOver()) {
      return;
    }
    answer.begin();
    if (!event.isBlank()) {
      meaning.take(event, answer);
    }
    answer.settle();
    events++;
  }

  @Override
  public void alive() {
    answer.begin();
    answer.settle();
  }

  @Override
  public void closed() {
    meaning.end(true, answer);
  }

  @Override
  public boolean isOver() {
    return answer.isOver();
  }
}
