package dev.forbear.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {

  private static final long SEED = 20_261_130;

  @Test
  void beginsFullAndRunsDry() {
    RetryTokens tokens = new RetryBudget(0.1, 2).full();

    assertThat(tokens.withdraw()).isTrue();
    assertThat(tokens.withdraw()).isTrue();
    assertThat(tokens.withdraw()).isFalse();
    assertThat(tokens.tokens()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 100, 1000})
  void bringsOneAttemptAfterExactlySoManySuccesses(int successes) {
    RetryTokens tokens = new RetryBudget(1.0 / successes, 10).full();
    while (tokens.withdraw()) {
      // empties it
    }

    for (int round = 0; round < 20; round++) {
      for (int i = 1; i < successes; i++) {
        tokens.deposit();
        assertThat(tokens.withdraw()).as("after %d of %d", i, successes).isFalse();
      }
      // A third is no whole number of millionths: one success more may be needed.
      tokens.deposit();
      if (!tokens.withdraw()) {
        tokens.deposit();
        assertThat(1_000_000 % successes).isNotZero();
        assertThat(tokens.withdraw()).isTrue();
      }
    }
  }

  @Test
  void neverHoldsMoreThanItsCapacity() {
    RetryTokens tokens = new RetryBudget(1, 3).full();

    tokens.deposit();
    tokens.giveBack();

    assertThat(tokens.tokens()).isEqualTo(3);
  }

  @Test
  void givesBackWhatWasNotUsed() {
    RetryTokens tokens = new RetryBudget(0, 1).full();
    assertThat(tokens.withdraw()).isTrue();

    tokens.giveBack();

    assertThat(tokens.withdraw()).isTrue();
  }

  @Test
  void withoutRatioAndCapacityNothingIsRepeated() {
    RetryTokens tokens = new RetryBudget(0, 0).full();

    tokens.deposit();

    assertThat(tokens.withdraw()).isFalse();
  }

  @Test
  void boundsTheRepeatsOfEveryCourse() {
    for (int course = 0; course < 200; course++) {
      Random random = new Random(SEED + course);
      RetryBudget budget = new RetryBudget(random.nextInt(1001) / 1000.0, random.nextInt(50));
      RetryTokens tokens = budget.full();
      int successes = 0;
      int repeats = 0;
      for (int i = 0; i < 2000; i++) {
        if (random.nextBoolean()) {
          tokens.deposit();
          successes++;
        } else if (tokens.withdraw()) {
          repeats++;
        }
        assertThat((double) repeats)
            .as("seed %d, %s", SEED + course, budget)
            .isLessThanOrEqualTo(budget.capacity() + budget.ratio() * successes + 1e-9);
        assertThat(tokens.tokens()).isBetween(0.0, budget.capacity());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesARatioThatIsNoShare(double ratio) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RetryBudget(ratio, 1))
        .withMessage("retry budget: ratio must be from 0 to 1, was " + ratio);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 1e10, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesACapacityThatLimitsNothing(double capacity) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RetryBudget(0.1, capacity))
        .withMessage("retry budget: capacity must be from 0 to 1e9 tokens, was " + capacity);
  }
}
