package dev.forbear.task;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;

/**
 * What a driver tells the machine. Times are milliseconds since the task began, on the monotonic clock.
 *
 * <p>Signals of an attempt carry its number, so that one that comes late or twice is recognised and ignored.
 */
public sealed interface Signal {

  /** The verdict on an attempt that was cut because its time was up. */
  Classified ATTEMPT_TIMEOUT =
      Classified.of(FailureClass.TIMEOUT, true, RequestMayHaveRun.MAYBE, "attempt timeout");

  /** The verdict on an attempt whose caller went away. */
  Classified CALLER_GONE = Classified.of(
      FailureClass.CANCELLED, false, RequestMayHaveRun.MAYBE, "cancelled by the caller");

  /** The verdict on an attempt that threw an {@link Error}. */
  Classified FATAL_ERROR = Classified.of(
      FailureClass.UNKNOWN_OUTCOME, false, RequestMayHaveRun.MAYBE, "error of the virtual machine");

  /** The verdict on a stream that ended without its terminal event: it ran, and its answer was lost on the way. */
  Classified STREAM_CUT = Classified.of(
      FailureClass.STREAM_INTERRUPTED, true, RequestMayHaveRun.YES, "stream without its end");

  /** The verdict on a stream that is not what its format allows. */
  Classified STREAM_MALFORMED = Classified.of(
      FailureClass.PROTOCOL_ERROR, false, RequestMayHaveRun.YES, "stream that cannot be read");

  /** The verdict on a failure that reads as a success: the provider has answered, and then said that something broke. */
  Classified FAILED_SUCCESS = Classified.of(
      FailureClass.SERVER_ERROR, true, RequestMayHaveRun.YES, "failure within a success");

  /** The task begins. */
  Signal STARTED = new Started();

  /** The task begins. */
  record Started() implements Signal {}

  /**
   * An attempt succeeded.
   *
   * @param attempt its number
   */
  record Succeeded(int attempt) implements Signal {}

  /**
   * The first piece of a streamed answer has come; nothing of it was handed out yet.
   *
   * @param attempt its number
   * @param resumable whether the provider offers a cursor to continue from
   */
  record Committing(int attempt, boolean resumable) implements Signal {}

  /**
   * An attempt failed.
   *
   * @param attempt its number
   * @param failure what failed
   * @param nowMs when
   * @param random at least 0 and less than 1, for the wait
   * @param attemptsLeft what the budget shared with other tasks still holds; {@link Long#MAX_VALUE} when nothing is shared
   */
  record Failed(int attempt, Classified failure, double nowMs, double random, long attemptsLeft)
      implements Signal {}

  /**
   * A task inside the attempt has stopped for good, so this one stops as well.
   *
   * @param attempt its number
   * @param ending how the inner task ended
   * @param nowMs when
   */
  record InnerStopped(int attempt, Ending ending, double nowMs) implements Signal {}

  /**
   * An attempt may not start: its target has no capacity, a budget is empty, or the caller has gone.
   *
   * <p>It may come instead of the wait as well, so that nobody waits for an attempt that will not be made.
   *
   * @param attempt its number; during a wait that of the attempt after it
   * @param reason which limit refused it; {@link EndReason#CANCELLED} where the caller has gone
   * @param nowMs when
   */
  record Refused(int attempt, EndReason reason, double nowMs) implements Signal {}

  /**
   * The wait after an attempt is over.
   *
   * @param afterAttempt the number of that attempt
   * @param nowMs when
   */
  record WaitOver(int afterAttempt, double nowMs) implements Signal {}

  /**
   * The caller does not want the task any more.
   *
   * @param nowMs when
   */
  record Cancelled(double nowMs) implements Signal {}

  /** An attempt was cut because its time was up. */
  static Signal timedOut(int attempt, double nowMs, double random, long attemptsLeft) {
    return new Failed(attempt, ATTEMPT_TIMEOUT, nowMs, random, attemptsLeft);
  }

  /** The caller went away while an attempt was in flight. */
  static Signal cancelledDuring(int attempt, double nowMs) {
    return new Failed(attempt, CALLER_GONE, nowMs, 0, 0);
  }

  /** An attempt threw an {@link Error}: never retried, whatever a classifier would say. */
  static Signal fatal(int attempt, double nowMs) {
    return new Failed(attempt, FATAL_ERROR, nowMs, 0, 0);
  }
}
