package dev.forbear.testkit;

import dev.forbear.Task;
import dev.forbear.task.AfterCommit;
import java.time.Duration;

/**
 * What a scenario says of a task whose answer is a stream.
 *
 * @param firstTokenTimeoutMs longest time to the first piece of an answer, milliseconds, more than 0; infinite for none
 * @param idleTimeoutMs longest silence of a stream that has begun, milliseconds, more than 0; infinite for none
 * @param afterCommit what may follow when a stream breaks after part of its answer was delivered
 */
public record StreamLimits(
    double firstTokenTimeoutMs, double idleTimeoutMs, AfterCommit afterCommit) {

  /** No limits, and what was delivered is kept. */
  public static final StreamLimits NONE =
      new StreamLimits(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, AfterCommit.KEEP);

  /** Checks both limits. */
  public StreamLimits {
    Scenario.requirePositive("firstTokenTimeoutMs", firstTokenTimeoutMs);
    Scenario.requirePositive("idleTimeoutMs", idleTimeoutMs);
  }

  /** The task with these limits. */
  public Task applyTo(Task task) {
    Task limited = task.afterCommit(afterCommit);
    if (Double.isFinite(firstTokenTimeoutMs)) {
      limited = limited.firstTokenTimeout(duration(firstTokenTimeoutMs));
    }
    return Double.isFinite(idleTimeoutMs) ? limited.idleTimeout(duration(idleTimeoutMs)) : limited;
  }

  private static Duration duration(double ms) {
    return Duration.ofNanos((long) (ms * 1e6));
  }
}
