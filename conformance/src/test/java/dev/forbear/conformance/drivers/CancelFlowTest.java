package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Outcome;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedReply;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cancelling: it reaches whatever is under way, and nothing follows it. */
class CancelFlowTest {

  @ParameterizedTest
  @EnumSource(Driver.class)
  void sendsNothingWhenCancelledBeforehand(Driver driver) {
    Play play = Play.with(driver);
    play.token().cancel();

    Play.Seen seen = play.task(any -> any.write().cancelledBy(play.token())).play("ok");

    assertThat(seen.trace()).isEqualTo("cancelled t=0");
    assertThat(seen.made()).isEmpty();
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void abortsTheAttemptInFlight(Driver driver) {
    Play.Seen seen = Play.with(driver).cancelledAt(500).play("ok in 8s");

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=500");
    assertThat(seen.made().get(0).abortedAtMs()).isEqualTo(500);
    assertThat(seen.ended()).isInstanceOf(Outcome.Cancelled.class);
    assertThat(seen.interrupted()).as("an interrupt of ours stays inside").isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void endsAWaitAtOnce(Driver driver) {
    Play.Seen seen = Play.with(driver).cancelledAt(200).play("429 after 3s in 100ms, ok");

    assertThat(seen.trace()).isEqualTo("1:429 wait 3000 | cancelled t=200");
    assertThat(seen.made()).hasSize(1);
    assertThat(seen.noValue().history().get(0).cause()).isInstanceOf(ReplyException.class);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void makesNoAttemptWhenCancelledByAListenerOfTheFailure(Driver driver) {
    Play play = Play.with(driver).forbear(any -> any.policy(RetryPolicy.of(3, 0, 0, 200)));

    Play.Seen seen = play.task(any -> any.cancelledBy(play.token()))
        .forbear(any -> any.listener(event -> {
          if (event instanceof TaskEvent.AttemptFailed) {
            play.token().cancel();
          }
        }))
        .play("503, ok");

    assertThat(seen.trace()).isEqualTo("1:503 wait 0 | cancelled t=0");
    assertThat(seen.made()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void doesNotMakeTheCallWhenCancelledByAListenerOfTheStart(Driver driver) {
    Play play = Play.with(driver);

    Play.Seen seen = play.task(any -> any.cancelledBy(play.token()))
        .forbear(any -> any.listener(event -> {
          if (event instanceof TaskEvent.AttemptStarted) {
            play.token().cancel();
          }
        }))
        .play("ok");

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=0");
    assertThat(seen.made()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void doesNotMakeTheCallWhenCancelledWhileItsTargetIsAsked(Driver driver) {
    Play play = Play.with(driver);

    Play.Seen seen = play.task(any -> any.write().cancelledBy(play.token()))
        .forbear(any -> any.admission((task, target) -> {
          play.token().cancel();
          return null;
        }))
        .play("ok");

    assertThat(seen.trace()).isEqualTo("cancelled t=0");
    assertThat(seen.made()).isEmpty();
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void endsATaskWhoseCallCancelsIt(Driver driver) {
    Play play = Play.with(driver);

    Play.Seen seen = play.task(any -> any.cancelledBy(play.token()))
        .play(
            attempt -> {
              play.token().cancel();
              return ScriptedReply.status(200);
            },
            attempt -> {
              play.token().cancel();
              return CompletableFuture.completedFuture(ScriptedReply.status(200));
            },
            null);

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=0");
    assertThat(seen.interrupted()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void changesNothingAfterTheEnd(Driver driver) {
    Play play = Play.with(driver);

    Play.Seen seen = play.task(any -> any.cancelledBy(play.token())).play("503, ok");
    play.token().cancel();

    assertThat(seen.trace()).isEqualTo("1:503 wait 250 | 2:ok t=250");
    assertThat(seen.events()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void neverRetriesAnInterruptThatTheCallThrows(Driver driver) {
    Play.Seen seen = Play.with(driver).play("interrupt in 300ms, ok");

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=300");
    assertThat(seen.interrupted()).isEqualTo(driver == Driver.BLOCKING);
  }

  @Test
  void abortsTheAttemptInFlightWhenTheFutureIsCancelled() {
    Play.Seen seen = Play.with(Driver.ASYNC).futureCancelledAt(500).play("ok in 8s");

    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=500");
    assertThat(seen.made().get(0).abortedAtMs()).isEqualTo(500);
  }

  @Test
  void endsAWaitWhenTheFutureIsCancelled() {
    Play.Seen seen =
        Play.with(Driver.ASYNC).futureCancelledAt(200).play("429 after 3s in 100ms, ok");

    assertThat(seen.trace()).isEqualTo("1:429 wait 3000 | cancelled t=200");
    assertThat(seen.made()).hasSize(1);
  }

  @Test
  void sendsNothingFromAnInterruptedThreadAndKeepsTheFlag() {
    Play play = Play.with(Driver.BLOCKING).task(any -> any.write());
    Thread.currentThread().interrupt();

    Play.Seen seen = play.play("ok");

    assertThat(seen.interrupted()).isTrue();
    assertThat(seen.trace()).isEqualTo("cancelled t=0");
    assertThat(seen.made()).isEmpty();
    assertThat(seen.noValue().ending().uncertain()).isFalse();
  }

  @Test
  void abortsTheAttemptOfAnInterruptedThreadAndKeepsTheFlag() {
    Play.Seen seen = Play.with(Driver.BLOCKING).interruptedAt(500).play("ok in 8s");

    assertThat(seen.interrupted()).isTrue();
    assertThat(seen.trace()).isEqualTo("1:cancelled | cancelled t=500");
  }

  @Test
  void endsTheWaitOfAnInterruptedThreadAndKeepsTheFlagAndTheFailure() {
    Play.Seen seen =
        Play.with(Driver.BLOCKING).interruptedAt(200).play("429 after 3s in 100ms, ok");

    assertThat(seen.interrupted()).isTrue();
    assertThat(seen.trace()).isEqualTo("1:429 wait 3000 | cancelled t=200");
    assertThat(seen.noValue().history().get(0).cause()).isInstanceOf(ReplyException.class);
  }
}
