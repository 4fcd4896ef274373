package dev.forbear.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class WaitSumTest {

  private static final long SEED = 20_261_202;
  private static final int DRAWS = 100_000;
  private static final List<Double> DOUBLING = List.of(500.0, 1000.0, 2000.0);

  @Test
  void tellsContinuousFromWholeMilliseconds() {
    WaitSum continuous = full(DOUBLING, Draws.CONTINUOUS);
    WaitSum whole = full(DOUBLING, Draws.WHOLE_MS);

    assertThat(continuous.meanMs()).isEqualTo(1750);
    assertThat(continuous.maxMs()).isEqualTo(3500);
    assertThat(continuous.quantileMs(0.95)).isCloseTo(2826.72, within(0.005));
    assertThat(continuous.quantileMs(0.99)).isCloseTo(3108.51, within(0.005));
    assertThat(continuous.precision().draws()).isEqualTo(Draws.CONTINUOUS);
    assertThat(whole.meanMs()).isEqualTo(1748.5);
    assertThat(whole.maxMs()).isEqualTo(3497);
    assertThat(whole.quantileMs(0.95)).isEqualTo(2825);
    assertThat(whole.quantileMs(0.99)).isEqualTo(3107);
    assertThat(whole.precision().draws()).isEqualTo(Draws.WHOLE_MS);
  }

  @Test
  void takesAShareThatAStepMeetsExactly() {
    // 0.95 of 200 * 400 equally likely pairs is met by 679 ms and not by less.
    WaitSum sum = WaitSum.of(
        List.of(200.0, 400.0),
        PlanJitter.FULL,
        PlanHintRule.FLOOR,
        OptionalDouble.of(300),
        Draws.WHOLE_MS);

    assertThat(sum.quantileMs(0.95)).isEqualTo(679);
    assertThat(sum.quantileMs(0.9501)).isEqualTo(680);
  }

  @Test
  void liesBetweenTheWholeMillisecondsAroundIt() {
    // A continuous wait is a whole one and less than a millisecond more.
    List<Double> sixty = new ArrayList<>(List.of(250.0, 500.0, 1000.0));
    sixty.addAll(Collections.nCopies(57, 2000.0));
    WaitSum continuous = full(sixty, Draws.CONTINUOUS);
    WaitSum whole = full(sixty, Draws.WHOLE_MS);

    for (int ms = 0; ms <= continuous.maxMs(); ms += 97) {
      assertThat(continuous.probabilityWithin(ms))
          .as("at %s ms", ms)
          .isBetween(whole.probabilityWithin(ms - 60) - 1e-9, whole.probabilityWithin(ms) + 1e-9);
    }
  }

  @ParameterizedTest
  @EnumSource(Jitter.class)
  void drawsWhatTheRuntimeDraws(Jitter jitter) {
    for (HintRule hintRule : HintRule.values()) {
      for (double hintMs : new double[] {0, 150, 700}) {
        Backoff backoff = new Backoff(100, 2, 900, jitter, hintRule);
        WaitSum sum = WaitSum.of(
            List.of(100.0, 200.0, 400.0, 800.0, 900.0),
            PlanJitter.of(jitter),
            PlanHintRule.of(hintRule),
            OptionalDouble.of(hintMs),
            Draws.WHOLE_MS);
        double[] sums = sampled(backoff, hintMs);

        String story = "seed " + SEED + ", " + backoff + ", hint " + hintMs;
        assertThat(distance(sums, sum)).as(story).isLessThan(5 * 0.5 / Math.sqrt(DRAWS));
        assertThat(Arrays.stream(sums).average().orElseThrow())
            .as(story)
            .isCloseTo(sum.meanMs(), within(5 * 400 / Math.sqrt(DRAWS)));
        assertThat(sums[0]).as(story).isGreaterThanOrEqualTo(sum.minMs());
        assertThat(sums[DRAWS - 1]).as(story).isLessThanOrEqualTo(sum.maxMs());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0.7, 0, 0",
    "1, 0, 0",
    "1.5, 1, 0.33333333333333",
    "2, 1, 0.5",
    "2.5, 2, 0.8"
  })
  void givesTheFractionOfAMillisecondItsShare(double ceilingMs, double maxMs, double meanMs) {
    WaitSum sum = full(List.of(ceilingMs), Draws.WHOLE_MS);

    assertThat(sum.maxMs()).isEqualTo(maxMs);
    assertThat(sum.meanMs()).isCloseTo(meanMs, within(1e-12));
    assertThat(sum.probabilityWithin(maxMs)).isEqualTo(1);
  }

  @Test
  void doesNotDependOnTheOrderOfItsWaits() {
    WaitSum ascending = full(DOUBLING, Draws.CONTINUOUS);
    WaitSum descending = full(List.of(2000.0, 1000.0, 500.0), Draws.CONTINUOUS);

    assertThat(descending.probabilityWithin(1234)).isEqualTo(ascending.probabilityWithin(1234));
  }

  @Test
  void isCertainWithoutWaits() {
    for (Draws draws : Draws.values()) {
      for (WaitSum none : List.of(full(List.of(), draws), full(List.of(0.0, 0.0), draws))) {
        assertThat(none.meanMs()).isZero();
        assertThat(none.quantileMs(0.999)).isZero();
        assertThat(none.probabilityWithin(0)).isEqualTo(1);
        assertThat(none.probabilityWithin(-1e-6)).isZero();
        assertThat(none.probabilityWithin(Double.POSITIVE_INFINITY)).isEqualTo(1);
      }
    }
  }

  @Test
  void goesFromAShareToItsTimeAndBack() {
    for (Draws draws : Draws.values()) {
      WaitSum sum = full(DOUBLING, draws);
      for (int percent = 1; percent < 100; percent++) {
        double ms = sum.quantileMs(percent / 100.0);
        assertThat(sum.probabilityWithin(ms)).isGreaterThanOrEqualTo(percent / 100.0 - 1e-11);
        assertThat(sum.probabilityWithin(ms - 1e-5)).isLessThan(percent / 100.0);
      }
    }
  }

  @Test
  void refusesWhatIsNoWait() {
    assertRefused(
        List.of(-1.0), "ceilingsMs must be a number from 0 to 2^53 milliseconds, was -1.0");
    assertRefused(
        List.of(Double.NaN), "ceilingsMs must be a number from 0 to 2^53 milliseconds, was NaN");
    assertRefused(
        Collections.nCopies(1001, 1.0), "ceilingsMs must be at most 1000 numbers, were 1001");
    assertThatThrownBy(() -> full(List.of(9e6), Draws.WHOLE_MS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a plan in whole milliseconds may take 8388608 cells");
    WaitSum sum = full(DOUBLING, Draws.CONTINUOUS);
    assertThatThrownBy(() -> sum.quantileMs(1))
        .hasMessage("share must be above 0 and below 1, was 1.0");
    assertThatThrownBy(() -> sum.probabilityWithin(Double.NaN))
        .hasMessage("milliseconds must be a number, was NaN");
  }

  @Test
  void refusesWholeMillisecondsThatTheRuntimeDoesNotDraw() {
    assertThatThrownBy(() -> whole(PlanJitter.FULL, PlanHintRule.SPREAD, 300))
        .hasMessageStartingWith("hint rule spread is planned only");
    assertThatThrownBy(() -> whole(PlanJitter.FULL, PlanHintRule.EXACT, 300))
        .hasMessageStartingWith("hint rule exact is planned only");
    assertThatThrownBy(() -> whole(PlanJitter.DECORRELATED, PlanHintRule.FLOOR, 300))
        .hasMessageStartingWith("jitter decorrelated is planned only");
    assertThatThrownBy(() -> whole(PlanJitter.FULL, PlanHintRule.FLOOR, 300.5))
        .hasMessageStartingWith("a hint of 300.5 ms lies between the whole milliseconds");
  }

  private static void assertRefused(List<Double> ceilingsMs, String message) {
    assertThatThrownBy(() -> full(ceilingsMs, Draws.CONTINUOUS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static WaitSum full(List<Double> ceilingsMs, Draws draws) {
    return WaitSum.of(
        ceilingsMs, PlanJitter.FULL, PlanHintRule.FLOOR, OptionalDouble.empty(), draws);
  }

  private static WaitSum whole(PlanJitter jitter, PlanHintRule hintRule, double hintMs) {
    return WaitSum.of(DOUBLING, jitter, hintRule, OptionalDouble.of(hintMs), Draws.WHOLE_MS);
  }

  private static double[] sampled(Backoff backoff, double hintMs) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] sums = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      for (int attempt = 1; attempt <= 5; attempt++) {
        sums[i] += backoff.delayMs(attempt, random.nextDouble(), hintMs);
      }
    }
    Arrays.sort(sums);
    return sums;
  }

  /** The largest difference between the share of samples and the probability, at the samples. */
  private static double distance(double[] sorted, WaitSum sum) {
    double largest = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i + 1 == sorted.length || sorted[i + 1] != sorted[i]) {
        double share = (i + 1.0) / sorted.length;
        largest = Math.max(largest, Math.abs(share - sum.probabilityWithin(sorted[i])));
      }
    }
    return largest;
  }
}
