package dev.forbear.cli;

import dev.forbear.limit.RetryBudget;
import dev.forbear.simulate.ClientModel;
import dev.forbear.task.Operation;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of a simulated client: its policy and limits, what it calls for and how often. */
final class ClientFlags {

  /** Tokens of the example in gRPC's proposal A6, which the bucket follows. */
  private static final double DEFAULT_BUCKET = 10;

  @Mixin
  private final PolicyFlags policy = new PolicyFlags();

  @Mixin
  private final LimitFlags limits = new LimitFlags();

  @Mixin
  private final OperationFlags operation = new OperationFlags();

  @Mixin
  private final ArrivalFlags arrivals = new ArrivalFlags();

  @Option(
      names = "--retry-budget",
      paramLabel = "SHARE",
      converter = Share.Converter.class,
      description =
          "Repeats as a share of successes, such as 10%%; none beyond it (default: no limit).")
  private @Nullable Share retryBudget;

  @Option(
      names = "--retry-bucket",
      paramLabel = "TOKENS",
      converter = DecimalNumber.class,
      description = "Repeats that --retry-budget lets pass at once, saved up (default 10).")
  private @Nullable Double retryBucket;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      converter = Count.class,
      description = "Attempts at once; a task that finds no room is refused (default: no limit).")
  private @Nullable Long concurrency;

  /**
   * The client.
   *
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  ClientModel client(String name) {
    TaskRules rules = new TaskRules(
        policy.policy(),
        orNone(limits.attemptTimeout()),
        orNone(limits.maxRetryAfter()),
        Targets.single());
    double deadlineMs = ms(limits.deadline());
    if (deadlineMs > OutageFlags.MOST_MS) {
      throw new IllegalArgumentException("--deadline must be at most a hundred years, was longer");
    }
    return new ClientModel(
        name,
        rules,
        operation.operation(Operation.repeatable()),
        deadlineMs,
        arrivals.arrivals(),
        budget(),
        concurrency == null ? Long.MAX_VALUE : concurrency);
  }

  private Optional<RetryBudget> budget() {
    if (retryBudget == null) {
      if (retryBucket != null) {
        throw new IllegalArgumentException(
            "--retry-bucket needs --retry-budget, as in --retry-budget 10%");
      }
      return Optional.empty();
    }
    return Optional.of(
        new RetryBudget(retryBudget.value(), retryBucket == null ? DEFAULT_BUCKET : retryBucket));
  }

  private static double orNone(Optional<Duration> limit) {
    return limit.isPresent() ? ms(limit.get()) : Double.POSITIVE_INFINITY;
  }

  private static double ms(Duration duration) {
    return duration.toNanos() / 1e6;
  }
}
