package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is repeated, and how often. */
class RetryFlowTest {

  @ParameterizedTest
  @EnumSource(Driver.class)
  void handsOutTheValueOfTheFirstAttempt(Driver driver) {
    Play.Seen seen = Play.with(driver).play("ok in 400ms");

    assertThat(seen.trace()).isEqualTo("1:ok t=400");
    assertThat(seen.ended()).isInstanceOfSatisfying(Outcome.Success.class, success -> {
      assertThat(success.value())
          .isEqualTo(ScriptedReply.status(200).withDelay(Duration.ofMillis(400)));
      assertThat(success.degraded()).isFalse();
    });
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void repeatsWhatPassesAfterGrowingWaits(Driver driver) {
    Play.Seen seen = Play.with(driver).play("503 in 100ms, 529 in 100ms, ok in 400ms");

    assertThat(seen.trace()).isEqualTo("1:503 wait 250 | 2:529 wait 500 | 3:ok t=1350");
    assertThat(seen.ended().history()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void stopsAfterTheLastPermittedAttemptWithoutAWait(Driver driver) {
    Play.Seen seen = Play.with(driver).play("503 x4");

    assertThat(seen.trace())
        .isEqualTo("1:503 wait 250 | 2:503 wait 500 | 3:503 | failed attempts t=750");
    assertThat(seen.made()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void takesTheTasksOwnNumberOfAttempts(Driver driver) {
    assertThat(Play.with(driver).task(any -> any.maxAttempts(1)).play("503 x2").trace())
        .isEqualTo("1:503 | failed attempts t=0");
    assertThat(
            Play.with(driver).task(any -> any.maxAttempts(4)).play("503 x3, ok").trace())
        .isEqualTo("1:503 wait 250 | 2:503 wait 500 | 3:503 wait 1000 | 4:ok t=1750");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void neverRepeatsWhatIsPermanent(Driver driver) {
    assertThat(Play.with(driver).play("400 in 50ms, ok").trace())
        .isEqualTo("1:400 | failed permanent t=50");
    assertThat(Play.with(driver).play("503, 401, ok").trace())
        .isEqualTo("1:503 wait 250 | 2:401 | failed permanent t=250");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void goesOnAtOnceWhereThereIsNoBackoff(Driver driver) {
    RetryPolicy eager = RetryPolicy.of(4, 0, 8000, 200);

    Play.Seen seen = Play.with(driver).forbear(any -> any.policy(eager)).play("503 in 10ms x3, ok");

    assertThat(seen.trace()).isEqualTo("1:503 wait 0 | 2:503 wait 0 | 3:503 wait 0 | 4:ok t=30");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void makesThousandsOfAttemptsWithoutGrowingTheStack(Driver driver) {
    RetryPolicy stubborn = new RetryPolicy(5000, Backoff.noJitter(0, 0), 1);

    Play.Seen seen = Play.with(driver).forbear(any -> any.policy(stubborn)).play("503 x4999, ok");

    assertThat(seen.ended().attempts()).isEqualTo(5000);
    assertThat(seen.trace()).endsWith("| 5000:ok t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void repeatsAnUndeclaredTaskOnlyWhereItProvablyDidNotRun(Driver driver) {
    assertThat(undeclared(driver).play("refuse in 20ms, 429, ok").trace())
        .isEqualTo("1:connect_failed wait 250 | 2:429 wait 500 | 3:ok t=770");
    assertThat(undeclared(driver).play("reset in 900ms, ok").trace())
        .isEqualTo("1:unknown_outcome | failed unsafe t=900");
    assertThat(undeclared(driver).attemptTimeoutMs(1000).play("hang, ok").trace())
        .isEqualTo("1:timeout | failed unsafe t=1000");
  }

  private static Play undeclared(Driver driver) {
    return Play.with(driver).task(any -> Task.named("undeclared").deadline(Duration.ofSeconds(20)));
  }
}
