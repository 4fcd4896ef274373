package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What holds for every plan. */
class PlanPropertyTest {

  private static final long SEED = 20_261_203;
  private static final int WORLDS = 400;
  private static final double ROUNDING = 1e-10;

  @Test
  void splitsTheWholeOfAllTasks() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);
      OutcomeSplit outcomes = plan.outcomes();

      assertThat(outcomes.success() + outcomes.failure()).as(story).isCloseTo(1, within(ROUNDING));
      assertThat(plan.attempts().stream()
              .mapToDouble(AttemptFigures::successProbability)
              .sum())
          .as(story)
          .isCloseTo(outcomes.success(), within(ROUNDING));
      assertThat(plan.time().endedBy(Double.MAX_VALUE)).as(story).isCloseTo(1, within(ROUNDING));
      assertThat(plan.time().endedBy(plan.worstCaseMs() * (1 + 1e-9)))
          .as(story)
          .isCloseTo(1, within(ROUNDING));
      assertThat(plan.time().succeededBy(Double.MAX_VALUE))
          .as(story)
          .isCloseTo(outcomes.success(), within(ROUNDING));
    });
  }

  @Test
  void holdsNoNumberThatIsNone() {
    forAny((story, input) -> {
      for (double figure : figures(Plan.of(input))) {
        assertThat(figure).as(story).isFinite().isGreaterThanOrEqualTo(-ROUNDING);
      }
    });
  }

  @Test
  void staysWithinTheDeadline() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);

      assertThat(plan.worstCaseMs()).as(story).isLessThanOrEqualTo(input.deadlineMs());
      assertThat(plan.quantiles().p999Ms())
          .as(story)
          .isLessThanOrEqualTo(plan.worstCaseMs() + 1e-6);
      assertThat(plan.expectedMs()).as(story).isLessThanOrEqualTo(plan.worstCaseMs() + 1e-6);
      AttemptsThatFit fits = plan.fits();
      assertThat(fits.worst()).as(story).isLessThanOrEqualTo(fits.mean());
      assertThat(fits.mean()).as(story).isLessThanOrEqualTo(fits.best());
      assertThat(fits.worst()).as(story).isLessThanOrEqualTo(fits.worstStart());
    });
  }

  @Test
  void growsWithTimeAndGoesBackFromAShareToItsTime() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);
      double before = 0;
      for (int i = 0; i <= 100; i++) {
        double now = plan.time().endedBy(plan.worstCaseMs() * i / 100);
        assertThat(now).as(story).isGreaterThanOrEqualTo(before - ROUNDING);
        before = now;
      }
      for (double share : new double[] {0.01, 0.3, 0.5, 0.77, 0.95, 0.999}) {
        double ms = plan.time().quantileMs(share);
        assertThat(plan.time().endedBy(ms)).as(story).isGreaterThanOrEqualTo(share - ROUNDING);
        assertThat(plan.time().endedBy(ms - 1e-3)).as(story).isLessThan(share + ROUNDING);
      }
    });
  }

  @Test
  void meansWhatItsDistributionMeans() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);
      // The mean is the area above the distribution.
      int steps = 1000;
      double area = 0;
      for (int i = 0; i < steps; i++) {
        area += 1 - plan.time().endedBy(plan.worstCaseMs() * (i + 0.5) / steps);
      }
      double widest = plan.worstCaseMs() / steps;
      assertThat(area * widest).as(story).isCloseTo(plan.expectedMs(), within(1e-9 + 10 * widest));
    });
  }

  @Test
  void neverSucceedsLessWithAnotherAttempt() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);
      Plan more = Plan.of(input.withMaxAttempts(input.maxAttempts() + 1));

      assertThat(more.outcomes().success())
          .as(story)
          .isGreaterThanOrEqualTo(plan.outcomes().success() - ROUNDING);
      assertThat(more.expectedAttempts())
          .as(story)
          .isGreaterThanOrEqualTo(plan.expectedAttempts() - ROUNDING);
    });
  }

  @Test
  void neverSucceedsLessWithALaterDeadline() {
    forAny((story, input) -> {
      Plan plan = Plan.of(input);
      for (double moreMs : new double[] {1, 500, 5000}) {
        Plan later = Plan.of(Plans.withDeadlineMs(input, input.deadlineMs() + moreMs));

        assertThat(later.outcomes().success())
            .as(story)
            .isGreaterThanOrEqualTo(plan.outcomes().success() - ROUNDING);
        assertThat(later.attemptsIfAllFail())
            .as(story)
            .isGreaterThanOrEqualTo(plan.attemptsIfAllFail() - ROUNDING);
      }
    });
  }

  @Test
  void agreesWithTheFormulasWhereNoDeadlineCuts() {
    forAny((story, given) -> {
      PlanInput input = Plans.withDeadlineMs(given, Double.POSITIVE_INFINITY);
      Plan plan = Plan.of(input);
      double p = input.failureRate();
      double all = Math.pow(p, input.maxAttempts());
      double load = p == 1 ? input.maxAttempts() : (1 - all) / (1 - p);
      double waitedMs = 0;
      for (int i = 0; i < plan.waits().size(); i++) {
        waitedMs += Math.pow(p, i + 1) * plan.waits().get(i).meanMs();
      }

      assertThat(plan.outcomes().stopAttempts()).as(story).isCloseTo(all, within(ROUNDING));
      assertThat(plan.outcomes().cutAtDeadline()).as(story).isZero();
      assertThat(plan.outcomes().stopDeadline()).as(story).isZero();
      assertThat(plan.expectedAttempts()).as(story).isCloseTo(load, within(ROUNDING));
      assertThat(plan.totalWaitExpectedMs()).as(story).isCloseTo(waitedMs, within(1e-6));
      assertThat(plan.expectedMs())
          .as(story)
          .isCloseTo(
              (1 - all) * input.latencyMs() + (load - 1 + all) * input.failedLatencyMs() + waitedMs,
              within(1e-6));
      assertThat(plan.meetsDeadline()).as(story).isTrue();
    });
  }

  /** The figures of a plan, the missing ones left out. */
  private static List<Double> figures(Plan plan) {
    List<Double> figures = new ArrayList<>(List.of(
        plan.outcomes().success(),
        plan.outcomes().stopAttempts(),
        plan.outcomes().stopDeadline(),
        plan.outcomes().cutAtDeadline(),
        plan.successWithoutRetry(),
        plan.expectedAttempts(),
        plan.attemptsIfAllFail(),
        plan.totalWaitWorstMs(),
        plan.totalWaitExpectedMs(),
        plan.expectedMs(),
        plan.worstCaseMs(),
        plan.stableUtilization(),
        plan.precision().probabilityError()));
    for (OptionalDouble figure : List.of(
        plan.expectedMsGivenSuccess(),
        plan.expectedMsGivenFailure(),
        plan.callsPerSuccess(),
        plan.extraCallsPerSuccess())) {
      figure.ifPresent(figures::add);
    }
    List<Quantiles> quantiles = new ArrayList<>(List.of(plan.quantiles()));
    plan.successQuantiles().ifPresent(quantiles::add);
    for (Quantiles each : quantiles) {
      figures.addAll(
          List.of(each.p50Ms(), each.p90Ms(), each.p95Ms(), each.p99Ms(), each.p999Ms()));
    }
    for (WaitFigures wait : plan.waits()) {
      figures.addAll(List.of(wait.ceilingMs(), wait.minMs(), wait.maxMs(), wait.meanMs()));
    }
    for (AttemptFigures attempt : plan.attempts()) {
      figures.add(attempt.startProbability());
      figures.add(attempt.successProbability());
    }
    return figures;
  }

  private static void forAny(Property property) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int world = 0; world < WORLDS; world++) {
      PlanInput input = Plans.any(random);
      property.check("seed " + SEED + ", world " + world + ", " + input, input);
    }
  }

  @FunctionalInterface
  private interface Property {
    void check(String story, PlanInput input);
  }
}
