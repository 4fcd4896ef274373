package dev.forbear.policy;

import static dev.forbear.policy.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

  private static final RetryPolicy POLICY = RetryPolicy.of(3, 200, 1000, 300);
  private static final Failure TRANSIENT = new Failure(true, true);

  @ParameterizedTest(name = "safe {0}, transient {1}, attempt left {2}, wait fits {3}: {4}")
  @CsvSource({
    "true,  true,  true,  true,  retry",
    "true,  true,  true,  false, deadline",
    "true,  true,  false, true,  attempts",
    "true,  true,  false, false, attempts",
    "true,  false, true,  true,  permanent",
    "true,  false, true,  false, permanent",
    "true,  false, false, true,  permanent",
    "true,  false, false, false, permanent",
    "false, true,  true,  true,  unsafe",
    "false, true,  true,  false, unsafe",
    "false, true,  false, true,  unsafe",
    "false, true,  false, false, unsafe",
    "false, false, true,  true,  unsafe",
    "false, false, true,  false, unsafe",
    "false, false, false, true,  unsafe",
    "false, false, false, false, unsafe"
  })
  void answersWithTheFirstRuleThatApplies(
      boolean safe, boolean isTransient, boolean attemptLeft, boolean fits, String expected) {
    Failure failure = new Failure(isTransient, safe);
    long completed = attemptLeft ? 2 : 3;
    double remainingMs = fits ? 10_000 : 0;

    Decision decision = POLICY.decide(failure, completed, remainingMs, 0.5);

    assertThat(word(decision)).isEqualTo(expected);
  }

  @Test
  void refusesInvalidInputWhateverTheFailureIs() {
    for (Failure failure : everyKindOfFailure()) {
      assertRefused(
          () -> POLICY.decide(failure, 0, 2000, 0.5), "completedAttempts must be >= 1, was 0");
      assertRefused(
          () -> POLICY.decide(failure, Long.MIN_VALUE, 2000, 0.5),
          "completedAttempts must be >= 1, was -9223372036854775808");
      for (double wrong : List.of(-1.0, -Double.MIN_VALUE, Double.NaN, 1 / 0.0, -1 / 0.0)) {
        assertRefused(
            () -> POLICY.decide(failure, 3, wrong, 0.5),
            "remainingMs must be a finite number >= 0, was " + wrong);
        assertRefused(
            () -> POLICY.decide(failure, 3, 2000, wrong),
            "random must be >= 0 and < 1, was " + wrong);
      }
      assertRefused(
          () -> POLICY.decide(failure, 3, 2000, 1), "random must be >= 0 and < 1, was 1.0");
    }
  }

  @Test
  void cannotBeBuiltWrong() {
    assertRefused(() -> RetryPolicy.of(0, 1, 1, 1), "maxAttempts must be >= 1, was 0");
    assertRefused(() -> RetryPolicy.of(-3, 1, 1, 1), "maxAttempts must be >= 1, was -3");
    for (double wrong : List.of(-1.0, Double.NaN, 1 / 0.0, -1 / 0.0)) {
      assertRefused(
          () -> RetryPolicy.of(1, wrong, 1, 1),
          "baseDelayMs must be a finite number >= 0, was " + wrong);
      assertRefused(
          () -> RetryPolicy.of(1, 1, wrong, 1),
          "maxDelayMs must be a finite number >= 0, was " + wrong);
      assertRefused(
          () -> RetryPolicy.of(1, 1, 1, wrong),
          "minimumAttemptMs must be a finite number > 0, was " + wrong);
      assertRefused(
          () -> new Failure(true, true, wrong),
          "retryAfterMs must be a finite number >= 0, was " + wrong);
    }
    assertRefused(
        () -> RetryPolicy.of(1, 1, 1, 0), "minimumAttemptMs must be a finite number > 0, was 0.0");
    assertRefused(
        () -> RetryPolicy.of(1, 1, 1, -0.0),
        "minimumAttemptMs must be a finite number > 0, was -0.0");
  }

  @Test
  void readsDurationsAsTheMillisecondsTheyAre() {
    assertThat(
            RetryPolicy.of(3, Duration.ofNanos(500_250), Duration.ofSeconds(8), Duration.ofDays(1)))
        .isEqualTo(RetryPolicy.of(3, 0.50025, 8000, 86_400_000));
    assertRefused(
        () -> RetryPolicy.of(1, Duration.ofMillis(-1), Duration.ZERO, Duration.ofMillis(1)),
        "baseDelayMs must be a finite number >= 0, was -1.0");
    assertRefused(
        () -> RetryPolicy.of(1, Duration.ZERO, Duration.ZERO, Duration.ZERO),
        "minimumAttemptMs must be a finite number > 0, was 0.0");
  }

  @Test
  void takesTheWaitThatFitsExactlyAndStopsOneStepBelow() {
    assertThat(POLICY.decide(TRANSIENT, 1, 400, 0.5)).isEqualTo(new Retry(100));
    assertThat(POLICY.decide(TRANSIENT, 1, Math.nextDown(400.0), 0.5))
        .isEqualTo(new Stop(StopReason.DEADLINE));
  }

  @Test
  void waitsForTheHintAboveTheCap() {
    Failure hinted = new Failure(true, true, 60_000);

    assertThat(POLICY.decide(hinted, 1, 60_300, 0.5)).isEqualTo(new Retry(60_000));
    assertThat(POLICY.decide(hinted, 1, 60_299, 0.5)).isEqualTo(new Stop(StopReason.DEADLINE));
  }

  @Test
  void keepsTheFractionOfAHint() {
    assertThat(POLICY.decide(new Failure(true, true, 1500.5), 1, 2000, 0.5))
        .isEqualTo(new Retry(1500.5));
  }

  @Test
  void takesAHintOfZeroAsNoFloor() {
    assertThat(POLICY.decide(new Failure(true, true, 0), 1, 2000, 0)).isEqualTo(new Retry(0));
  }

  @Test
  void permitsOneAttemptOnly() {
    assertThat(RetryPolicy.of(1, 200, 1000, 300).decide(TRANSIENT, 1, 2000, 0.5))
        .isEqualTo(new Stop(StopReason.ATTEMPTS));
  }

  @Test
  void countsUpToTheLargestLong() {
    RetryPolicy patient = RetryPolicy.of(Long.MAX_VALUE, 200, 1000, 300);

    assertThat(patient.decide(TRANSIENT, Long.MAX_VALUE - 1, 2000, 0.5)).isEqualTo(new Retry(500));
    assertThat(patient.decide(TRANSIENT, Long.MAX_VALUE, 2000, 0.5))
        .isEqualTo(new Stop(StopReason.ATTEMPTS));
  }

  @Test
  void stopsWhereTheSumPassesTheLargestDouble() {
    RetryPolicy huge = RetryPolicy.of(9, 0, Double.MAX_VALUE, Double.MAX_VALUE);

    assertThat(huge.decide(TRANSIENT, 1, Double.MAX_VALUE, 0.5)).isEqualTo(new Retry(0));
    assertThat(huge.decide(new Failure(true, true, Double.MAX_VALUE), 1, Double.MAX_VALUE, 0.5))
        .isEqualTo(new Stop(StopReason.DEADLINE));
  }

  private static List<Failure> everyKindOfFailure() {
    List<Failure> failures = new ArrayList<>();
    for (boolean isTransient : new boolean[] {true, false}) {
      for (boolean safe : new boolean[] {true, false}) {
        failures.add(new Failure(isTransient, safe));
      }
    }
    return failures;
  }

  private static String word(Decision decision) {
    return decision instanceof Stop stop ? stop.reason().word() : "retry";
  }
}
