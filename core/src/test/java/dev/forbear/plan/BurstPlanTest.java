package dev.forbear.plan;

import static dev.forbear.plan.Plans.PUBLISHED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BurstPlanTest {

  private static final long SEED = 20_261_205;
  private static final int COURSES = 100_000;

  @ParameterizedTest
  @CsvSource({
    "500, 0.99990, 0.999, 1.091",
    "1000, 0.99908, 0.988, 1.107",
    "2000, 0.9933, 0.916, 1.138",
    "5000, 0.9718, 0.647, 1.183",
    "10000, 0.9528, 0.410, 1.208",
    "30000, 0.9330, 0.163, 1.228",
    "60000, 0.9268, 0.085, 1.234",
    "300000, 0.9214, 0.018, 1.239"
  })
  void losesToBurstsWhatItWinsFromChance(
      double burstMs, double success, double afterFailure, double load) {
    BurstPlan plan = BurstPlan.of(PUBLISHED, Bursts.outages(0.08, burstMs));

    assertThat(plan.overallFailureRate()).isCloseTo(0.08, within(1e-15));
    assertThat(plan.independentPrediction()).isCloseTo(0.99995904, within(1e-15));
    assertThat(plan.successProbability()).isCloseTo(success, within(0.00006));
    assertThat(plan.successGivenFirstFailed().orElseThrow())
        .isCloseTo(afterFailure, within(0.0006));
    assertThat(plan.loadMultiplier()).isCloseTo(load, within(0.0006));
  }

  @ParameterizedTest
  @EnumSource(value = PlanJitter.class, names = "DECORRELATED", mode = EnumSource.Mode.EXCLUDE)
  void agreesWithCoursesThroughBothStates(PlanJitter jitter) {
    PlanInput input = Plans.withWaits(PUBLISHED, Plans.rule(500, 2, 20_000, jitter))
        .withFailedLatencyMs(300)
        .withRetryAfterMs(600);
    Bursts bursts = new Bursts(0.1, 0.9, 8000, 3000);

    BurstPlan plan = BurstPlan.of(input, bursts);

    SplittableRandom random = new SplittableRandom(SEED);
    double rate = 1 / bursts.meanGoodMs() + 1 / bursts.meanBadMs();
    int succeeded = 0;
    int attempts = 0;
    for (int course = 0; course < COURSES; course++) {
      boolean isBad = random.nextDouble() < bursts.badShare();
      for (int attempt = 1; attempt <= 4; attempt++) {
        attempts++;
        double failureRate = isBad ? bursts.failureRateBad() : bursts.failureRateGood();
        if (random.nextDouble() >= failureRate) {
          succeeded++;
          break;
        }
        double ceilingMs = 500 * Math.pow(2, attempt - 1);
        double own = switch (jitter) {
          case NONE -> ceilingMs;
          case FULL -> random.nextDouble() * ceilingMs;
          default -> (1 + random.nextDouble()) * ceilingMs / 2;
        };
        double gapMs = 300 + Math.max(600, own);
        if (random.nextDouble() >= Math.exp(-rate * gapMs)) {
          isBad = random.nextDouble() < bursts.badShare();
        }
      }
    }
    double error = 5 * 0.5 / Math.sqrt(COURSES);
    assertThat((double) succeeded / COURSES)
        .as("seed " + SEED)
        .isCloseTo(plan.successProbability(), within(error));
    assertThat((double) attempts / COURSES)
        .as("seed " + SEED)
        .isCloseTo(plan.loadMultiplier(), within(3 * error));
  }

  @Test
  void isIndependentWhereBothStatesFailAlike() {
    BurstPlan plan = BurstPlan.of(PUBLISHED, new Bursts(0.08, 0.08, 1000, 500));

    assertThat(plan.successProbability()).isCloseTo(0.99995904, within(1e-14));
    assertThat(plan.loadMultiplier()).isCloseTo(1.086912, within(1e-14));
  }

  @Test
  void namesNoRescueWhereNothingFails() {
    BurstPlan plan = BurstPlan.of(PUBLISHED, new Bursts(0, 0, 1000, 1000));

    assertThat(plan.successGivenFirstFailed()).isEmpty();
    assertThat(plan.successProbability()).isEqualTo(1);
  }

  @Test
  void refusesWhatItsClosedFormDoesNotCover() {
    Bursts bursts = Bursts.outages(0.08, 1000);
    assertThatThrownBy(() -> BurstPlan.of(Plans.withDeadlineMs(PUBLISHED, 4000), bursts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("here 2 of 4 are");
    PlanInput decorrelated =
        Plans.withWaits(PUBLISHED, Plans.rule(500, 2, 20_000, PlanJitter.DECORRELATED));
    assertThatThrownBy(() -> BurstPlan.of(decorrelated, bursts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("bursts are planned for waits that do not depend on each other");
    assertThatThrownBy(() -> new Bursts(0, 2, 1, 1))
        .hasMessage("failureRateBad must be from 0 to 1, was 2.0");
    assertThatThrownBy(() -> new Bursts(0, 1, 0, 1))
        .hasMessage("meanGoodMs must be a number above 0 and up to 2^53 milliseconds, was 0.0");
    assertThatThrownBy(() -> Bursts.outages(1, 1))
        .hasMessage("failureRate must be above 0 and below 1 for outages, was 1.0");
  }
}
