package dev.forbear;

import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a task ended, with its value or its reason. */
public sealed interface Outcome<T extends @Nullable Object> {

  /** Attempts dispatched. */
  int attempts();

  /** The attempts that did not succeed, in order. */
  List<FailedAttempt> history();

  /** The value of a success. */
  T orElseThrow();

  /**
   * An attempt succeeded.
   *
   * @param value what it answered
   * @param attempts attempts dispatched
   * @param history the attempts before it
   * @param degraded whether a fallback answered
   */
  record Success<T extends @Nullable Object>(
      T value, int attempts, List<FailedAttempt> history, boolean degraded) implements Outcome<T> {

    @Override
    public T orElseThrow() {
      return value;
    }

    /** Leaves the value out: it is the model's answer, or a response that carries one. */
    @Override
    public String toString() {
      return "Success[attempts=" + attempts + ", history=" + history + ", degraded=" + degraded
          + "]";
    }
  }

  /** A task that ended without a value. */
  sealed interface NoValue<T extends @Nullable Object> extends Outcome<T> {

    /** The facts common to all of them. */
    Report report();

    @Override
    default int attempts() {
      return report().attempts();
    }

    @Override
    default List<FailedAttempt> history() {
      return report().history();
    }

    /** Why no further attempt was made. */
    default EndReason reason() {
      EndReason reason = report().ending().reason();
      return reason == null ? EndReason.PERMANENT : reason;
    }

    /** The facts of the end: class, hint, whether the operation may have run. */
    default Ending ending() {
      return report().ending();
    }

    /** Always throws. */
    @Override
    default T orElseThrow() {
      throw new ForbearException(report());
    }
  }

  /** No attempt succeeded, and nothing suggests that one did. */
  record Failed<T extends @Nullable Object>(Report report) implements NoValue<T> {}

  /** A stream broke after part of its answer was delivered; what that was is in the report, and it is not the whole. */
  record Partial<T extends @Nullable Object>(Report report) implements NoValue<T> {}

  /** The caller did not want it any more. */
  record Cancelled<T extends @Nullable Object>(Report report) implements NoValue<T> {}

  /** A write may or may not have been carried out: look it up, or repeat it under the same key, never under a new one. */
  record Unknown<T extends @Nullable Object>(Report report) implements NoValue<T> {}

  /**
   * How a task without a value ended.
   *
   * @param task its name
   * @param ending the facts
   * @param attempts attempts dispatched
   * @param history those that failed, in order
   * @param elapsedMs how long it took, milliseconds
   * @param deadlineMs how long it might have taken, milliseconds
   * @param stopsOuter whether tasks around this one stop as well
   * @param delivered what a stream had delivered by then; null for a task that is none
   */
  record Report(
      String task,
      Ending ending,
      int attempts,
      List<FailedAttempt> history,
      double elapsedMs,
      double deadlineMs,
      boolean stopsOuter,
      @Nullable StreamResult delivered) {}
}
