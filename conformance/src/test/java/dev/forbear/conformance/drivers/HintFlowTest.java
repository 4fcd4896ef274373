package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.Rehearsal.Driver;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The provider's own word on how long to wait. */
class HintFlowTest {

  @ParameterizedTest
  @EnumSource(Driver.class)
  void neverWaitsLessThanTheHint(Driver driver) {
    assertThat(Play.with(driver).play("429 after 2s in 100ms, ok in 400ms").trace())
        .isEqualTo("1:429 wait 2000 | 2:ok t=2500");
    assertThat(Play.with(driver).play("429 after 251ms, ok").trace())
        .isEqualTo("1:429 wait 251 | 2:ok t=251");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void doesNotCapTheHint(Driver driver) {
    assertThat(Play.with(driver).play("429 after 15s, ok").trace())
        .isEqualTo("1:429 wait 15000 | 2:ok t=15000");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void waitsItsOwnBackoffWhereTheHintIsShorter(Driver driver) {
    assertThat(Play.with(driver).play("429 after 100ms, 429 after 0s, ok").trace())
        .isEqualTo("1:429 wait 250 | 2:429 wait 500 | 3:ok t=750");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void spreadsOnTopOfTheHintWhereThePolicySaysSo(Driver driver) {
    RetryPolicy onTop =
        new RetryPolicy(3, new Backoff(500, 2, 8000, Jitter.FULL, HintRule.ON_TOP), 200);

    assertThat(Play.with(driver)
            .forbear(any -> any.policy(onTop))
            .play("429 after 2s, ok")
            .trace())
        .isEqualTo("1:429 wait 2250 | 2:ok t=2250");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void doesNotBeginAWaitThatDoesNotFitAndHandsTheHintToTheCaller(Driver driver) {
    Play.Seen seen = Play.with(driver).deadlineMs(2000).play("429 after 1801ms, ok");

    assertThat(seen.trace()).isEqualTo("1:429 | failed deadline t=0");
    assertThat(seen.noValue().ending().retryAfterMs()).isEqualTo(OptionalDouble.of(1801));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void takesAWaitThatFitsExactly(Driver driver) {
    assertThat(Play.with(driver)
            .deadlineMs(2000)
            .play("429 after 1800ms, ok in 199ms")
            .trace())
        .isEqualTo("1:429 wait 1800 | 2:ok t=1999");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void stopsWhereTheHintIsLongerThanTheCallerAccepts(Driver driver) {
    Play.Seen seen = Play.with(driver)
        .forbear(any -> any.maxRetryAfter(Duration.ofSeconds(2)))
        .play("429 after 2s, 429 after 2001ms, ok");

    assertThat(seen.trace())
        .isEqualTo("1:429 wait 2000 | 2:429 | failed retry-after-too-long t=2000");
    assertThat(seen.noValue().ending().retryAfterMs()).isEqualTo(OptionalDouble.of(2001));
  }
}
