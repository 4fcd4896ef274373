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
 * The lock guards the bytes and the subscription.
 */
final class ErrorBody implements BodySubscriber<String> {

  /** Bytes kept; error bodies of model providers are below 10 KiB, HTML pages of proxies below 64. */
  static final int MAX_BYTES = 64 * 1024;

  /** Time after the headers; an error body normally comes in the same packet. */
  static final long MAX_NANOS = 1_000_000_000L;

  private final CompletableFuture<String> text = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;
  private TimeSource.@Nullable Alarm alarm;

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    TimeSource time = TimeSource.system();
    synchronized (this) {
      subscription = newSubscription;
      alarm = time.alarm(time.nanoTime() + MAX_NANOS, this::finish);
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

  private void finish() {
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
  }
}
