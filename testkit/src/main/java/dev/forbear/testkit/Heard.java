package dev.forbear.testkit;

import dev.forbear.stream.StreamPart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the consumer of a stream has, as text: tool bytes as {@code <tool:bytes>}, and what it had to drop as events.
 *
 * <p>As a subscriber it asks for one part at a time. For one stream; to be read when the stream has ended.
 */
public final class Heard implements Consumer<StreamPart>, Flow.Subscriber<StreamPart> {

  private final StringBuilder text = new StringBuilder();
  private final List<String> events = new ArrayList<>();
  private Flow.@Nullable Subscription subscription;

  /** Has heard nothing. */
  public Heard() {}

  @Override
  public void accept(StreamPart part) {
    if (part instanceof StreamPart.Text piece) {
      text.append(piece.text());
    } else if (part instanceof StreamPart.ToolBytes piece) {
      text.append("<tool:").append(piece.bytes()).append('>');
    } else if (part instanceof StreamPart.Discard) {
      events.add("discard:" + text);
      text.setLength(0);
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(1);
  }

  @Override
  public void onNext(StreamPart part) {
    accept(part);
    if (subscription != null) {
      subscription.request(1);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    // The outcome says it.
  }

  @Override
  public void onComplete() {
    // The outcome says it.
  }

  /** The text, without what was dropped. */
  public String text() {
    return text.toString();
  }

  /** {@code discard:} with the text that had to be dropped, in order. */
  public List<String> events() {
    return List.copyOf(events);
  }
}
