package dev.forbear.simulate;

import dev.forbear.limit.RetryBudget;
import dev.forbear.task.Operation;
import dev.forbear.task.TaskRules;
import java.util.Optional;

/**
 * Callers that share one policy and its limits.
 *
 * @param name for reports; different from every other client of the world
 * @param rules the policy and its limits, as the runtime takes them, with one target
 * @param operation what repeating means; decides what follows an attempt that may have run
 * @param deadlineMs time for each task, milliseconds, more than 0
 * @param arrivals when tasks begin
 * @param retryBudget how large a share may be repeats; empty for no such limit
 * @param maxConcurrency attempts at once, at least 1; {@link Long#MAX_VALUE} for no limit. A task that finds no room is refused
 */
public record ClientModel(
    String name,
    TaskRules rules,
    Operation operation,
    double deadlineMs,
    Arrivals arrivals,
    Optional<RetryBudget> retryBudget,
    long maxConcurrency) {

  /** Checks what the parts do not. */
  public ClientModel {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the name of a client must not be blank");
    }
    if (rules.targets().names().size() != 1) {
      throw new IllegalArgumentException(
          "a simulated client has one target, was " + rules.targets().names());
    }
    Checks.requirePositiveMs("deadline", deadlineMs);
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException("maxConcurrency must be >= 1, was " + maxConcurrency);
    }
  }

  /** Repeatable tasks under those rules, without a retry budget and without a limit on attempts at once. */
  public static ClientModel of(String name, TaskRules rules, double deadlineMs, Arrivals arrivals) {
    return new ClientModel(
        name,
        rules,
        Operation.repeatable(),
        deadlineMs,
        arrivals,
        Optional.empty(),
        Long.MAX_VALUE);
  }

  /** The same under a retry budget. */
  public ClientModel withRetryBudget(RetryBudget budget) {
    return new ClientModel(
        name, rules, operation, deadlineMs, arrivals, Optional.of(budget), maxConcurrency);
  }

  /** The same with at most that many attempts at once. */
  public ClientModel withMaxConcurrency(long attempts) {
    return new ClientModel(name, rules, operation, deadlineMs, arrivals, retryBudget, attempts);
  }

  /** The same that does this. */
  public ClientModel withOperation(Operation other) {
    return new ClientModel(name, rules, other, deadlineMs, arrivals, retryBudget, maxConcurrency);
  }
}
