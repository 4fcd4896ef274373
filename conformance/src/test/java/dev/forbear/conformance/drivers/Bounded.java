package dev.forbear.conformance.drivers;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for what real threads do, with a bound that only a hang exceeds. */
final class Bounded {

  /** Far beyond any pause of a busy machine. */
  static final long SECONDS = 60;

  static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("nothing came within " + SECONDS + " s");
    }
  }

  static <V> V get(CompletableFuture<V> future) throws InterruptedException, ExecutionException {
    try {
      return future.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("has not ended within " + SECONDS + " s", e);
    }
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join(TimeUnit.SECONDS.toMillis(SECONDS));
    if (thread.isAlive()) {
      AssertionError stuck = new AssertionError("still runs after " + SECONDS + " s");
      stuck.setStackTrace(thread.getStackTrace());
      throw stuck;
    }
  }

  /** Until it holds; for what announces itself by no other means, such as a thread that has begun to wait. */
  static void until(String what, BooleanSupplier holds) {
    long startNanos = System.nanoTime();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - startNanos > TimeUnit.SECONDS.toNanos(SECONDS)) {
        throw new AssertionError(what + " did not come true within " + SECONDS + " s");
      }
      LockSupport.parkNanos(100_000);
    }
  }

  private Bounded() {}
}
