package dev.forbear.http;

import dev.forbear.Attempt;
import dev.forbear.flow.Outlet;
import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamCutException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * The stream of one request: sends it when it is subscribed to, and decodes its body as parts are asked for.
 *
 * <p>One piece of the body is read at a time, and the next one only when the parts of the last have been taken. The decoder is
 * fed by the client's threads, one after the other. The lock guards the fields; nobody is called under it.
 */
final class HttpStream implements Flow.Publisher<StreamPart> {

  private final HttpClient client;
  private final HttpRequest request;
  private final StreamFormat format;
  private final Attempt attempt;

  HttpStream(HttpClient client, HttpRequest request, StreamFormat format, Attempt attempt) {
    this.client = client;
    this.request = request;
    this.format = format;
    this.attempt = attempt;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super StreamPart> subscriber) {
    new Reading(subscriber).begin();
  }

  private final class Reading implements Flow.Subscriber<List<ByteBuffer>>, Outlet.Supply {

    private final Flow.Subscriber<? super StreamPart> subscriber;
    private final Outlet<StreamPart> outlet;
    private final StreamDecoder decoder = attempt
        .cursor()
        .map(position -> format.decoder(new StreamPart.Cursor(position)))
        .orElseGet(format::decoder);

    // Guarded by this.
    private @Nullable CompletableFuture<?> exchange;
    private Flow.@Nullable Subscription body;
    private boolean isAsked;
    private boolean isCancelled;
    private boolean isOver;
    private long droppedBytes;
    private TimeSource.@Nullable Alarm restAlarm;

    Reading(Flow.Subscriber<? super StreamPart> subscriber) {
      this.subscriber = subscriber;
      this.outlet = new Outlet<>(subscriber, this);
    }

    void begin() {
      subscriber.onSubscribe(outlet);
      long cutAtNanos = TimeSource.system().nanoTime() + attempt.timeout().toNanos();
      AnswerReader<Flow.Publisher<List<ByteBuffer>>> reader =
          new AnswerReader<>(BodyHandlers.ofPublisher(), cutAtNanos);
      CompletableFuture<HttpResponse<Flow.Publisher<List<ByteBuffer>>>> sent =
          client.sendAsync(HttpCalls.withKey(request, attempt), reader);
      attempt.onCancel(this::close);
      boolean cancelled;
      synchronized (this) {
        exchange = sent;
        cancelled = isCancelled;
      }
      if (cancelled) {
        sent.cancel(true);
      }
      CompletableFuture<?> unused = sent.handle(reader::settle).whenComplete((response, thrown) -> {
        if (thrown != null) {
          outlet.end(
              thrown instanceof CompletionException && thrown.getCause() != null
                  ? thrown.getCause()
                  : thrown);
        } else {
          response.body().subscribe(this);
        }
      });
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      boolean cancelled;
      synchronized (this) {
        body = subscription;
        cancelled = isCancelled;
      }
      if (cancelled) {
        subscription.cancel();
      } else if (outlet.isHungry()) {
        more();
      }
    }

    @Override
    public void more() {
      Flow.Subscription asked;
      synchronized (this) {
        if (isAsked || isOver || isCancelled || body == null) {
          return;
        }
        isAsked = true;
        asked = body;
      }
      asked.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      synchronized (this) {
        isAsked = false;
      }
      try {
        for (ByteBuffer buffer : buffers) {
          feed(buffer);
        }
      } catch (MalformedStreamException malformed) {
        outlet.end(malformed);
        close();
        return;
      }
      if (outlet.isHungry()) {
        more();
      }
    }

    private void feed(ByteBuffer buffer) {
      if (isOver()) {
        drop(buffer.remaining());
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      decoder.feed(bytes, 0, bytes.length, this::put);
    }

    private void put(StreamPart part) {
      if (part instanceof StreamPart.Finished || part instanceof StreamPart.Broken) {
        synchronized (this) {
          isOver = true;
        }
      }
      outlet.put(part);
    }

    private synchronized boolean isOver() {
      return isOver;
    }

    /** What follows the terminal event: normally nothing but the end of the body. */
    private void drop(int count) {
      long dropped;
      synchronized (this) {
        droppedBytes += count;
        dropped = droppedBytes;
      }
      if (dropped > ErrorBody.MAX_BYTES) {
        close();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      end(new StreamCutException(thrown));
    }

    @Override
    public void onComplete() {
      if (!isOver()) {
        try {
          decoder.end(this::put);
        } catch (MalformedStreamException malformed) {
          end(malformed);
          return;
        }
      }
      end(isOver() ? null : new StreamCutException(null));
    }

    private void end(@Nullable Throwable thrown) {
      TimeSource.Alarm armed;
      synchronized (this) {
        body = null;
        armed = restAlarm;
        restAlarm = null;
      }
      if (armed != null) {
        armed.cancel();
      }
      outlet.end(thrown);
    }

    @Override
    public void cancelled(@Nullable Throwable thrown) {
      Flow.Subscription rest;
      synchronized (this) {
        rest = isOver ? body : null;
      }
      if (rest == null) {
        close();
        return;
      }
      // The answer is over: its last bytes let the connection be used again, if they come soon.
      TimeSource time = TimeSource.system();
      TimeSource.Alarm armed = time.alarm(
          time.nanoTime() + ErrorBody.MAX_NANOS,
          () -> ForkJoinPool.commonPool().execute(this::close));
      boolean late;
      synchronized (this) {
        late = body == null;
        if (!late) {
          restAlarm = armed;
        }
      }
      if (late) {
        armed.cancel();
        return;
      }
      rest.request(Long.MAX_VALUE);
    }

    /** Closes the connection. */
    private void close() {
      CompletableFuture<?> sent;
      Flow.Subscription running;
      TimeSource.Alarm armed;
      synchronized (this) {
        isCancelled = true;
        sent = exchange;
        running = body;
        body = null;
        armed = restAlarm;
        restAlarm = null;
      }
      if (armed != null) {
        armed.cancel();
      }
      if (running != null) {
        running.cancel();
      }
      if (sent != null) {
        sent.cancel(true);
      }
    }
  }
}
