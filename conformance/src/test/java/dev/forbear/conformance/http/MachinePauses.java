package dev.forbear.conformance.http;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long this machine keeps a thread from running: a thread that wants to wake up every millisecond notes by how much
 * it is late. A bound in real time is the product's promise plus what the machine took away.
 */
final class MachinePauses implements AutoCloseable {

  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Waking up costs this much on an idle machine. */
  private static final long USUAL_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** One late wake-up. */
  private record Pause(long endNanos, long lostNanos) {}

  private final ConcurrentLinkedQueue<Pause> pauses = new ConcurrentLinkedQueue<>();
  private final Thread thread = new Thread(this::measure, "machine-pauses");
  private volatile boolean isClosed;

  MachinePauses() {
    thread.setDaemon(true);
    thread.start();
  }

  private void measure() {
    long before = System.nanoTime();
    while (!isClosed) {
      LockSupport.parkNanos(this, EVERY_NANOS);
      long now = System.nanoTime();
      long lostNanos = now - before - EVERY_NANOS;
      if (lostNanos > USUAL_NANOS) {
        pauses.add(new Pause(now, lostNanos));
      }
      before = now;
    }
  }

  /** What the machine took away between two instants. */
  long lostNanos(long fromNanos, long toNanos) {
    return pauses.stream()
        .filter(pause ->
            pause.endNanos() - fromNanos > 0 && pause.endNanos() - pause.lostNanos() - toNanos < 0)
        .mapToLong(Pause::lostNanos)
        .sum();
  }

  @Override
  public void close() {
    isClosed = true;
    LockSupport.unpark(thread);
  }
}
