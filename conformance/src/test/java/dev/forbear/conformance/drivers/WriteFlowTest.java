package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Outcome;
import dev.forbear.classify.FailureClass;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedCall;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes: repeated under one key or not at all, and unknown rather than wrong. */
class WriteFlowTest {

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isUnknownAfterALostAnswerAndIsNotRepeated(Driver driver) {
    Play.Seen seen = Play.with(driver).task(any -> any.write()).play("reset in 900ms, ok");

    assertThat(seen.trace()).isEqualTo("1:unknown_outcome | unknown unsafe t=900");
    assertThat(seen.ended()).isInstanceOf(Outcome.Unknown.class);
    assertThat(seen.noValue().ending().failureClass()).isEqualTo(FailureClass.UNKNOWN_OUTCOME);
    assertThat(seen.noValue().ending().uncertain()).isTrue();
    assertThat(seen.made()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isRepeatedWithoutAKeyWhereItProvablyDidNotRun(Driver driver) {
    assertThat(
            Play.with(driver).task(any -> any.write()).play("refuse, 429, ok").trace())
        .isEqualTo("1:connect_failed wait 250 | 2:429 wait 500 | 3:ok t=750");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isRepeatedUnderTheSameKey(Driver driver) {
    Play.Seen seen =
        Play.with(driver).task(any -> any.write("op-1")).play("reset in 1200ms, 500, ok");

    assertThat(seen.trace()).isEqualTo("1:unknown_outcome wait 250 | 2:500 wait 500 | 3:ok t=1950");
    assertThat(seen.made()).extracting(ScriptedCall.Made::key).containsOnly("op-1");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isUnknownWhereNoAttemptUnderTheKeyWasAnswered(Driver driver) {
    assertThat(keyed(driver).attemptTimeoutMs(1000).play("hang x3").trace())
        .isEqualTo("1:timeout wait 250 | 2:timeout wait 500 | 3:timeout | unknown attempts t=3750");
    assertThat(keyed(driver).deadlineMs(1000).play("hang").trace())
        .isEqualTo("1:timeout | unknown deadline t=1000");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void hasFailedWhereTheAnswerSpeaksOfThePayload(Driver driver) {
    Play.Seen seen = keyed(driver).play("reset, 400");

    assertThat(seen.trace())
        .isEqualTo("1:unknown_outcome wait 250 | 2:400 | failed permanent t=250");
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void staysUnknownWhereTheAnswerSpeaksOfTheKeyOrTheAddress(Driver driver) {
    assertThat(keyed(driver).play("reset, 401").trace())
        .isEqualTo("1:unknown_outcome wait 250 | 2:401 | unknown permanent t=250");
    assertThat(keyed(driver).play("reset, 404").trace())
        .isEqualTo("1:unknown_outcome wait 250 | 2:404 | unknown permanent t=250");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void hasFailedForCertainWhereNoAttemptMayHaveRun(Driver driver) {
    Play.Seen seen = Play.with(driver).task(any -> any.write()).play("429, refuse, 429");

    assertThat(seen.trace())
        .isEqualTo("1:429 wait 250 | 2:connect_failed wait 500 | 3:429 | failed attempts t=750");
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isCancelledAndUncertainInFlight(Driver driver) {
    Play.Seen seen = Play.with(driver).task(any -> any.write()).cancelledAt(700).play("ok in 5s");

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=700");
    assertThat(seen.noValue().ending().uncertain()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void isCancelledAndCertainInAWaitAfterARefusal(Driver driver) {
    Play.Seen seen = Play.with(driver)
        .task(any -> any.write())
        .cancelledAt(200)
        .play("429 after 3s in 100ms, ok");

    assertThat(seen.trace()).isEqualTo("1:429 wait 3000 | cancelled t=200");
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  private static Play keyed(Driver driver) {
    return Play.with(driver).task(any -> any.write("op-1"));
  }
}
