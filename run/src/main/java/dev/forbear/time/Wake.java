package dev.forbear.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A one-way latch that ends a task's wait: signalled once, signalled for good.
 *
 * <p>It belongs to one task. Any thread may signal it; one thread at a time may wait with it, through {@link
 * TimeSource#sleepUntil}. It is one field: nothing is allocated beyond the object itself, and a task that never waits
 * need not make one. Safe for use by many threads.
 *
 * <p>For implementations of {@link TimeSource}: a virtual clock may just poll {@link #isSignalled()}. One that parks the
 * thread calls {@link #attach()}, then checks and parks in a loop, then {@link #detach()} in a {@code finally}. A signal
 * between the check and the park is not lost, because it leaves the thread its permit.
 */
public final class Wake {

  private static final Object SIGNALLED = new Object();
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Wake.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null, the thread that waits, or {@link #SIGNALLED}, which never changes again. */
  private volatile @Nullable Object state;

  /** Ends the wait that is going on, if there is one, and every later one. Signalling again does nothing. */
  public void signal() {
    Object before = STATE.getAndSet(this, SIGNALLED);
    if (before instanceof Thread waiting) {
      LockSupport.unpark(waiting);
    }
  }

  /** Whether {@link #signal()} was called. */
  public boolean isSignalled() {
    return state == SIGNALLED;
  }

  /**
   * Has a signal unpark the calling thread from now on. Does nothing when already signalled.
   *
   * @throws IllegalStateException when another thread waits with this wake
   */
  public void attach() {
    Object before = STATE.compareAndExchange(this, null, Thread.currentThread());
    if (before instanceof Thread waiting) {
      throw new IllegalStateException("one thread at a time may wait with a wake, but "
          + waiting.getName()
          + " already does; give each task its own wake");
    }
  }

  /** Undoes {@link #attach()} by the same thread; the thread may still find a permit to park left over. */
  public void detach() {
    STATE.compareAndSet(this, Thread.currentThread(), null);
  }

  @Override
  public String toString() {
    return isSignalled() ? "Wake[signalled]" : "Wake[open]";
  }
}
