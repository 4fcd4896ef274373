package dev.forbear;

import dev.forbear.task.Step;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One physical request in progress, as the call sees it.
 *
 * <p>Thread-safe. It ends once: the call finishes it, or a timer or a cancel <em>cuts</em> it. Cutting interrupts the thread of
 * a blocking call and runs the actions of {@link #onCancel}. An interrupt made here is taken back before the caller's own code
 * runs again, and one that the caller's side had made before is kept.
 */
public final class Attempt {

  /** Who cut an attempt. */
  enum Cut {
    TIMEOUT,
    CANCEL
  }

  private static final int RUNNING = 0;
  private static final int FINISHED = 1;
  private static final int CUTTING = 2;
  private static final int CUT = 3;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Attempt.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Course course;
  private final Step.Send send;

  /** The thread of a blocking call; null where the call runs elsewhere. */
  private final @Nullable Thread thread;

  /** The attempt around this one on the same thread. */
  private final @Nullable Attempt around;

  /** The attempt nested in this one on the same thread, while there is one. */
  private volatile @Nullable Attempt inner;

  private volatile int state;
  private @Nullable Cut cut;
  private boolean callersInterrupt;
  private double cutAtMs;

  // Guarded by this.
  private @Nullable List<Runnable> actions;
  private boolean ridden;

  Attempt(Course course, Step.Send send, @Nullable Thread thread, @Nullable Attempt around) {
    this.course = course;
    this.send = send;
    this.thread = thread;
    this.around = around;
  }

  /** Its number within the task, from 1. */
  public int number() {
    return send.attempt();
  }

  /** The name of its target. */
  public String target() {
    return course.targetName(send.target());
  }

  /** The name of its task. */
  public String task() {
    return course.task().name();
  }

  /** The time this attempt may take in all: the configured limit or what was left to the deadline when it began. */
  public Duration timeout() {
    return Duration.ofNanos(Course.nanos(send.timeoutMs()));
  }

  /** Time left to the deadline of the task; zero when it has passed. Reads the clock. */
  public Duration remaining() {
    return Duration.ofNanos(Course.nanos(course.remainingMs()));
  }

  /** The key of a write, the same on every attempt; empty where there is none. */
  public Optional<String> operationKey() {
    return Optional.ofNullable(course.task().operation().key());
  }

  /** Whether the attempt was cut. */
  public boolean isCancelled() {
    return state >= CUTTING;
  }

  /**
   * Runs the action when the attempt is cut: its time is up, or the task is cancelled. At once when that has happened.
   *
   * <p>Actions run on a thread of the executor, in order, and should abort the request; what they throw is logged.
   */
  public void onCancel(Runnable action) {
    synchronized (this) {
      if (state < CUTTING) {
        if (actions == null) {
          actions = new ArrayList<>(2);
        }
        actions.add(action);
        return;
      }
    }
    course.runOnCancel(List.of(action));
  }

  synchronized void removeOnCancel(Runnable action) {
    if (actions != null) {
      actions.remove(action);
    }
  }

  /** The call has returned; false when the attempt was cut before. */
  boolean finish() {
    return STATE.compareAndSet(this, RUNNING, FINISHED);
  }

  /** Ends the attempt from outside; false when it has ended already. */
  boolean cut(Cut by) {
    List<Runnable> due;
    synchronized (this) {
      if (!STATE.compareAndSet(this, RUNNING, CUTTING)) {
        return false;
      }
      cut = by;
      due = actions == null ? List.of() : actions;
      actions = null;
    }
    cutAtMs = course.nowMs();
    Thread interruptible = thread;
    if (interruptible != null) {
      callersInterrupt = interruptible.isInterrupted() && !innerIsCut();
      interruptible.interrupt();
    }
    state = CUT;
    course.runOnCancel(due);
    return true;
  }

  /**
   * On the attempt's own thread, after {@link #finish} was false: takes back the interrupt made by the cut.
   *
   * @return who cut it
   */
  Cut settleCut() {
    while (state != CUT) {
      Thread.onSpinWait(); // bounded by the few instructions of cut()
    }
    Cut by = cut == null ? Cut.CANCEL : cut;
    if (thread == null) {
      return by;
    }
    boolean ours = Thread.interrupted();
    boolean aroundIsCut = false;
    for (Attempt outer = around; outer != null; outer = outer.around) {
      aroundIsCut |= outer.isCancelled();
    }
    if (callersInterrupt || (ours && aroundIsCut)) {
      Thread.currentThread().interrupt();
    }
    return by;
  }

  /** Whether an attempt nested in this one on the same thread was cut: an interrupt seen there is not the caller's. */
  private boolean innerIsCut() {
    for (Attempt nested = inner; nested != null; nested = nested.inner) {
      if (nested.isCancelled()) {
        return true;
      }
    }
    return false;
  }

  void innerBegins(Attempt nested) {
    inner = nested;
  }

  void innerEnds() {
    inner = null;
  }

  double cutAtMs() {
    return cutAtMs;
  }

  double timeoutMs() {
    return send.timeoutMs();
  }

  Course course() {
    return course;
  }

  /** The first request of a nested task is this attempt's own request; only further ones are taken from the budget. */
  synchronized boolean tryRide() {
    boolean first = !ridden;
    ridden = true;
    return first;
  }
}
