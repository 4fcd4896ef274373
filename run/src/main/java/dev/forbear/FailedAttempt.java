package dev.forbear;

import dev.forbear.task.AttemptRecord;

/**
 * One attempt that did not succeed, with what it threw.
 *
 * <p>{@link #toString} names the class of the cause only: the message of an exception may hold a prompt or a key.
 *
 * @param facts number, target, wait, times and class
 * @param cause what it threw, or a {@link java.util.concurrent.TimeoutException} when its time was up
 */
public record FailedAttempt(AttemptRecord facts, Throwable cause) {

  @Override
  public String toString() {
    return "FailedAttempt[facts=" + facts + ", cause=" + cause.getClass().getName() + "]";
  }
}
