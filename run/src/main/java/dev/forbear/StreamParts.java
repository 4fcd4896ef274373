package dev.forbear;

import dev.forbear.stream.StreamPart;
import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a streamed task, for one thread that waits for them.
 *
 * <p>{@link #hasNext} answers false only when the answer is whole; every other end is thrown by it as a {@link ForbearException},
 * so that a loop over the parts cannot take a cut answer for a whole one. An interrupt cancels the task and stays set.
 */
public final class StreamParts implements Iterator<StreamPart>, AutoCloseable {

  /** A signal ends the wait; this only keeps instants far from where clocks wrap around. */
  private static final long SLEEP_NANOS = 3_600_000_000_000L;

  private final TimeSource time;

  // Guarded by this.
  private final Deque<StreamPart> arrived = new ArrayDeque<>(2);
  private Flow.@Nullable Subscription subscription;
  private @Nullable Throwable failure;
  private boolean isEnded;
  private Wake wake = new Wake();

  private final Receiver receiver = new Receiver();

  StreamParts(TimeSource time) {
    this.time = time;
  }

  Flow.Subscriber<StreamPart> receiver() {
    return receiver;
  }

  /** Takes what the outlet hands over, on any thread. */
  private final class Receiver implements Flow.Subscriber<StreamPart> {

    @Override
    public void onSubscribe(Flow.Subscription given) {
      synchronized (StreamParts.this) {
        subscription = given;
      }
    }

    @Override
    public void onNext(StreamPart part) {
      synchronized (StreamParts.this) {
        arrived.add(part);
        wake.signal();
      }
    }

    @Override
    public void onError(Throwable thrown) {
      end(thrown);
    }

    @Override
    public void onComplete() {
      end(null);
    }

    private void end(@Nullable Throwable thrown) {
      synchronized (StreamParts.this) {
        isEnded = true;
        failure = thrown;
        wake.signal();
      }
    }
  }

  /**
   * Waits for the next part or the end.
   *
   * @return false when the answer is whole and all of it was taken
   * @throws ForbearException when the task has ended in any other way
   */
  @Override
  public boolean hasNext() {
    StreamPart part = await();
    if (part != null) {
      return true;
    }
    Throwable thrown = failure();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    return false;
  }

  @Override
  public StreamPart next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the answer is whole: there is no further part");
    }
    synchronized (this) {
      return arrived.remove();
    }
  }

  /** Cancels the task unless it has ended. */
  @Override
  public void close() {
    Flow.Subscription running;
    synchronized (this) {
      running = isEnded ? null : subscription;
    }
    if (running != null) {
      running.cancel();
    }
  }

  /** The next part; null at the end, whatever it is. */
  @Nullable
  StreamPart poll() {
    await();
    synchronized (this) {
      return arrived.poll();
    }
  }

  /** The next part, which stays; null at the end. */
  private @Nullable StreamPart await() {
    boolean isAsked = false;
    while (true) { // bounded by the deadline of the task, which ends it
      Wake next;
      Flow.Subscription asked;
      synchronized (this) {
        if (!arrived.isEmpty() || isEnded) {
          return arrived.peek();
        }
        next = wake.isSignalled() ? new Wake() : wake;
        wake = next;
        asked = isAsked ? null : subscription;
      }
      if (asked != null) {
        isAsked = true;
        asked.request(1);
        continue;
      }
      try {
        time.sleepUntil(time.nanoTime() + SLEEP_NANOS, next);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return interrupted();
      }
    }
  }

  private @Nullable StreamPart interrupted() {
    close();
    synchronized (this) {
      arrived.clear();
      if (!isEnded) {
        isEnded = true;
        failure = new CancellationException(
            "interrupted while waiting for a part; the task was cancelled");
      }
    }
    return null;
  }

  private synchronized @Nullable Throwable failure() {
    return failure;
  }
}
