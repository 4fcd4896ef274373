package dev.forbear;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Runs what it is given one at a time, in the order it was put in, on whichever of the giving threads is free.
 *
 * <p>A thread that finds another one at it leaves its own to that one, so nobody waits, and an action may put in more. The
 * lock guards the queue; actions run outside it.
 */
final class InOrder {

  /** Bounded by the events of one task: two per attempt, and its end. */
  private final Deque<Runnable> actions = new ArrayDeque<>(4);

  private boolean isBusy;

  synchronized void put(Runnable action) {
    actions.add(action);
  }

  /** Runs what was put in, unless another thread is at it. */
  void run() {
    for (Runnable next = begin(); next != null; next = begin()) {
      try {
        next.run();
      } finally {
        end();
      }
    }
  }

  private synchronized @Nullable Runnable begin() {
    Runnable next = isBusy ? null : actions.poll();
    isBusy |= next != null;
    return next;
  }

  private synchronized void end() {
    isBusy = false;
  }
}
