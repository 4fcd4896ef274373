package dev.forbear;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Cancels tasks from outside: waits end, requests in flight are aborted, no later attempt is made.
 *
 * <p>One token may cancel many tasks. It cannot be reset. Thread-safe: the lock guards the state and the list of actions,
 * which run outside it.
 */
public final class CancelToken {

  /** One per task under way; a set, because a token of a whole application holds thousands. */
  private final Set<Runnable> actions = new LinkedHashSet<>();

  private volatile boolean cancelled;

  /** Cancels every task that holds this token, now and later. A second call does nothing. */
  public void cancel() {
    List<Runnable> due;
    synchronized (actions) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      due = List.copyOf(actions);
      actions.clear();
    }
    due.forEach(Runnable::run);
  }

  /** Whether {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /** Runs the action on cancel, at once when that has happened. */
  void register(Runnable action) {
    synchronized (actions) {
      if (!cancelled) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  void unregister(Runnable action) {
    synchronized (actions) {
      actions.remove(action);
    }
  }
}
