package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The plan of a target: against the exact plan where both can speak, else against many simulated calls. */
class CourseTest {

  private static final int CALLS = 200_000;

  static Stream<Recipe> plansThePolicyItselfLikeThePlanner() {
    Recipe published = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);
    return Stream.of(
        published,
        published.withDeadline(4000, 1),
        published.withDeadline(4000, 1200),
        published.withWaits(3, Jitter.EQUAL, HintRule.FLOOR).withDeadline(8000, 500),
        published.withWaits(1.5, Jitter.NONE, HintRule.FLOOR),
        Recipe.of(12, 100, 1500),
        Recipe.of(1, 500, 1000));
  }

  @ParameterizedTest
  @MethodSource
  void plansThePolicyItselfLikeThePlanner(Recipe recipe) {
    for (double failureRate : new double[] {0, 0.08, 0.5, 1}) {
      Traffic traffic = new Traffic(failureRate, 1200);
      Figures exact = Generated.of(recipe, Target.JAVA, traffic).asked();

      Figures course = Course.of(recipe, Law.of(recipe), DeadlineRule.GATED, traffic);

      assertThat(course.meanMs()).isCloseTo(exact.meanMs(), within(3.0));
      assertThat(course.p95Ms()).isCloseTo(exact.p95Ms(), within(20 * course.p95ErrorMs() + 0.01));
      assertThat(course.p95ErrorMs()).isLessThan(20);
      assertThat(course.longestMs()).isCloseTo(exact.longestMs(), within(1e-6));
      assertThat(course.attempts()).isCloseTo(exact.attempts(), within(0.002));
      assertThat(course.attemptsIfAllFail()).isCloseTo(exact.attemptsIfAllFail(), within(0.005));
    }
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithSimulatedCallsUnderEveryRule(DeadlineRule rule) {
    Recipe recipe = Recipe.of(5, 500, 2000).withDeadline(5000, 700);
    List<Law> waits = List.of(
        Law.between(400, 600), Law.cutAt(0, 3000, 1000), Law.fixed(700), Law.between(1, 2001));
    Traffic traffic = new Traffic(0.6, 800);
    Random random = new Random(7);
    double[] ends = new double[CALLS];
    double attempts = 0;
    for (int i = 0; i < CALLS; i++) {
      double at = 0;
      for (int attempt = 1; ; attempt++) {
        attempts++;
        at += 800;
        boolean isCutAtEnd = rule == DeadlineRule.GATED || rule == DeadlineRule.CUT;
        if (isCutAtEnd && at > 5000) {
          at = 5000;
          break;
        }
        if (random.nextDouble() >= 0.6 || attempt == 5) {
          break;
        }
        if (rule != DeadlineRule.IGNORED && at >= 5000) {
          break;
        }
        double wait = drawn(waits.get(attempt - 1), random);
        if (rule == DeadlineRule.SHORTENED) {
          wait = Math.min(wait, 5000 - at);
        }
        boolean isGated = rule == DeadlineRule.GATED || rule == DeadlineRule.GATED_STARTS;
        if (isGated && at + wait + 700 > 5000) {
          break;
        }
        at += wait;
        if (rule == DeadlineRule.CUT && at >= 5000) {
          at = 5000;
          break;
        }
      }
      ends[i] = at;
    }
    java.util.Arrays.sort(ends);

    Figures figures = Course.of(recipe, waits, rule, traffic);

    assertThat(figures.meanMs())
        .isCloseTo(java.util.Arrays.stream(ends).average().orElseThrow(), within(25.0));
    assertThat(figures.p95Ms()).isCloseTo(ends[CALLS * 95 / 100], within(40.0));
    assertThat(figures.longestMs()).isBetween(ends[CALLS - 1] - 1e-6, ends[CALLS - 1] + 200);
    assertThat(figures.attempts()).isCloseTo(attempts / CALLS, within(0.02));
  }

  private static double drawn(Law law, Random random) {
    return random.nextDouble() < law.atMax()
        ? law.maxMs()
        : law.minMs() + random.nextDouble() * (law.maxMs() - law.minMs());
  }
}
