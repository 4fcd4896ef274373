package dev.forbear.conformance.drivers;

import dev.forbear.time.TimeSource;
import dev.forbear.time.Wake;

/** The real time, for tests that replace a part of it. */
abstract class DelegatingTime implements TimeSource {

  private final TimeSource real = TimeSource.system();

  @Override
  public long nanoTime() {
    return real.nanoTime();
  }

  @Override
  public long epochMillis() {
    return real.epochMillis();
  }

  @Override
  public boolean sleepUntil(long atNanos, Wake wake) throws InterruptedException {
    return real.sleepUntil(atNanos, wake);
  }
}
