package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.task.Operation;
import dev.forbear.task.OutcomeKind;
import dev.forbear.task.Signal;
import dev.forbear.task.Step;
import dev.forbear.task.TaskMachine;
import dev.forbear.task.TaskRules;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans beside a hundred thousand courses of the machine that the runtime runs. */
class PlanCoursesTest {

  private static final long SEED = 20_261_204;
  private static final int COURSES = 100_000;

  /** Standard errors; a right plan is further away once in two million comparisons. */
  private static final double ERRORS = 5;

  static Stream<Arguments> policies() {
    return Stream.of(
        Arguments.of(
            "published",
            policy(4, 500, 2, 20_000, Jitter.FULL, HintRule.FLOOR, 1),
            0.08,
            1200,
            1200,
            30_000,
            0),
        Arguments.of(
            "half fails",
            policy(6, 500, 2, 2_000, Jitter.FULL, HintRule.FLOOR, 1),
            0.5,
            1200,
            300,
            60_000,
            0),
        Arguments.of(
            "tight",
            policy(4, 500, 2, 20_000, Jitter.FULL, HintRule.FLOOR, 1),
            0.5,
            1200,
            1200,
            4_000,
            0),
        Arguments.of(
            "tight with a minimum",
            policy(4, 500, 2, 20_000, Jitter.FULL, HintRule.FLOOR, 1200),
            0.5,
            1200,
            1200,
            4_000,
            0),
        Arguments.of(
            "slow failures",
            policy(5, 300, 1.5, 20_000, Jitter.EQUAL, HintRule.FLOOR, 200),
            0.6,
            700,
            1900,
            7_000,
            0),
        Arguments.of(
            "no jitter",
            policy(5, 200, 2, 1_000, Jitter.NONE, HintRule.FLOOR, 100),
            0.7,
            400,
            400,
            3_000,
            0),
        Arguments.of(
            "a hint as floor",
            policy(5, 500, 2, 20_000, Jitter.FULL, HintRule.FLOOR, 500),
            0.6,
            800,
            200,
            9_000,
            700),
        Arguments.of(
            "a hint on top",
            policy(4, 500, 2, 20_000, Jitter.EQUAL, HintRule.ON_TOP, 500),
            0.6,
            800,
            200,
            6_000,
            700),
        Arguments.of(
            "many short waits",
            policy(30, 3, 1, 20_000, Jitter.FULL, HintRule.FLOOR, 1),
            0.9,
            10,
            10,
            250,
            0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("policies")
  void agreeWithTheCoursesOfTheMachine(
      String name,
      RetryPolicy policy,
      double failureRate,
      double latencyMs,
      double failedLatencyMs,
      double deadlineMs,
      double hintMs) {
    PlanInput input = new PlanInput(
        WaitRule.of(policy.backoff()),
        (int) policy.maxAttempts(),
        policy.minimumAttemptMs(),
        failureRate,
        latencyMs,
        failedLatencyMs,
        deadlineMs,
        hintMs > 0 ? OptionalDouble.of(hintMs) : OptionalDouble.empty(),
        Draws.WHOLE_MS);
    Plan plan = Plan.of(input);

    Courses courses = new Courses(policy, input, new SplittableRandom(SEED));

    String story = name + ", seed " + SEED;
    assertShare(story + ": success", courses.succeeded, plan.outcomes().success());
    assertShare(story + ": attempts", courses.stoppedAttempts, plan.outcomes().stopAttempts());
    assertShare(story + ": deadline", courses.stoppedDeadline, plan.outcomes().stopDeadline());
    assertShare(story + ": cut", courses.cut, plan.outcomes().cutAtDeadline());
    assertMean(story + ": attempts made", courses.attempts, plan.expectedAttempts());
    assertMean(story + ": waiting", courses.waitedMs, plan.totalWaitExpectedMs());
    assertMean(story + ": time", courses.tookMs, plan.expectedMs());
    for (AttemptFigures attempt : plan.attempts()) {
      assertShare(
          story + ": success with " + attempt.attempt(),
          courses.succeededWith[attempt.attempt()],
          attempt.successProbability());
    }
    double[] sorted = courses.tookMs.clone();
    Arrays.sort(sorted);
    assertThat(sorted[COURSES - 1]).as(story).isLessThanOrEqualTo(plan.worstCaseMs() + 1e-6);
    for (double share : new double[] {0.25, 0.5, 0.9, 0.95, 0.99, 0.999}) {
      double ms = plan.time().quantileMs(share);
      long within = Arrays.stream(sorted).filter(took -> took <= ms + 1e-6).count();
      assertShare(story + ": ended by " + ms, within, plan.time().endedBy(ms));
    }
  }

  private static void assertShare(String story, long count, double probability) {
    double error = Math.sqrt(COURSES * probability * (1 - Math.min(1, probability)));
    assertThat((double) count)
        .as(story)
        .isCloseTo(COURSES * probability, within(ERRORS * Math.max(0.2, error)));
  }

  private static void assertMean(String story, double[] sample, double mean) {
    double average = Arrays.stream(sample).average().orElseThrow();
    double variance = Arrays.stream(sample)
        .map(value -> (value - average) * (value - average))
        .average()
        .orElseThrow();
    assertThat(average)
        .as(story)
        .isCloseTo(mean, within(1e-9 + ERRORS * Math.sqrt(variance / COURSES)));
  }

  private static RetryPolicy policy(
      int attempts,
      double baseMs,
      double multiplier,
      double capMs,
      Jitter jitter,
      HintRule hintRule,
      double minimumMs) {
    return new RetryPolicy(
        attempts, new Backoff(baseMs, multiplier, capMs, jitter, hintRule), minimumMs);
  }

  /** What became of all courses. */
  private static final class Courses {

    final double[] attempts = new double[COURSES];
    final double[] waitedMs = new double[COURSES];
    final double[] tookMs = new double[COURSES];
    final long[] succeededWith;
    long succeeded;
    long stoppedAttempts;
    long stoppedDeadline;
    long cut;

    private final RetryPolicy policy;
    private final PlanInput input;
    private final SplittableRandom random;
    private final Classified failure;

    Courses(RetryPolicy policy, PlanInput input, SplittableRandom random) {
      this.policy = policy;
      this.input = input;
      this.random = random;
      this.succeededWith = new long[input.maxAttempts() + 1];
      this.failure = Classified.of(FailureClass.UNAVAILABLE, true, RequestMayHaveRun.NO, "test")
          .withRetryAfterMs(input.retryAfterMs());
      for (int course = 0; course < COURSES; course++) {
        run(course);
      }
    }

    private void run(int course) {
      TaskMachine machine =
          new TaskMachine(TaskRules.of(policy), Operation.repeatable(), input.deadlineMs());
      double nowMs = 0;
      boolean wasCut = false;
      Step step = machine.on(Signal.STARTED);
      while (!(step instanceof Step.End)) {
        if (step instanceof Step.Wait wait) {
          nowMs += wait.delayMs();
          waitedMs[course] += wait.delayMs();
          step = machine.on(new Signal.WaitOver(machine.attempts(), nowMs));
          continue;
        }
        Step.Send send = (Step.Send) step;
        boolean succeeds = random.nextDouble() >= input.failureRate();
        double latencyMs = succeeds ? input.latencyMs() : input.failedLatencyMs();
        wasCut = latencyMs > send.timeoutMs();
        nowMs = wasCut ? input.deadlineMs() : nowMs + latencyMs;
        if (wasCut) {
          step = machine.on(
              Signal.timedOut(send.attempt(), nowMs, random.nextDouble(), Long.MAX_VALUE));
        } else if (succeeds) {
          step = machine.on(new Signal.Succeeded(send.attempt()));
        } else {
          step = machine.on(new Signal.Failed(
              send.attempt(), failure, nowMs, random.nextDouble(), Long.MAX_VALUE));
        }
      }
      attempts[course] = machine.attempts();
      tookMs[course] = nowMs;
      count(
          ((Step.End) step).ending().kind(), ((Step.End) step).ending().reason(), wasCut, machine);
    }

    private void count(
        OutcomeKind kind, @Nullable EndReason reason, boolean wasCut, TaskMachine machine) {
      if (wasCut) {
        cut++;
      } else if (kind == OutcomeKind.SUCCESS) {
        succeeded++;
        succeededWith[machine.attempts()]++;
      } else if (reason == EndReason.ATTEMPTS) {
        stoppedAttempts++;
      } else if (reason == EndReason.DEADLINE) {
        stoppedDeadline++;
      } else {
        throw new AssertionError("no such end in this world: " + kind + " " + reason);
      }
    }
  }
}
