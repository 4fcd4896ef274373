package dev.forbear;

import dev.forbear.task.Step;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private static final int CUT = 2;
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
  private final @Nullable CallThread thread;

  /** The attempt around this one on the same thread. */
  private final @Nullable Attempt around;

  /** That of the thread, so that all attempts on it are cut and settled one at a time; nobody outside can hold it. */
  private final Object lock;

  private volatile int state;

  // Guarded by the lock.
  private Cut cutBy = Cut.CANCEL;
  private double cutAtMs;
  private @Nullable List<Runnable> actions;
  private boolean ridden;

  /** An attempt that runs on no thread known here. */
  Attempt(Course course, Step.Send send) {
    this.course = course;
    this.send = send;
    this.thread = null;
    this.around = null;
    this.lock = new Object();
  }

  /** An attempt on the running thread, inside what runs there already. */
  Attempt(Course course, Step.Send send, CallThread thread) {
    this.course = course;
    this.send = send;
    this.thread = thread;
    this.around = thread.innermost();
    this.lock = thread;
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
    return Duration.ofNanos(TaskClock.nanos(send.timeoutMs()));
  }

  /** Time left to the deadline of the task; zero when it has passed. Reads the clock. */
  public Duration remaining() {
    return Duration.ofNanos(TaskClock.nanos(course.remainingMs()));
  }

  /** The key of a write, the same on every attempt; empty where there is none. */
  public Optional<String> operationKey() {
    return Optional.ofNullable(course.task().operation().key());
  }

  /**
   * Where the provider would continue what an earlier attempt of this stream has delivered; empty to begin. Only with {@link
   * dev.forbear.task.AfterCommit#RESUME}.
   */
  public Optional<String> cursor() {
    return Optional.ofNullable(course.cursor());
  }

  /** Whether the attempt was cut. */
  public boolean isCancelled() {
    return state == CUT;
  }

  /**
   * Runs the action when the attempt is cut: its time is up, or the task is cancelled. At once when that has happened.
   *
   * <p>Actions run on a thread of the executor, in order, and should abort the request; what they throw is logged.
   */
  public void onCancel(Runnable action) {
    Objects.requireNonNull(action, "action");
    synchronized (lock) {
      if (state != CUT) {
        if (actions == null) {
          actions = new ArrayList<>(2);
        }
        actions.add(action);
        return;
      }
    }
    course.runOnCancel(List.of(action));
  }

  /** Its number, its task and its target; never a key. */
  @Override
  public String toString() {
    return "Attempt[" + number() + " of '" + task() + "' on '" + target() + "']";
  }

  void removeOnCancel(Runnable action) {
    synchronized (lock) {
      if (actions != null) {
        actions.remove(action);
      }
    }
  }

  /** The call has returned; false when the attempt was cut before. */
  boolean finish() {
    return STATE.compareAndSet(this, RUNNING, FINISHED);
  }

  /** Ends the attempt from outside; false when it has ended already. */
  boolean cut(Cut by) {
    double nowMs = course.clock().peekMs(); // a user's clock, so not under the lock
    List<Runnable> due;
    synchronized (lock) {
      if (!STATE.compareAndSet(this, RUNNING, CUT)) {
        return false;
      }
      cutBy = by;
      cutAtMs = nowMs;
      due = actions == null ? List.of() : actions;
      actions = null;
      if (thread != null) {
        thread.interrupt();
      }
    }
    course.runOnCancel(due);
    return true;
  }

  /**
   * On the attempt's own thread, after {@link #finish} was false: takes back the interrupt made by the cut.
   *
   * @return who cut it
   */
  Cut settleCut() {
    synchronized (lock) {
      if (thread != null) {
        thread.takeBackInterrupt(isAroundCut());
      }
      return cutBy;
    }
  }

  private boolean isAroundCut() {
    for (Attempt outer = around; outer != null; outer = outer.around) {
      if (outer.thread != null && outer.isCancelled()) {
        return true;
      }
    }
    return false;
  }

  /** Whether it was cut, or an attempt it is nested in was: then nothing may be sent inside it any more. */
  boolean isGivenUp() {
    return isCancelled() || course.isParentGivenUp();
  }

  /** The attempt around this one on the same thread; null for none. */
  @Nullable
  Attempt around() {
    return around;
  }

  double cutAtMs() {
    synchronized (lock) {
      return cutAtMs;
    }
  }

  double timeoutMs() {
    return send.timeoutMs();
  }

  Course course() {
    return course;
  }

  /** The first request of a nested task is this attempt's own request; only further ones are taken from the budget. */
  boolean tryRide() {
    synchronized (lock) {
      boolean first = !ridden;
      ridden = true;
      return first;
    }
  }
}
