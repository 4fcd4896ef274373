package dev.forbear.time;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that runs the alarms of the system's time, and the wheels it turns.
 *
 * <p>There is a wheel for each processor, chosen by the calling thread, so that calls at the same moment do not meet at one
 * lock. Arming reads no clock, and wakes the thread only when the new alarm is earlier than all others of its wheel.
 *
 * <p>The thread is a daemon, starts with the first alarm and never ends. It sleeps until the next slot that holds an
 * alarm, and without end while there is none; a cancelled alarm may cost it one wake-up at the time it was armed for.
 */
final class AlarmThread {

  /** More wheels than this would only make each turn of the thread longer. */
  private static final int MAX_WHEELS = 16;

  private final Ticks ticks = new Ticks(System.nanoTime());
  private final TimerWheel[] wheels;
  private volatile @Nullable Thread thread;

  AlarmThread() {
    int processors = Math.min(MAX_WHEELS, Runtime.getRuntime().availableProcessors());
    // A power of two, so that a mask finds the wheel.
    wheels = new TimerWheel[Integer.highestOneBit(2 * processors - 1)];
    Arrays.setAll(wheels, i -> new TimerWheel());
  }

  TimeSource.Alarm arm(long atNanos, Runnable action) {
    Objects.requireNonNull(action, "action");
    Thread running = thread;
    if (running == null) {
      // Before anything is linked: a machine out of threads must not leave an alarm nobody can
      // cancel.
      running = start();
    }
    Thread caller = Thread.currentThread();
    TimerWheel wheel = wheels[(int) caller.getId() & (wheels.length - 1)];
    TimerWheel.Entry entry = wheel.arm(ticks.atOrAfter(atNanos, System::nanoTime), action);
    if (entry.isEarliest() && caller != running) {
      LockSupport.unpark(running);
    }
    return entry;
  }

  int pending() {
    int sum = 0;
    for (TimerWheel wheel : wheels) {
      sum += wheel.size();
    }
    return sum;
  }

  private synchronized Thread start() {
    Thread running = thread;
    if (running == null) {
      running = new Thread(null, this::run, "forbear-timer", 0, false);
      running.setDaemon(true);
      // Not the first caller's, which may be an application that gets undeployed.
      running.setContextClassLoader(AlarmThread.class.getClassLoader());
      running.start();
      thread = running;
    }
    return running;
  }

  private void run() {
    while (true) {
      // An action may have left its interrupt here, and an interrupted thread cannot park.
      Thread.interrupted();
      if (!runOneOfEachWheel()) {
        parkUntil(wakeTick());
      }
    }
  }

  /** In turns, so that an action that keeps arming the past cannot keep the others from running. */
  private boolean runOneOfEachWheel() {
    boolean ran = false;
    for (TimerWheel wheel : wheels) {
      Runnable action = wheel.poll(ticks.reached(System.nanoTime()));
      if (action != null) {
        ran = true;
        runSafely(action);
      }
    }
    return ran;
  }

  /** An alarm armed after its wheel was asked is not lost: it unparks the thread. */
  private long wakeTick() {
    long earliest = TimerWheel.NEVER;
    for (TimerWheel wheel : wheels) {
      earliest = Math.min(earliest, wheel.wakeTick());
    }
    return earliest;
  }

  private void parkUntil(long tick) {
    if (tick == TimerWheel.NEVER) {
      LockSupport.park(this);
    } else {
      // Returns at once when the tick has come meanwhile.
      LockSupport.parkNanos(this, ticks.nanosUntil(tick, System.nanoTime()));
    }
  }

  private static void runSafely(Runnable action) {
    try {
      action.run();
    } catch (Throwable thrown) {
      report(thrown);
    }
  }

  private static void report(Throwable thrown) {
    try {
      Thread self = Thread.currentThread();
      self.getUncaughtExceptionHandler().uncaughtException(self, thrown);
    } catch (Throwable ignored) {
      // A handler that throws has had its chance; the other alarms must run.
    }
  }
}
