package dev.forbear.conformance.streams;

import dev.forbear.stream.StreamPart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A subscriber that writes down what it hears, in one line per signal. */
class Reader implements Flow.Subscriber<StreamPart> {

  final List<String> heard = new ArrayList<>();
  private final long first;
  private Flow.@Nullable Subscription subscription;

  @Nullable
  Throwable failure;

  /** Asks for that many parts; {@link Long#MAX_VALUE} for all. */
  Reader(long first) {
    this.first = first;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (first > 0) {
      given.request(first);
    }
  }

  void request(long count) {
    java.util.Objects.requireNonNull(subscription).request(count);
  }

  void cancel() {
    java.util.Objects.requireNonNull(subscription).cancel();
  }

  @Override
  public void onNext(StreamPart part) {
    heard.add(line(part));
  }

  @Override
  public void onError(Throwable thrown) {
    failure = thrown;
    heard.add("error");
  }

  @Override
  public void onComplete() {
    heard.add("complete");
  }

  static String line(StreamPart part) {
    if (part instanceof StreamPart.Text text) {
      return text.text();
    }
    if (part instanceof StreamPart.ToolBytes tool) {
      return "<" + tool.bytes() + ">";
    }
    if (part instanceof StreamPart.ToolCall call) {
      return "[" + call.name() + call.arguments() + "]";
    }
    if (part instanceof StreamPart.Thinking thinking) {
      return "(" + thinking.text() + ")";
    }
    if (part instanceof StreamPart.Discard discard) {
      return "discard " + discard.attempt();
    }
    throw new AssertionError("never handed to a consumer: " + part);
  }
}
