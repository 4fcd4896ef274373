package dev.forbear.event;

import dev.forbear.task.AttemptRecord;
import dev.forbear.task.Ending;
import dev.forbear.task.Step;

/**
 * One thing that happened to a task. Times are milliseconds since the task began.
 *
 * <p>Every task ends with exactly one {@link TaskEnded}; each of its physical attempts begins with one {@link
 * AttemptStarted}. An attempt that was abandoned and is still running is followed by one {@link LateAttemptEnded}, after the
 * end of the task or before.
 */
public sealed interface TaskEvent {

  /** The name of the task. */
  String task();

  /**
   * An attempt is dispatched.
   *
   * @param attempt its number, from 1
   * @param target the name of its target
   * @param atMs when
   * @param timeoutMs the time it may take
   */
  record AttemptStarted(String task, int attempt, String target, double atMs, double timeoutMs)
      implements TaskEvent {}

  /**
   * The first piece of a streamed answer is handed out.
   *
   * @param attempt whose
   * @param discarded the earlier attempt whose delivered pieces are void from now on; 0 for none
   * @param atMs when
   */
  record AnswerBegan(String task, int attempt, int discarded, double atMs) implements TaskEvent {}

  /**
   * An attempt failed or was cut.
   *
   * @param record the facts of the attempt
   * @param cause what it threw
   * @param next what follows: a wait, another attempt at once, or the end
   * @param remainingMs time left to the deadline
   */
  record AttemptFailed(
      String task, AttemptRecord record, Throwable cause, Step next, double remainingMs)
      implements TaskEvent {

    /** Names the class of the cause only: the message of an exception may hold a prompt or a key. */
    @Override
    public String toString() {
      return "AttemptFailed[task=" + task + ", record=" + record + ", cause="
          + cause.getClass().getName() + ", next=" + next + ", remainingMs=" + remainingMs + "]";
    }
  }

  /**
   * The task is over.
   *
   * @param ending how it ended
   * @param attempts physical attempts made
   * @param elapsedMs how long it took
   */
  record TaskEnded(String task, Ending ending, int attempts, double elapsedMs)
      implements TaskEvent {}

  /**
   * An attempt that had been abandoned has really ended.
   *
   * @param attempt its number
   * @param lateMs how long after it was abandoned
   */
  record LateAttemptEnded(String task, int attempt, double lateMs) implements TaskEvent {}
}
