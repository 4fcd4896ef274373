package dev.forbear.conformance.drivers;

import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;

/** A time source of which one part throws. */
final class BrokenTime implements TimeSource {

  /** What can break. */
  enum Part {
    NANO_TIME,
    EPOCH_MILLIS,
    ALARM,
    ALARM_CANCEL,
    SLEEP
  }

  private final TimeSource whole;
  private final Part broken;
  private final Sabotage sabotage;

  BrokenTime(TimeSource whole, Part broken, Sabotage sabotage) {
    this.whole = whole;
    this.broken = broken;
    this.sabotage = sabotage;
  }

  private void use(Part part) {
    if (part == broken) {
      sabotage.strike();
    }
  }

  @Override
  public long nanoTime() {
    use(Part.NANO_TIME);
    return whole.nanoTime();
  }

  @Override
  public long epochMillis() {
    use(Part.EPOCH_MILLIS);
    return whole.epochMillis();
  }

  @Override
  public Alarm alarm(long atNanos, Runnable action) {
    use(Part.ALARM);
    Alarm alarm = whole.alarm(atNanos, action);
    return () -> {
      boolean cancelled = alarm.cancel(); // a broken one has done its work before it throws
      use(Part.ALARM_CANCEL);
      return cancelled;
    };
  }

  @Override
  public boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException {
    use(Part.SLEEP);
    return whole.sleepUntil(atNanos, wake);
  }
}
