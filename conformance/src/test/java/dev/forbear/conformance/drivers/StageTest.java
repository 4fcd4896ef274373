package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.event.TaskEvent;
import dev.forbear.task.EndReason;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedReply;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What async calls may answer with: stages of every kind, good and bad. */
class StageTest {

  private static final ScriptedReply OK = ScriptedReply.status(200);

  private static Play.Seen play(Play play, AsyncAttemptCall<ScriptedReply> call) {
    return play.play(
        attempt -> {
          throw new AssertionError("this is about stages");
        },
        call,
        null);
  }

  private static Play.Seen play(AsyncAttemptCall<ScriptedReply> call) {
    return play(Play.with(Driver.ASYNC).attemptTimeoutMs(1000), call);
  }

  @Test
  void takesAStageThatIsNoFuture() {
    assertThat(play(attempt -> CompletableFuture.completedStage(OK)).trace()).isEqualTo("1:ok t=0");
    assertThat(play(attempt -> CompletableFuture.failedStage(new IOException("lost")))
            .trace())
        .endsWith("3:unknown_outcome | failed attempts t=750");
  }

  @Test
  void takesAStageThatIsNoFutureAndCompletesLater() {
    Play play = Play.with(Driver.ASYNC);

    Play.Seen seen = play(play, attempt -> {
      CompletableFuture<ScriptedReply> answer = new CompletableFuture<>();
      play.time().alarm(300_000_000, () -> answer.complete(OK));
      return answer.minimalCompletionStage();
    });

    assertThat(seen.trace()).isEqualTo("1:ok t=300");
  }

  @Test
  void cutsAStageThatNeverCompletes() {
    Play play = Play.with(Driver.ASYNC).attemptTimeoutMs(1000);

    Play.Seen seen = play(
        play,
        attempt -> attempt.number() == 1
            ? new CompletableFuture<>()
            : CompletableFuture.completedFuture(OK));

    assertThat(seen.trace()).isEqualTo("1:timeout wait 250 | 2:ok t=1250");
  }

  @Test
  void hearsAStageThatCompletesTwiceOnce() {
    Play.Seen seen = play(attempt -> new CompletableFuture<ScriptedReply>() {
      @Override
      public CompletableFuture<ScriptedReply> whenComplete(
          BiConsumer<? super ScriptedReply, ? super Throwable> action) {
        action.accept(OK, SabotagedStage.nothing());
        action.accept(SabotagedStage.nothing(), new IOException("changed its mind"));
        return this;
      }
    });

    assertThat(seen.trace()).isEqualTo("1:ok t=0");
  }

  @Test
  void countsALateStageThatCompletesTwiceOnce() {
    Play play = Play.with(Driver.ASYNC).attemptTimeoutMs(1000).task(any -> any.maxAttempts(1));

    Play.Seen seen = play(play, attempt -> {
      CompletableFuture<ScriptedReply> twice = new CompletableFuture<>() {
        @Override
        public CompletableFuture<ScriptedReply> whenComplete(
            BiConsumer<? super ScriptedReply, ? super Throwable> action) {
          return super.whenComplete((value, thrown) -> {
            action.accept(value, thrown);
            action.accept(value, thrown);
          });
        }
      };
      return twice;
    });

    assertThat(seen.trace()).isEqualTo("1:timeout | failed attempts t=1000");
    assertThat(seen.events())
        .filteredOn(TaskEvent.LateAttemptEnded.class::isInstance)
        .hasSize(1);
  }

  @Test
  void takesAStageThatThrowsWhenItIsAskedForAFailedAttempt() {
    Play.Seen seen = play(attempt -> new CompletableFuture<ScriptedReply>() {
      @Override
      public CompletableFuture<ScriptedReply> whenComplete(
          BiConsumer<? super ScriptedReply, ? super Throwable> action) {
        throw new RejectedExecutionException("its pool is closed");
      }
    });

    assertThat(seen.noValue().history().get(0).cause())
        .isInstanceOf(RejectedExecutionException.class);
  }

  @Test
  void leavesAStageThatCannotBeCancelled() {
    Play play = Play.with(Driver.ASYNC).attemptTimeoutMs(1000).task(any -> any.maxAttempts(1));

    Play.Seen seen = play(play, attempt -> {
      CompletableFuture<ScriptedReply> answer = new CompletableFuture<>() {
        @Override
        public CompletableFuture<ScriptedReply> toCompletableFuture() {
          throw new UnsupportedOperationException("no future");
        }
      };
      play.time().alarm(1_500_000_000, () -> answer.complete(OK));
      return answer;
    });

    assertThat(seen.trace()).isEqualTo("1:timeout | failed attempts t=1000");
    assertThat(seen.events()).contains(new TaskEvent.LateAttemptEnded("task", 1, 500));
  }

  @Test
  void takesNoStageForAFailedAttempt() {
    Play.Seen seen = play(attempt -> SabotagedStage.nothing());

    assertThat(seen.trace()).endsWith("| failed permanent t=0");
    assertThat(seen.noValue().history().get(0).cause())
        .hasMessage("the call of 'task' returned null, not a stage");
  }

  @Test
  void looksThroughWhatAsyncLibrariesWrapAroundAFailure() {
    IOException lost = new IOException("lost");
    Play.Seen seen = play(attempt ->
        CompletableFuture.failedFuture(new CompletionException(new ExecutionException(lost))));

    assertThat(seen.noValue().history().get(0).cause()).isSameAs(lost);
  }

  @Test
  void takesACancelledStageForACancel() {
    Play.Seen seen = play(attempt -> CompletableFuture.failedFuture(new CancellationException()));

    assertThat(seen.noValue().reason()).isEqualTo(EndReason.CANCELLED);
    assertThat(seen.noValue().attempts()).isEqualTo(1);
  }

  @Test
  void handsAnErrorOnAndNeverRepeatsIt() {
    Play play = Play.with(Driver.ASYNC);
    OutOfMemoryError error = new OutOfMemoryError("not really");

    assertThatThrownBy(() -> play(play, attempt -> CompletableFuture.failedFuture(error)))
        .isInstanceOf(CompletionException.class)
        .hasCause(error);
    play.checkThatItHasEndedOnce();
  }

  @Test
  void keepsTheFlagOfAThreadWhoseCallWasInterrupted() {
    Play.Seen seen = play(attempt -> {
      throw new InterruptedException("while it asked for a connection");
    });

    assertThat(seen.noValue().reason()).isEqualTo(EndReason.CANCELLED);
    assertThat(seen.interrupted()).isTrue();
  }

  /** Nulls where none are allowed, as code without null checks may hand them out. */
  private static final class SabotagedStage {

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    static <V> V nothing() {
      return null;
    }
  }
}
