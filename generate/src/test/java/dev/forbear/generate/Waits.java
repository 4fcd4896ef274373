package dev.forbear.generate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs at once what is scheduled for later within a minute, and notes the wait. */
final class Waits extends ScheduledThreadPoolExecutor {

  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final List<Double> takenMs = new ArrayList<>();

  Waits() {
    super(1);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    if (delay >= unit.convert(LONGEST)) {
      // When the channel goes to sleep.
      return super.schedule(command, delay, unit);
    }
    synchronized (takenMs) {
      takenMs.add(unit.toNanos(delay) / 1e6);
    }
    return super.schedule(command, 0, unit);
  }

  List<Double> takenMs() {
    synchronized (takenMs) {
      return List.copyOf(takenMs);
    }
  }
}
