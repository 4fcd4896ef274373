package dev.forbear;

import java.lang.reflect.Method;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads for what must not run on the caller's or the timer's: virtual ones where the JVM has them, else daemon threads. */
final class Threads {

  /** An idle platform thread is kept this long; long enough for a burst, short enough to leave nothing behind. */
  private static final long KEEP_ALIVE_SECONDS = 2;

  /** A new thread per task. Never rejects: what it runs is bounded by the attempts of the tasks that hand it over. */
  static final Executor PER_TASK = virtualOrDaemon();

  private static Executor virtualOrDaemon() {
    try {
      // Thread.startVirtualThread, final since Java 21.
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      if (Runtime.version().feature() >= 21) {
        return task -> startVirtual(start, task);
      }
    } catch (NoSuchMethodException e) {
      // An older JVM: daemon threads below.
    }
    AtomicLong count = new AtomicLong();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        KEEP_ALIVE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task -> {
          Thread thread = new Thread(task, "forbear-" + count.incrementAndGet());
          thread.setDaemon(true);
          return thread;
        });
  }

  private static void startVirtual(Method start, Runnable task) {
    try {
      start.invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot start a virtual thread", e);
    }
  }

  private Threads() {}
}
