package dev.forbear.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Hands items to one subscriber: one at a time, in order, never more than it has asked for, and its end last.
 *
 * <p>Whatever supplies the items is asked for more only while the subscriber wants some and none is left, so that what is kept
 * here is what one answer of the supply holds. Items may be put in by any thread; a thread that finds another one handing
 * over leaves its own to that one. The lock guards the fields; nobody is called under it.
 *
 * <p>A subscriber that throws is cancelled, and its supply is told what it threw.
 */
public final class Outlet<T> implements Flow.Subscription {

  /** Where the items come from. */
  public interface Supply {

    /** Something is wanted, and nothing is left. May be asked again before an item has come. */
    void more();

    /**
     * Nothing is wanted any more.
     *
     * @param thrown what the subscriber threw; null where it cancelled
     */
    void cancelled(@Nullable Throwable thrown);
  }

  private final Flow.Subscriber<? super T> subscriber;
  private final Supply supply;

  // Guarded by this.
  private final Deque<T> items = new ArrayDeque<>(4);
  private long wanted;
  private boolean isBusy;
  private boolean isEnded;
  private boolean isClosed;
  private @Nullable Throwable failure;

  /** An outlet whose subscriber has not been told of it. */
  public Outlet(Flow.Subscriber<? super T> subscriber, Supply supply) {
    this.subscriber = subscriber;
    this.supply = supply;
  }

  /** Puts an item behind the others; nothing happens where the end was put in already. */
  public void put(T item) {
    synchronized (this) {
      if (isEnded || isClosed) {
        return;
      }
      items.add(item);
    }
    run();
  }

  /**
   * Puts the end behind the items.
   *
   * @param thrown why it ends; null for completion
   */
  public void end(@Nullable Throwable thrown) {
    synchronized (this) {
      if (isEnded || isClosed) {
        return;
      }
      isEnded = true;
      failure = thrown;
    }
    run();
  }

  /** Whether the subscriber wants an item that is not there. */
  public synchronized boolean isHungry() {
    return !isEnded && !isClosed && wanted > items.size();
  }

  /** Items that have not been handed over. */
  public synchronized int size() {
    return items.size();
  }

  @Override
  public void request(long count) {
    boolean allowed = count > 0;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      if (allowed) {
        wanted = count > Long.MAX_VALUE - wanted ? Long.MAX_VALUE : wanted + count;
      } else {
        // Reactive Streams 1.0.4, rule 3.9.
        items.clear();
        isEnded = true;
        failure =
            new IllegalArgumentException("a subscriber must request more than 0, was " + count);
      }
    }
    run();
    if (!allowed) {
      supply.cancelled(null);
    }
  }

  @Override
  public void cancel() {
    if (close()) {
      supply.cancelled(null);
    }
  }

  private synchronized boolean close() {
    boolean first = !isClosed;
    isClosed = true;
    items.clear();
    return first;
  }

  private void run() {
    boolean hasAsked = false;
    while (true) { // bounded by the items put in
      T next;
      boolean isOver;
      synchronized (this) {
        if (isBusy || isClosed) {
          return;
        }
        next = wanted > 0 ? items.poll() : null;
        isOver = next == null && isEnded && items.isEmpty();
        boolean asks = next == null && !isOver && wanted > 0 && !hasAsked;
        if (next == null && !isOver && !asks) {
          return;
        }
        // Also while asking: a supply that answers at once must not grow the stack.
        isBusy = true;
        isClosed = isOver;
        wanted -= next == null ? 0 : 1;
      }
      hasAsked = next == null;
      try {
        if (next != null) {
          subscriber.onNext(next);
        } else if (!isOver) {
          supply.more();
        } else if (failure() == null) {
          subscriber.onComplete();
        } else {
          subscriber.onError(failure());
        }
      } catch (Throwable thrown) {
        close();
        supply.cancelled(thrown);
      } finally {
        synchronized (this) {
          isBusy = false;
        }
      }
    }
  }

  private synchronized @Nullable Throwable failure() {
    return failure;
  }
}
