package dev.forbear;

import dev.forbear.stream.StreamPart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A streamed task, made by {@link Forbear#stream}, that starts when somebody takes its parts: {@link #forEach} and {@link
 * #parts} on their own thread, {@link #subscribe} without one. Once, by one of them.
 *
 * <p><b>What arrives.</b> {@link StreamPart.Text}, {@link StreamPart.ToolBytes}, {@link StreamPart.ToolCall}: the answer, in order
 * and once. {@link StreamPart.Thinking}: as it comes, and again from another attempt. {@link StreamPart.Discard}: only with
 * {@link dev.forbear.task.AfterCommit#RESTART}. Until the first piece of an answer, attempts are repeated and targets changed
 * without a trace; after it nothing is silently repeated.
 *
 * <p><b>How it ends.</b> A stream is whole only when its format's terminal event has come. Whatever else ends it is an {@link
 * Outcome.Partial} once something of the answer was delivered, and its report holds what that was.
 *
 * <p>Nothing is read ahead of what the consumer asks for, so a slow one slows the provider down and memory stays bounded; one
 * that never asks gets nothing, and the deadline ends the task. Thread-safe.
 */
public final class TaskStream implements Flow.Publisher<StreamPart> {

  private final Forbear forbear;
  private final Task task;
  private final StreamCall call;
  private final AtomicBoolean isTaken = new AtomicBoolean();
  private final Result outcome = new Result();
  private volatile @Nullable StreamDriver driver;

  TaskStream(Forbear forbear, Task task, StreamCall call) {
    this.forbear = forbear;
    this.task = task;
    this.call = call;
  }

  /** Cancelling it cancels the task. */
  private final class Result extends CompletableFuture<Outcome<StreamResult>> {

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      StreamDriver running = driver;
      if (cancelled && running != null) {
        running.subscription().cancel();
      }
      return cancelled;
    }
  }

  /**
   * Starts the task for a subscriber, on this thread as far as the call's {@code open} goes; no thread is held while it runs.
   *
   * <p>The subscriber's {@code onComplete} means that the answer is whole. Every other end is an {@code onError}: a {@link
   * ForbearException} whose report says which, or the {@link Error} that an attempt threw. A subscriber that throws is cancelled.
   * A second subscriber is refused with an {@link IllegalStateException}.
   */
  @Override
  public void subscribe(Flow.Subscriber<? super StreamPart> subscriber) {
    start(subscriber, task.parent());
  }

  /**
   * Starts the task and gives its parts to the consumer on this thread, which waits for them.
   *
   * <p>Joins the attempt that runs on this thread, as {@link Forbear#run} does. An interrupt cancels the task and stays set. What
   * the consumer throws cancels the task and is thrown on, and so is an {@link Error} of an attempt.
   */
  public Outcome<StreamResult> forEach(Consumer<? super StreamPart> consumer) {
    try (StreamParts parts = parts()) {
      for (StreamPart part = parts.poll(); part != null; part = parts.poll()) {
        consumer.accept(part);
      }
    }
    try {
      return outcome.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  /**
   * Starts the task and gives its parts to this thread one by one. To be closed, which cancels what has not ended.
   *
   * <p>Joins the attempt that runs on this thread, as {@link Forbear#run} does.
   */
  public StreamParts parts() {
    Attempt parent = task.parent();
    if (parent == null && !task.isIndependent()) {
      parent = CallThread.current().innermost();
    }
    StreamParts parts = new StreamParts(forbear.time());
    start(parts.receiver(), parent);
    return parts;
  }

  /** How the task ends. Cancelling it cancels the task; before somebody takes the parts there is nothing to wait for. */
  public CompletableFuture<Outcome<StreamResult>> outcome() {
    return outcome;
  }

  private void start(Flow.Subscriber<? super StreamPart> subscriber, @Nullable Attempt parent) {
    if (subscriber == null) {
      throw new NullPointerException("the subscriber must not be null");
    }
    if (!isTaken.compareAndSet(false, true)) {
      refuse(subscriber);
      return;
    }
    StreamDriver started = new StreamDriver(new Course(forbear, task, parent), call, subscriber);
    driver = started;
    subscriber.onSubscribe(started.subscription());
    CompletableFuture<?> unused = started.start().whenComplete((ended, thrown) -> {
      if (thrown == null) {
        outcome.complete(ended);
      } else {
        outcome.completeExceptionally(thrown);
      }
    });
    if (outcome.isCancelled()) {
      started.subscription().cancel(); // cancelled before there was a driver
    }
  }

  private static void refuse(Flow.Subscriber<? super StreamPart> subscriber) {
    subscriber.onSubscribe(new Flow.Subscription() {
      @Override
      public void request(long count) {
        // Nothing will come.
      }

      @Override
      public void cancel() {
        // Nothing runs.
      }
    });
    subscriber.onError(new IllegalStateException(
        "the parts of this stream have been taken already; Forbear.stream makes another one"));
  }
}
