package dev.forbear.http;

import dev.forbear.time.TimeSource;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The text of a refusal, bounded in size and in time: enough to tell what failed, whatever the server sends.
 *
 * <p>A body that breaks off, drips or never ends is taken as far as it came, because the status and the headers already say most.
 * It takes at most half of the time the attempt has left: an attempt cut while reading it would be a timeout, of which nobody
 * knows whether the request has run, where the status has said that it has not.
 *
 * <p>The lock guards the bytes and the subscription.
 */
final class ErrorBody implements BodySubscriber<String> {

  /** Bytes kept; error bodies of model providers are below 10 KiB, HTML pages of proxies below 64. */
  static final int MAX_BYTES = 64 * 1024;

  /** Time after the headers; an error body normally comes in the same packet. */
  static final long MAX_NANOS = 1_000_000_000L;

  private final long cutAtNanos;
  private final CompletableFuture<String> text = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;
  private TimeSource.@Nullable Alarm alarm;

  /**
   * A body that has not begun.
   *
   * @param cutAtNanos when the attempt will be cut, on the clock of the system's time source
   */
  ErrorBody(long cutAtNanos) {
    this.cutAtNanos = cutAtNanos;
  }

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    TimeSource time = TimeSource.system();
    long nowNanos = time.nanoTime();
    long limitNanos = Math.min(MAX_NANOS, (cutAtNanos - nowNanos) / 2);
    synchronized (this) {
      subscription = newSubscription;
      // Closing a connection is not for the thread that all alarms share.
      alarm = time.alarm(nowNanos + limitNanos, () -> text.defaultExecutor().execute(this::finish));
    }
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    boolean full;
    synchronized (this) {
      for (ByteBuffer buffer : buffers) {
        byte[] chunk = new byte[Math.min(buffer.remaining(), MAX_BYTES - bytes.size())];
        buffer.get(chunk);
        bytes.write(chunk, 0, chunk.length);
      }
      full = bytes.size() >= MAX_BYTES;
    }
    if (full) {
      finish();
    }
  }

  @Override
  public void onError(Throwable thrown) {
    finish();
  }

  @Override
  public void onComplete() {
    finish();
  }

  /** Ends the reading, if it has not ended by itself, and gives what was read. */
  String finish() {
    Flow.Subscription running;
    TimeSource.Alarm armed;
    String soFar;
    synchronized (this) {
      running = subscription;
      subscription = null;
      armed = alarm;
      alarm = null;
      soFar = bytes.toString(StandardCharsets.UTF_8);
    }
    if (armed != null) {
      armed.cancel();
    }
    if (running != null) {
      running.cancel();
    }
    text.complete(soFar);
    return text.join();
  }
}
