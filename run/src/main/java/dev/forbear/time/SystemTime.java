package dev.forbear.time;

import java.util.concurrent.locks.LockSupport;

/** The time of the machine. */
final class SystemTime implements TimeSource {

  static final SystemTime SHARED = new SystemTime();

  private final AlarmThread alarms = new AlarmThread();

  private SystemTime() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public Alarm alarm(long atNanos, Runnable action) {
    return alarms.arm(atNanos, action);
  }

  @Override
  public boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException {
    if (!isOver(atNanos, wake)) {
      wake.attach();
      try {
        // Asked again first: a signal that came before the wake knew this thread unparks nobody.
        while (!isOver(atNanos, wake)) {
          // May return for no reason, or on a left-over permit: the loop decides.
          LockSupport.parkNanos(wake, atNanos - System.nanoTime());
        }
      } finally {
        wake.detach();
      }
    }
    return !wake.isSignalled();
  }

  private static boolean isOver(long atNanos, Wake wake) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while waiting");
    }
    return wake.isSignalled() || atNanos - System.nanoTime() <= 0;
  }

  @Override
  public int pendingAlarms() {
    return alarms.pending();
  }

  @Override
  public String toString() {
    return "TimeSource.system()";
  }
}
