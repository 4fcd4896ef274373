package dev.forbear.policy;

import static dev.forbear.policy.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayPlanTest {

  private static final DelayPlan PLAN = DelayPlan.ofSeconds(4, 0.5, 5, Set.of("timeout"));

  @Test
  void doublesFromTheBase() {
    assertThat(PLAN.nextDelay(1, "timeout")).hasValue(0.5);
    assertThat(PLAN.nextDelay(2, "timeout")).hasValue(1);
    assertThat(PLAN.nextDelay(3, "timeout")).hasValue(2);
  }

  @Test
  void stopsAtTheLastAttemptAndBeyond() {
    assertThat(PLAN.nextDelay(4, "timeout")).isEmpty();
    assertThat(PLAN.nextDelay(Long.MAX_VALUE, "timeout")).isEmpty();
  }

  @Test
  void stopsAtEveryErrorItDoesNotKnow() {
    assertThat(PLAN.nextDelay(1, "auth")).isEmpty();
    assertThat(PLAN.nextDelay(1, "")).isEmpty();
    assertThat(PLAN.nextDelay(1, "Timeout")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -7, Long.MIN_VALUE, Long.MIN_VALUE + 1})
  void takesAttemptsBelowOneForTheFirst(long attempt) {
    assertThat(PLAN.nextDelay(attempt, "timeout")).hasValue(0.5);
    assertThat(PLAN.nextDelay(attempt, "auth")).isEmpty();
  }

  @Test
  void reachesTheCapInsteadOfAnOverflow() {
    DelayPlan patient = DelayPlan.ofSeconds(20_000, 0.5, 5, Set.of("timeout"));

    assertThat(patient.nextDelay(9_999, "timeout")).hasValue(5);
    assertThat(patient.nextDelay(19_999, "timeout")).hasValue(5);
    assertThat(patient.nextDelay(20_000, "timeout")).isEmpty();
  }

  @Test
  void retriesAtOnceWithAZeroBase() {
    assertThat(DelayPlan.ofSeconds(20_000, 0, 5, Set.of("timeout")).nextDelay(10_000, "timeout"))
        .hasValue(0);
  }

  @Test
  void keepsItsOwnCopyOfTheErrors() {
    Set<String> errors = new HashSet<>(Set.of("timeout"));
    DelayPlan plan = DelayPlan.ofSeconds(4, 0.5, 5, errors);

    errors.clear();

    assertThat(plan.nextDelay(1, "timeout")).hasValue(0.5);
  }

  @Test
  void cannotBeBuiltWrong() {
    Set<String> errors = Set.of("timeout");
    assertRefused(() -> DelayPlan.ofSeconds(0, 1, 1, errors), "maxAttempts must be >= 1, was 0");
    assertRefused(
        () -> DelayPlan.ofSeconds(1, -1, 1, errors),
        "baseDelay must be a finite number >= 0, was -1.0");
    assertRefused(
        () -> DelayPlan.ofSeconds(1, 1, Double.POSITIVE_INFINITY, errors),
        "maxDelay must be a finite number >= 0, was Infinity");
    assertRefused(
        () -> new DelayPlan(1, Backoff.fullJitter(1, 1), errors), "jitter must be NONE, was FULL");
  }
}
