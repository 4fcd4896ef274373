package dev.forbear.plan;

import static dev.forbear.plan.Plans.PUBLISHED;
import static dev.forbear.plan.Plans.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits that hang together, beside sampled ones. */
class DecorrelatedPlanTest {

  private static final long SEED = 20_261_206;
  private static final int COURSES = 100_000;

  @ParameterizedTest
  @CsvSource({
    // base, cap, attempts, deadline, minimum, hint
    "500, 20000, 4, 30000, 0, -1",
    "500, 20000, 4, 9000, 0, -1",
    "500, 20000, 4, 9000, 1200, -1",
    "500, 2000, 6, 14000, 500, -1",
    "500, 1200, 4, 30000, 0, -1",
    "500, 8000, 5, 16000, 0, 900",
    "100, 8000, 5, 20000, 1, 5000",
    "500, 400, 4, 6000, 1, -1"
  })
  void agreesWithSampledCourses(
      double baseMs,
      double capMs,
      int attempts,
      double deadlineMs,
      double minimumMs,
      double hintMs) {
    for (PlanHintRule hintRule : new PlanHintRule[] {PlanHintRule.FLOOR, PlanHintRule.ADD}) {
      PlanInput input = new PlanInput(
          new WaitRule(baseMs, 2, capMs, PlanJitter.DECORRELATED, hintRule),
          attempts,
          minimumMs,
          0.6,
          1200,
          300,
          deadlineMs,
          hintMs < 0 ? OptionalDouble.empty() : OptionalDouble.of(hintMs),
          Draws.CONTINUOUS);
      Plan plan = Plan.of(input);
      SplittableRandom random = new SplittableRandom(SEED);
      double[] tookMs = new double[COURSES];
      int[] ends = new int[4];
      double waitedMs = 0;
      double made = 0;
      for (int course = 0; course < COURSES; course++) {
        double nowMs = 0;
        double draw = baseMs;
        int end = -1;
        for (int attempt = 1; end < 0; attempt++) {
          made++;
          boolean fails = random.nextDouble() < 0.6;
          double endMs = nowMs + (fails ? 300 : 1200);
          if (endMs > deadlineMs) {
            nowMs = deadlineMs;
            end = 3;
            break;
          }
          nowMs = endMs;
          draw = Math.min(capMs, baseMs + random.nextDouble() * (3 * draw - baseMs));
          double waitMs = hintMs < 0
              ? draw
              : hintRule == PlanHintRule.ADD ? draw + hintMs : Math.max(draw, hintMs);
          if (!fails) {
            end = 0;
          } else if (attempt == attempts) {
            end = 1;
          } else if (nowMs + waitMs + minimumMs > deadlineMs) {
            end = 2;
          } else {
            nowMs += waitMs;
            waitedMs += waitMs;
          }
        }
        ends[end]++;
        tookMs[course] = nowMs;
      }
      String story = "seed " + SEED + ", " + input;
      double error = 5 * 0.5 / Math.sqrt(COURSES);
      OutcomeSplit outcomes = plan.outcomes();
      assertThat(ends[0] / (double) COURSES).as(story).isCloseTo(outcomes.success(), within(error));
      assertThat(ends[1] / (double) COURSES)
          .as(story)
          .isCloseTo(outcomes.stopAttempts(), within(error));
      assertThat(ends[2] / (double) COURSES)
          .as(story)
          .isCloseTo(outcomes.stopDeadline(), within(error));
      assertThat(ends[3] / (double) COURSES)
          .as(story)
          .isCloseTo(outcomes.cutAtDeadline(), within(error));
      assertThat(made / COURSES).as(story).isCloseTo(plan.expectedAttempts(), within(4 * error));
      assertThat(waitedMs / COURSES)
          .as(story)
          .isCloseTo(plan.totalWaitExpectedMs(), within(2 * error * deadlineMs));
      assertThat(Arrays.stream(tookMs).average().orElseThrow())
          .as(story)
          .isCloseTo(plan.expectedMs(), within(2 * error * deadlineMs));
      Arrays.sort(tookMs);
      assertThat(tookMs[COURSES - 1]).as(story).isLessThanOrEqualTo(plan.worstCaseMs() + 1e-6);
      for (double share : new double[] {0.3, 0.5, 0.7, 0.9, 0.95, 0.99}) {
        double ms = plan.time().quantileMs(share);
        long within = Arrays.stream(tookMs).filter(took -> took <= ms + 1e-6).count();
        assertThat(within / (double) COURSES)
            .as(story + ", ended by " + ms)
            .isCloseTo(plan.time().endedBy(ms), within(error));
      }
    }
  }

  @Test
  void costsFourTimesAsMuchWaitingAsFullJitter() {
    Plan plan = Plan.of(Plans.withWaits(PUBLISHED, rule(500, 2, 20_000, PlanJitter.DECORRELATED)));

    assertThat(plan.waits().stream().map(WaitFigures::meanMs))
        .containsExactly(1000.0, 1750.0, 2875.0);
    assertThat(plan.waits().stream().map(WaitFigures::maxMs))
        .containsExactly(1500.0, 4500.0, 13_500.0);
    assertThat(plan.totalWaitExpectedMs()).isCloseTo(92.672, within(1e-9));
    assertThat(plan.worstCaseMs()).isEqualTo(24_300);
    assertThat(plan.precision().probabilityError()).isLessThan(2e-4);
  }

  @Test
  void cutsItsMeanAtTheCap() {
    Plan plan = Plan.of(Plans.withWaits(PUBLISHED, rule(500, 2, 1000, PlanJitter.DECORRELATED)));

    // U(500, 1500) cut at 1000: half of it averages 750, the other half is 1000.
    assertThat(plan.waits().get(0).meanMs()).isCloseTo(875, within(1e-6));
    assertThat(plan.waits().get(0).maxMs()).isEqualTo(1000);
  }

  @Test
  void keepsTheMeanOnACoarseLatticeToo() {
    PlanInput input = Plans.withDeadlineMs(
        Plans.withWaits(PUBLISHED, rule(500, 2, Double.POSITIVE_INFINITY, PlanJitter.DECORRELATED))
            .withMaxAttempts(6),
        Double.POSITIVE_INFINITY);
    SumCdf five = WaitCourse.of(input).sum(5);

    // 500 (2 * 1.5^k - 1) for k from 1 to 5, on a lattice with steps of a quarter of a second.
    assertThat(five.partialMeanMs(five.maxMs())).isCloseTo(17_281.25, within(0.01));
  }

  @Test
  void statesAnErrorThatItKeeps() {
    PlanInput input = Plans.withDeadlineMs(
        Plans.withWaits(PUBLISHED, rule(500, 2, 8000, PlanJitter.DECORRELATED)),
        Double.POSITIVE_INFINITY);
    WaitCourse course = WaitCourse.of(input);
    SumCdf two = course.sum(2);

    for (double x = 1000; x < 6000; x += 333) {
      // P(D1 + D2 <= x) with D2 below 3 D1: one integral over D1.
      double exact = 0;
      int steps = 100_000;
      for (int i = 0; i < steps; i++) {
        double first = 500 + 1000 * (i + 0.5) / steps;
        double range = 3 * first - 500;
        exact += Math.max(0, Math.min(1, (x - first - 500) / range)) / steps;
      }
      assertThat(two.at(x)).as("at %s", x).isCloseTo(exact, within(Math.min(two.error(), 5e-6)));
    }
    assertThat(two.error()).isBetween(1e-9, 1e-4);
  }
}
