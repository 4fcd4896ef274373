package dev.forbear.conformance.drivers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The real clock with alarms that ring when a test says so, on the thread that says it. */
final class HandRung extends DelegatingTime {

  private final Queue<Ring> armed = new ConcurrentLinkedQueue<>();

  /** One armed action, an object of its own. */
  private static final class Ring {

    private final Runnable action;

    Ring(Runnable action) {
      this.action = action;
    }
  }

  /** Rings everything that is armed now, in any order. */
  void ring(Random random) {
    List<Ring> due = new ArrayList<>(armed);
    Collections.shuffle(due, random);
    due.stream().filter(armed::remove).forEach(ring -> ring.action.run());
  }

  @Override
  public Alarm alarm(long atNanos, Runnable action) {
    Ring mine = new Ring(action);
    armed.add(mine);
    return () -> armed.remove(mine);
  }

  @Override
  public int pendingAlarms() {
    return armed.size();
  }
}
