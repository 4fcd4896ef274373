package dev.forbear.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffPropertyTest {

  private static final long SEED = 20_261_130;
  private static final int WORLDS = 20_000;
  private static final int DRAWS = 100_000;
  private static final int MOST_ATTEMPTS = 50;

  @ParameterizedTest
  @EnumSource(Jitter.class)
  void neverWaitsLessThanTheHint(Jitter jitter) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (HintRule hintRule : HintRule.values()) {
      for (int world = 0; world < WORLDS; world++) {
        Backoff backoff = anyBackoff(random, jitter, hintRule);
        double hintMs = anyMilliseconds(random);

        double delayMs = backoff.delayMs(anyCompleted(random), random.nextDouble(), hintMs);

        assertThat(delayMs).as(story(world, backoff)).isGreaterThanOrEqualTo(hintMs);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Jitter.class)
  void neverWaitsLongerThanTheCapOfItsOwn(Jitter jitter) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int world = 0; world < WORLDS; world++) {
      Backoff backoff = anyBackoff(random, jitter, HintRule.FLOOR);

      double delayMs = backoff.delayMs(anyCompleted(random), random.nextDouble(), 0);

      assertThat(delayMs).as(story(world, backoff)).isBetween(0.0, backoff.capMs());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1000, 20_000, 1e9})
  void spreadsTheLateWaitsAsWidelyAsTheEarlyOnes(double capMs) {
    SplittableRandom random = new SplittableRandom(SEED);
    Backoff backoff = Backoff.fullJitter(1000, capMs);
    for (int completed = 1; completed <= MOST_ATTEMPTS; completed++) {
      double ceilingMs = backoff.ceilingMs(completed);
      double sumMs = 0;
      double longestMs = 0;
      for (int draw = 0; draw < DRAWS; draw++) {
        double delayMs = backoff.delayMs(completed, random.nextDouble(), 0);
        sumMs += delayMs;
        longestMs = Math.max(longestMs, delayMs);
      }

      double meanMs = (ceilingMs - 1) / 2;
      String story = "seed " + SEED + ", attempt " + completed + ", ceiling " + ceilingMs;
      assertThat(sumMs / DRAWS).as(story).isBetween(meanMs * 0.99, meanMs * 1.01);
      assertThat(longestMs).as(story).isLessThan(ceilingMs).isLessThan(backoff.capMs());
    }
  }

  @Test
  void retriesOnlyWhatFitsAndStopsOnlyWhatDoesNot() {
    SplittableRandom random = new SplittableRandom(SEED);
    int retries = 0;
    for (int world = 0; world < WORLDS; world++) {
      Backoff backoff = anyBackoff(random, Jitter.FULL, HintRule.FLOOR);
      RetryPolicy policy = new RetryPolicy(Long.MAX_VALUE, backoff, 1 + random.nextInt(1000));
      double remainingMs = anyMilliseconds(random);
      Failure failure = new Failure(true, true, random.nextBoolean() ? 0 : anyMilliseconds(random));
      long completed = anyCompleted(random);
      double draw = random.nextDouble();

      Decision decision = policy.decide(failure, completed, remainingMs, draw);

      double delayMs = backoff.delayMs(completed, draw, failure.retryAfterMs());
      boolean fits = delayMs + policy.minimumAttemptMs() <= remainingMs;
      assertThat(decision)
          .as(story(world, backoff))
          .isEqualTo(fits ? new Retry(delayMs) : new Stop(StopReason.DEADLINE));
      retries += fits ? 1 : 0;
    }
    assertThat(retries).as("both answers must occur").isBetween(WORLDS / 10, WORLDS * 9 / 10);
  }

  @Test
  void givesTheSameAnswerToTheSameInput() {
    SplittableRandom first = new SplittableRandom(SEED);
    SplittableRandom second = new SplittableRandom(SEED);
    for (int world = 0; world < WORLDS; world++) {
      assertThat(anyDecision(first))
          .as("seed " + SEED + ", world " + world)
          .isEqualTo(anyDecision(second));
    }
  }

  private static Decision anyDecision(SplittableRandom random) {
    Backoff backoff = anyBackoff(random, Jitter.FULL, HintRule.FLOOR);
    RetryPolicy policy = new RetryPolicy(1 + random.nextInt(60), backoff, 300);
    Failure failure =
        new Failure(random.nextBoolean(), random.nextBoolean(), anyMilliseconds(random));
    return policy.decide(
        failure, anyCompleted(random), anyMilliseconds(random), random.nextDouble());
  }

  private static Backoff anyBackoff(SplittableRandom random, Jitter jitter, HintRule hintRule) {
    double multiplier = random.nextBoolean() ? 2 : 1 + random.nextDouble() * 9;
    return new Backoff(
        anyMilliseconds(random), multiplier, anyMilliseconds(random), jitter, hintRule);
  }

  /** Zero, or a number of any size that occurs: a thousandth to a trillion. */
  private static double anyMilliseconds(SplittableRandom random) {
    return random.nextInt(20) == 0 ? 0 : Math.pow(10, random.nextDouble() * 15 - 3);
  }

  private static long anyCompleted(SplittableRandom random) {
    return random.nextInt(10) == 0 ? random.nextLong(1, Long.MAX_VALUE) : random.nextLong(1, 60);
  }

  private static String story(int world, Backoff backoff) {
    return "seed " + SEED + ", world " + world + ", " + backoff;
  }
}
