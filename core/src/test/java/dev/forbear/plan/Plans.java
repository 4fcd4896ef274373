package dev.forbear.plan;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Inputs for tests. */
final class Plans {

  /** 500 ms doubling up to 20 s, 4 attempts, 8 % failures, 1200 ms each, 30 s. */
  static final PlanInput PUBLISHED = new PlanInput(
      rule(500, 2, 20_000, PlanJitter.FULL),
      4,
      0,
      0.08,
      1200,
      1200,
      30_000,
      OptionalDouble.empty(),
      Draws.CONTINUOUS);

  private static final List<PlanJitter> JITTERS =
      List.of(PlanJitter.NONE, PlanJitter.FULL, PlanJitter.EQUAL);

  /** Those of the runtime first. */
  private static final List<PlanHintRule> HINT_RULES =
      List.of(PlanHintRule.FLOOR, PlanHintRule.ADD, PlanHintRule.SPREAD, PlanHintRule.EXACT);

  static WaitRule rule(double baseMs, double multiplier, double capMs, PlanJitter jitter) {
    return new WaitRule(baseMs, multiplier, capMs, jitter, PlanHintRule.FLOOR);
  }

  static PlanInput withWaits(PlanInput input, WaitRule waits) {
    return new PlanInput(
        waits,
        input.maxAttempts(),
        input.minimumAttemptMs(),
        input.failureRate(),
        input.latencyMs(),
        input.failedLatencyMs(),
        input.deadlineMs(),
        input.retryAfterMs(),
        input.draws());
  }

  static PlanInput withDeadlineMs(PlanInput input, double deadlineMs) {
    return new PlanInput(
        input.waits(),
        input.maxAttempts(),
        input.minimumAttemptMs(),
        input.failureRate(),
        input.latencyMs(),
        input.failedLatencyMs(),
        deadlineMs,
        input.retryAfterMs(),
        input.draws());
  }

  static PlanInput withFailureRate(PlanInput input, double failureRate) {
    return new PlanInput(
        input.waits(),
        input.maxAttempts(),
        input.minimumAttemptMs(),
        failureRate,
        input.latencyMs(),
        input.failedLatencyMs(),
        input.deadlineMs(),
        input.retryAfterMs(),
        input.draws());
  }

  /** Anything that may be asked for, with whole milliseconds where the runtime could draw it. */
  static PlanInput any(SplittableRandom random) {
    Draws draws = random.nextInt(3) == 0 ? Draws.WHOLE_MS : Draws.CONTINUOUS;
    boolean runtime = draws == Draws.WHOLE_MS;
    PlanJitter jitter = JITTERS.get(random.nextInt(JITTERS.size()));
    PlanHintRule hintRule = HINT_RULES.get(random.nextInt(runtime ? 2 : 4));
    double capMs = random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(1, 30_000);
    WaitRule waits = new WaitRule(
        random.nextInt(10) == 0 ? 0 : random.nextInt(2_000),
        1 + random.nextInt(5) * 0.5,
        runtime ? Math.min(capMs, 5_000) : capMs,
        jitter,
        hintRule);
    // An equal wait starts at half its ceiling, which a whole hint may miss.
    boolean hinted = random.nextInt(3) == 0 && !(runtime && jitter == PlanJitter.EQUAL);
    return new PlanInput(
        waits,
        1 + random.nextInt(9),
        random.nextInt(2) * random.nextInt(2_000),
        random.nextInt(10) == 0 ? random.nextInt(2) : random.nextDouble(),
        random.nextInt(3_000),
        random.nextInt(3_000),
        random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(40_000),
        hinted ? OptionalDouble.of(random.nextInt(5_000)) : OptionalDouble.empty(),
        draws);
  }

  private Plans() {}
}
