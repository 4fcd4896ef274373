package dev.forbear;

import dev.forbear.task.AttemptRecord;

/**
 * One attempt that did not succeed, with what it threw.
 *
 * @param facts number, target, wait, times and class
 * @param cause what it threw, or a {@link java.util.concurrent.TimeoutException} when its time was up
 */
public record FailedAttempt(AttemptRecord facts, Throwable cause) {}
