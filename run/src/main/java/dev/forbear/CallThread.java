package dev.forbear;

import org.jspecify.annotations.Nullable;

/**
 * A thread on which blocking calls are made: which attempt runs on it, and whose its interrupts are.
 *
 * <p>A thread has one interrupt flag, and several may set it: the caller, and the cuts of the attempts that run on it, one
 * inside the other. So that an interrupt of ours never reaches the caller's own code and one of the caller's is never lost,
 * everything that sets the flag or takes it back does so under this lock:
 *
 * <pre>
 *   caller interrupts     flag set
 *   guard cuts attempt    flag is set and not ours: remember the caller's; set it again
 *   call returns          take the flag back; set it again for the caller
 * </pre>
 *
 * <p>An interrupt of the caller's that comes while one of ours is pending cannot be told from it, by anyone.
 *
 * <p>The lock guards the two flags, and the cutting of the attempts on this thread. One small object stays with each thread
 * that ever ran a task.
 */
final class CallThread {

  private static final ThreadLocal<CallThread> OF_THREAD = ThreadLocal.withInitial(CallThread::new);

  private final Thread thread = Thread.currentThread();

  /** Only for the thread itself. */
  private @Nullable Attempt innermost;

  // Guarded by this.
  private boolean oursIsPending;
  private boolean callersIsPending;

  private CallThread() {}

  /** That of the running thread. */
  static CallThread current() {
    return OF_THREAD.get();
  }

  /** The attempt that runs on it, the innermost where there are several; null outside of one. */
  @Nullable
  Attempt innermost() {
    return innermost;
  }

  /** What runs on it from now on; null for nothing. */
  void setInnermost(@Nullable Attempt attempt) {
    innermost = attempt;
  }

  /** From another thread, with the lock held: an attempt on this thread has been cut. */
  void interrupt() {
    if (!oursIsPending && thread.isInterrupted()) {
      callersIsPending = true;
    }
    oursIsPending = true;
    thread.interrupt();
  }

  /**
   * On the thread itself, with the lock held: the call of a cut attempt has ended.
   *
   * @param aroundIsCut whether an attempt around it on this thread has been cut as well, and has still to notice
   */
  void takeBackInterrupt(boolean aroundIsCut) {
    boolean unused = Thread.interrupted();
    if (aroundIsCut) {
      thread.interrupt();
      return;
    }
    oursIsPending = false;
    if (callersIsPending) {
      callersIsPending = false;
      thread.interrupt();
    }
  }
}
