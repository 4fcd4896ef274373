package dev.forbear.conformance.streams;

import dev.forbear.classify.ProviderReply;
import dev.forbear.flow.Outlet;
import dev.forbear.stream.StreamPart;
import dev.forbear.testkit.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The stream of one attempt in virtual time: parts at fixed times, then an end, a loss, or silence. */
final class Pieces implements Flow.Publisher<StreamPart> {

  private record Timed(
      double afterMs, @Nullable StreamPart part, @Nullable Supplier<Throwable> loss) {}

  private final VirtualTime time;
  private final List<Timed> script = new ArrayList<>();
  private boolean isSubscribed;
  private boolean isCancelled;
  private int asked;

  Pieces(VirtualTime time) {
    this.time = time;
  }

  Pieces text(double atMs, String text) {
    return part(atMs, new StreamPart.Text(text));
  }

  Pieces alive(double atMs) {
    return part(atMs, StreamPart.Metadata.ALIVE);
  }

  Pieces done(double atMs) {
    return part(atMs, new StreamPart.Finished("stop"));
  }

  Pieces broken(double atMs, int status) {
    return part(atMs, new StreamPart.Broken(new ProviderReply(status, Map.of(), "")));
  }

  Pieces part(double atMs, StreamPart part) {
    script.add(new Timed(atMs, part, null));
    return this;
  }

  /** The stream fails. */
  Pieces lost(double atMs, Supplier<Throwable> loss) {
    script.add(new Timed(atMs, null, loss));
    return this;
  }

  /** The body ends, with or without a terminal event before. */
  Pieces end(double atMs) {
    script.add(new Timed(atMs, null, null));
    return this;
  }

  boolean isCancelled() {
    return isCancelled;
  }

  /** How often the supply was asked for something that was not there. */
  int asked() {
    return asked;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super StreamPart> subscriber) {
    if (isSubscribed) {
      throw new IllegalStateException("the stream of an attempt is subscribed to once");
    }
    isSubscribed = true;
    Outlet<StreamPart> outlet = new Outlet<>(subscriber, new Outlet.Supply() {
      @Override
      public void more() {
        asked++;
      }

      @Override
      public void cancelled(@Nullable Throwable thrown) {
        isCancelled = true;
      }
    });
    subscriber.onSubscribe(outlet);
    double beganMs = time.nowMs();
    for (Timed timed : script) {
      long atNanos = Math.round((beganMs + timed.afterMs()) * 1e6);
      time.alarm(atNanos, () -> play(timed, outlet));
    }
  }

  private static void play(Timed timed, Outlet<StreamPart> outlet) {
    if (timed.part() != null) {
      outlet.put(timed.part());
    } else {
      outlet.end(timed.loss() == null ? null : timed.loss().get());
    }
  }
}
