package dev.forbear;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs the attempts of a blocking task on other threads, so that its caller is released on time by calls that react neither to
 * an interrupt nor to {@link Attempt#onCancel}.
 *
 * <p>It is the async driver over a call that hands each attempt to a thread. Such an attempt counts as late until the thread
 * has really left the call.
 */
final class Isolation {

  /** An attempt on its own thread: cancelling interrupts the thread, and only the thread's return completes it. */
  private static final class ThreadStage<T extends @Nullable Object> extends CompletableFuture<T> {

    // Guarded by this.
    private @Nullable Thread thread;
    private boolean interrupted;

    void run(Attempt attempt, AttemptCall<T> call) {
      synchronized (this) {
        thread = Thread.currentThread();
        if (interrupted) {
          thread.interrupt();
        }
      }
      T value = null;
      Throwable thrown = null;
      try {
        value = BlockingDriver.runAs(attempt, call);
      } catch (Throwable e) {
        thrown = e;
      }
      synchronized (this) {
        thread = null;
        // A pooled thread must not carry the interrupt over to its next task.
        boolean ignored = Thread.interrupted();
      }
      if (thrown == null) {
        complete(value);
      } else {
        completeExceptionally(thrown);
      }
    }

    @Override
    public synchronized boolean cancel(boolean mayInterruptIfRunning) {
      interrupted = true;
      if (thread != null) {
        thread.interrupt();
      }
      return false;
    }
  }

  static <T extends @Nullable Object> Outcome<T> run(Course course, AttemptCall<T> call) {
    Executor threads = Threads.PER_TASK;
    AsyncAttemptCall<T> onThread = attempt -> start(attempt, call, threads);
    AsyncDriver<T> driver = new AsyncDriver<>(course, onThread);
    if (Thread.currentThread().isInterrupted()) {
      driver.cancel(); // before anything is sent
    }
    CompletableFuture<Outcome<T>> result = driver.start();
    try {
      return result.get();
    } catch (InterruptedException e) {
      driver.cancel();
      Thread.currentThread().interrupt();
      return ended(result);
    } catch (ExecutionException e) {
      throw error(e);
    }
  }

  private static <T extends @Nullable Object> Outcome<T> ended(
      CompletableFuture<Outcome<T>> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      throw error(e);
    }
  }

  private static Error error(Exception wrapper) {
    return wrapper.getCause() instanceof Error error
        ? error
        : new AssertionError("a task ends with an outcome or an Error", wrapper);
  }

  private static <T extends @Nullable Object> CompletionStage<T> start(
      Attempt attempt, AttemptCall<T> call, Executor threads) {
    ThreadStage<T> stage = new ThreadStage<>();
    threads.execute(() -> stage.run(attempt, call));
    return stage;
  }

  private Isolation() {}
}
