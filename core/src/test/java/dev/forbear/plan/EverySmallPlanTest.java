package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small plans in whole milliseconds beside every single course they can take. */
class EverySmallPlanTest {

  private static final double FAILURE_RATE = 0.6;
  private static final double LATENCY_MS = 5;
  private static final double FAILED_LATENCY_MS = 3;
  private static final int ATTEMPTS = 3;
  private static final double CAP_MS = 8;

  /** Draws that meet every cell of ceilings of 4 and 8 equally often. */
  private static final int DRAWS = 8;

  private double success;
  private double attempts;
  private double stopDeadline;
  private double cut;
  private double waitedMs;
  private double expectedMs;
  private double failedMs;

  @ParameterizedTest
  @EnumSource(Jitter.class)
  void addsUpEveryCourse(Jitter jitter) {
    for (HintRule hintRule : HintRule.values()) {
      for (int hintMs = 0; hintMs <= 9; hintMs += 3) {
        for (int deadlineMs = 0; deadlineMs <= 40; deadlineMs++) {
          for (int minimumMs = 1; minimumMs <= 6; minimumMs += 5) {
            compare(new Backoff(4, 2, CAP_MS, jitter, hintRule), hintMs, deadlineMs, minimumMs);
          }
        }
      }
    }
  }

  private void compare(Backoff backoff, double hintMs, double deadlineMs, double minimumMs) {
    PlanInput input = new PlanInput(
        WaitRule.of(backoff),
        ATTEMPTS,
        minimumMs,
        FAILURE_RATE,
        LATENCY_MS,
        FAILED_LATENCY_MS,
        deadlineMs,
        OptionalDouble.of(hintMs),
        Draws.WHOLE_MS);
    success = attempts = stopDeadline = cut = waitedMs = expectedMs = failedMs = 0;
    if (minimumMs > deadlineMs) {
      stopDeadline = 1;
    } else {
      attempt(input, backoff, 1, 1, 0);
    }

    Plan plan = Plan.of(input);

    String story = input.toString();
    assertThat(plan.outcomes().success()).as(story).isCloseTo(success, within(1e-12));
    assertThat(plan.expectedAttempts()).as(story).isCloseTo(attempts, within(1e-12));
    assertThat(plan.outcomes().stopDeadline()).as(story).isCloseTo(stopDeadline, within(1e-12));
    assertThat(plan.outcomes().cutAtDeadline()).as(story).isCloseTo(cut, within(1e-12));
    assertThat(plan.totalWaitExpectedMs()).as(story).isCloseTo(waitedMs, within(1e-12));
    assertThat(plan.expectedMs()).as(story).isCloseTo(expectedMs, within(1e-11));
    assertThat(plan.expectedMsGivenFailure().orElseThrow() * plan.outcomes().failure())
        .as(story)
        .isCloseTo(failedMs, within(1e-11));
  }

  private void attempt(
      PlanInput input, Backoff backoff, int number, double probability, double nowMs) {
    attempts += probability;
    double succeeds = probability * (1 - FAILURE_RATE);
    if (nowMs + LATENCY_MS > input.deadlineMs()) {
      cut += succeeds;
      end(succeeds, input.deadlineMs(), true);
    } else {
      success += succeeds;
      end(succeeds, nowMs + LATENCY_MS, false);
    }
    double fails = probability * FAILURE_RATE;
    double failedAtMs = nowMs + FAILED_LATENCY_MS;
    if (failedAtMs > input.deadlineMs()) {
      cut += fails;
      end(fails, input.deadlineMs(), true);
      return;
    }
    if (number == ATTEMPTS) {
      end(fails, failedAtMs, true);
      return;
    }
    for (int draw = 0; draw < DRAWS; draw++) {
      double waitMs =
          backoff.delayMs(number, (draw + 0.5) / DRAWS, input.retryAfterMs().orElse(0));
      double here = fails / DRAWS;
      if (failedAtMs + waitMs + input.minimumAttemptMs() > input.deadlineMs()) {
        stopDeadline += here;
        end(here, failedAtMs, true);
      } else {
        waitedMs += here * waitMs;
        attempt(input, backoff, number + 1, here, failedAtMs + waitMs);
      }
    }
  }

  private void end(double probability, double atMs, boolean isFailure) {
    expectedMs += probability * atMs;
    failedMs += isFailure ? probability * atMs : 0;
  }
}
