package dev.forbear.conformance.http;

import dev.forbear.Outcome;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A task under way, and the instants at which its caller let it go and got it back. */
final class Running<T> {

  /** When a task counts as hanging: far beyond any deadline here. */
  private static final long PATIENCE_SECONDS = 30;

  private final CompletableFuture<Outcome<HttpResponse<T>>> outcome;
  private final CompletableFuture<Long> endedAtNanos;
  private final CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
  private volatile long beganAtNanos;
  private @Nullable Thread caller;

  private Running(
      CompletableFuture<Outcome<HttpResponse<T>>> outcome, CompletableFuture<Long> endedAtNanos) {
    this.outcome = outcome;
    this.endedAtNanos = endedAtNanos;
  }

  static <T> Running<T> async(
      CompletableFuture<Outcome<HttpResponse<T>>> outcome, long beganAtNanos) {
    Running<T> running =
        new Running<>(outcome, outcome.handle((value, thrown) -> System.nanoTime()));
    running.beganAtNanos = beganAtNanos;
    return running;
  }

  static <T> Running<T> blocking(boolean isVirtual, Supplier<Outcome<HttpResponse<T>>> run) {
    Running<T> running = new Running<>(new CompletableFuture<>(), new CompletableFuture<>());
    running.caller = CallerThread.start(isVirtual, () -> running.runAsCaller(run));
    return running;
  }

  private void runAsCaller(Supplier<Outcome<HttpResponse<T>>> run) {
    beganAtNanos = System.nanoTime();
    try {
      Outcome<HttpResponse<T>> ended = run.get();
      endedAtNanos.complete(System.nanoTime());
      wasInterrupted.complete(Thread.currentThread().isInterrupted());
      outcome.complete(ended);
    } catch (Throwable thrown) { // an Error of the call comes out as it is
      endedAtNanos.complete(System.nanoTime());
      wasInterrupted.complete(Thread.currentThread().isInterrupted());
      outcome.completeExceptionally(thrown);
    }
  }

  /** The end of the task, waited for. */
  Outcome<HttpResponse<T>> outcome() {
    return get(outcome);
  }

  /** What ended the task in place of an outcome, waited for. */
  Throwable thrown() {
    return get(outcome.handle((value, thrown) -> {
      if (thrown == null) {
        throw new AssertionError("the task ended with an outcome: " + value);
      }
      return thrown;
    }));
  }

  /** How the future of an async task is cancelled by its caller. */
  void cancelFuture() {
    outcome.cancel(true);
  }

  void interrupt() {
    if (caller == null) {
      throw new IllegalStateException("an async task has no thread to interrupt");
    }
    caller.interrupt();
  }

  /** Whether the caller's thread was left interrupted; waits for the end. */
  boolean leftInterrupted() {
    return get(wasInterrupted);
  }

  long beganAtNanos() {
    return beganAtNanos;
  }

  /** When the caller got its thread or its result back; waits for the end. */
  long endedAtNanos() {
    return get(endedAtNanos);
  }

  private static <V> V get(CompletableFuture<V> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("the test was interrupted", e);
    } catch (ExecutionException e) {
      throw new AssertionError("the task ended without an outcome", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("the task hangs", e);
    }
  }
}
