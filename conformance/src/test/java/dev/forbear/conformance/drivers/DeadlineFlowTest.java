package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.Rehearsal.Driver;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One deadline over everything, and no attempt without a useful window. */
class DeadlineFlowTest {

  @ParameterizedTest
  @EnumSource(Driver.class)
  void startsNothingWithLessThanTheMinimumToTheDeadline(Driver driver) {
    Play.Seen seen = Play.with(driver).deadlineMs(199).play("ok");

    assertThat(seen.trace()).isEqualTo("failed deadline t=0");
    assertThat(seen.made()).isEmpty();
    assertThat(Play.with(driver).deadlineMs(200).play("ok in 199ms").trace())
        .isEqualTo("1:ok t=199");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void cutsAnAttemptWhenItsTimeIsUpAndGoesOn(Driver driver) {
    Play.Seen seen = Play.with(driver).attemptTimeoutMs(1000).play("hang, ok in 400ms");

    assertThat(seen.trace()).isEqualTo("1:timeout wait 250 | 2:ok t=1650");
    assertThat(seen.made().get(0).abortedAtMs()).isEqualTo(1000);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void endsExactlyAtTheDeadlineWithAProviderThatNeverAnswers(Driver driver) {
    Play.Seen seen = Play.with(driver).deadlineMs(30_000).play("hang");

    assertThat(seen.trace()).isEqualTo("1:timeout | failed deadline t=30000");
    assertThat(seen.made().get(0).abortedAtMs()).isEqualTo(30_000);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void shortensTheLastAttemptToWhatIsLeft(Driver driver) {
    Play.Seen seen = Play.with(driver)
        .forbear(any -> any.policy(RetryPolicy.of(5, 500, 8000, 200)))
        .attemptTimeoutMs(4000)
        .deadlineMs(10_000)
        .play("hang x3");

    assertThat(seen.trace())
        .isEqualTo("1:timeout wait 250 | 2:timeout wait 500 | 3:timeout | failed deadline t=10000");
    assertThat(timeoutsMs(seen)).containsExactly(4000.0, 4000.0, 1250.0);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void callsItAttemptsWhereTheDeadlineCutsTheLastPermittedAttempt(Driver driver) {
    Play.Seen seen =
        Play.with(driver).task(any -> any.maxAttempts(1)).deadlineMs(1000).play("hang");

    assertThat(seen.trace()).isEqualTo("1:timeout | failed attempts t=1000");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void stopsAtOnceWhereWaitAndMinimumAttemptDoNotFit(Driver driver) {
    assertThat(Play.with(driver).deadlineMs(949).play("503 in 500ms, ok").trace())
        .isEqualTo("1:503 | failed deadline t=500");
    assertThat(Play.with(driver).deadlineMs(950).play("503 in 500ms, ok").trace())
        .isEqualTo("1:503 wait 250 | 2:ok t=750");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void makesNoAttemptAfterAWaitThatEndedPastTheDeadline(Driver driver) {
    Play play = Play.with(driver).task(any -> any.selfTimed());

    Play.Seen seen =
        play.forbear(any -> any.timeSource(new OffTime(play.time(), 30_000))).play("503, ok");

    assertThat(seen.trace()).isEqualTo("1:503 wait 250 | failed deadline t=30250");
    assertThat(seen.made()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void makesNoAttemptAfterAWaitThatLeftLessThanTheMinimum(Driver driver) {
    Play play = Play.with(driver).task(any -> any.selfTimed());

    Play.Seen seen =
        play.forbear(any -> any.timeSource(new OffTime(play.time(), 19_551))).play("503, ok");

    assertThat(seen.trace()).isEqualTo("1:503 wait 250 | failed deadline t=19801");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void waitsForTheRestWhereItWasWokenEarly(Driver driver) {
    Play play = Play.with(driver).task(any -> any.selfTimed());

    Play.Seen seen = play.forbear(any -> any.timeSource(new OffTime(play.time(), -900, -50, -1)))
        .play("429 after 1s, ok");

    assertThat(seen.trace()).isEqualTo("1:429 wait 1000 | 2:ok t=1000");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void takesTheAnswerOfASelfTimedCallWheneverItComes(Driver driver) {
    assertThat(Play.with(driver)
            .task(any -> any.selfTimed())
            .deadlineMs(1000)
            .play("ok in 3s")
            .trace())
        .isEqualTo("1:ok t=3000");
  }

  private static List<Double> timeoutsMs(Play.Seen seen) {
    return seen.events().stream()
        .filter(TaskEvent.AttemptStarted.class::isInstance)
        .map(event -> ((TaskEvent.AttemptStarted) event).timeoutMs())
        .toList();
  }
}
