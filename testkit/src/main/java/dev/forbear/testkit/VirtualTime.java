package dev.forbear.testkit;

import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;
import java.time.Duration;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Clock, waits and alarms in one, moved by whoever waits: a course of ten minutes takes milliseconds.
 *
 * <p>Time stands still until somebody sleeps or {@link #advance} or {@link #runUntilIdle} is called; then the alarms due on the way
 * ring in order of their times, and of their setting where times are equal. Everything happens on the calling thread, so the same
 * program always takes the same course. For async tasks give {@code Runnable::run} as the executor.
 *
 * <pre>{@code
 * VirtualTime time = new VirtualTime();
 * Forbear forbear = Forbear.builder().timeSource(time).random(() -> 0.5).executor(Runnable::run).build();
 * }</pre>
 *
 * <p>Not thread-safe, on purpose: one thread owns a virtual world.
 */
public final class VirtualTime implements TimeSource {

  private final PriorityQueue<Ring> rings = new PriorityQueue<>();
  private final long epochMillisAtZero;
  private long nowNanos;
  private long setSoFar;

  /** A world that begins at 1970. */
  public VirtualTime() {
    this(0);
  }

  /** A world that begins at that wall clock, milliseconds since 1970. */
  public VirtualTime(long epochMillisAtZero) {
    this.epochMillisAtZero = epochMillisAtZero;
  }

  private final class Ring implements Alarm, Comparable<Ring> {

    private final long atNanos;
    private final long order;
    private final Runnable action;

    Ring(long atNanos, Runnable action) {
      this.atNanos = atNanos;
      this.order = setSoFar++;
      this.action = action;
    }

    @Override
    public boolean cancel() {
      return rings.remove(this);
    }

    @Override
    public int compareTo(Ring other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public long epochMillis() {
    return epochMillisAtZero + nowNanos / 1_000_000;
  }

  /** Milliseconds since the world began. */
  public double nowMs() {
    return nowNanos / 1e6;
  }

  @Override
  public Alarm alarm(long atNanos, Runnable action) {
    Ring ring = new Ring(atNanos, action);
    rings.add(ring);
    return ring;
  }

  /** Moves time on to that point, or to the alarm that interrupts this thread or signals the wake. */
  @Override
  public boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException {
    while (true) { // each round takes one alarm away
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted at " + nowMs() + " ms of virtual time");
      }
      if (wake.isSignalled()) {
        return true;
      }
      Ring next = rings.peek();
      if (next == null || next.atNanos > atNanos) {
        nowNanos = Math.max(nowNanos, atNanos);
        return false;
      }
      ring(next);
    }
  }

  /** Sleeps until an alarm interrupts this thread; an error when no alarm is left to do so. */
  void sleepForEver() throws InterruptedException {
    while (true) { // each round takes one alarm away
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted at " + nowMs() + " ms of virtual time");
      }
      Ring next = rings.peek();
      if (next == null) {
        throw new IllegalStateException(
            "nothing left to happen at " + nowMs() + " ms: the wait would never end");
      }
      ring(next);
    }
  }

  /** Lets that much time pass. */
  public void advance(Duration by) {
    long untilNanos = nowNanos + by.toNanos();
    for (@Nullable Ring next = rings.peek();
        next != null && next.atNanos <= untilNanos;
        next = rings.peek()) {
      ring(next);
    }
    nowNanos = untilNanos;
  }

  /** Lets time pass until no alarm is left. */
  public void runUntilIdle() {
    for (@Nullable Ring next = rings.peek(); next != null; next = rings.peek()) {
      ring(next);
    }
  }

  @Override
  public int pendingAlarms() {
    return rings.size();
  }

  private void ring(Ring ring) {
    rings.remove(ring);
    nowNanos = Math.max(nowNanos, ring.atNanos);
    ring.action.run();
  }
}
