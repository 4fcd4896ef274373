package dev.forbear;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * An async attempt in flight: the attempt, the stage it answers with, and whether it was left behind.
 *
 * <p>An attempt that is cut while its call is under way is late from then on, until the call has thrown or its stage has
 * completed. The lock guards every field; nobody is called under it.
 */
final class Flight<T extends @Nullable Object> {

  private final Course course;
  private final Attempt attempt;

  private boolean isUnderWay;
  private boolean isLate;
  private boolean isOver;

  /** What a cut has to cancel; null before there is one, and once it was cancelled. */
  private @Nullable CompletionStage<T> stage;

  Flight(Course course, Attempt attempt) {
    this.course = course;
    this.attempt = attempt;
  }

  Attempt attempt() {
    return attempt;
  }

  /** The call is about to be made; false when the attempt has been cut, and then it must not be. */
  synchronized boolean begin() {
    isUnderWay = !attempt.isCancelled();
    return isUnderWay;
  }

  /** The call has answered with that stage. */
  void answeredWith(CompletionStage<T> running) {
    synchronized (this) {
      stage = running;
    }
    if (attempt.isCancelled()) {
      cancelStage();
    }
  }

  /** Cuts the attempt and cancels its stage; false when it has ended already. */
  boolean abort(Attempt.Cut by) {
    if (!attempt.cut(by)) {
      return false;
    }
    synchronized (this) {
      isLate = isUnderWay && !isOver;
      if (isLate) {
        course.lateBegins();
      }
    }
    cancelStage();
    return true;
  }

  /** The call has thrown or its stage has completed. */
  void over() {
    boolean wasLate;
    synchronized (this) {
      wasLate = isLate;
      isOver = true;
    }
    if (wasLate) {
      course.lateEnds(attempt);
    }
  }

  private void cancelStage() {
    CompletionStage<T> running;
    synchronized (this) {
      running = stage;
      stage = null;
    }
    if (running != null) {
      Forbear forbear = course.forbear();
      forbear.execute(() -> forbear.runReported("cancelling a stage", () -> cancel(running)));
    }
  }

  private static void cancel(CompletionStage<?> running) {
    try {
      running.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // A stage that is no future cannot be cancelled; onCancel is its only way.
    }
  }
}
