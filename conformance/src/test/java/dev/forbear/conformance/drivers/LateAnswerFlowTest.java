package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Attempt;
import dev.forbear.event.TaskEvent;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.ScriptedReply;
import dev.forbear.testkit.VirtualTime;
import dev.forbear.time.Wake;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that do not react to being cut: what they say afterwards is not heard. */
class LateAnswerFlowTest {

  private static final ScriptedReply OK = ScriptedReply.status(200);

  /** The first attempt answers at 1500 ms whatever is done to it, later ones at once. */
  private static final class Deaf {

    private final VirtualTime time;
    private final RuntimeException lateFailure;
    private final boolean succeeds;

    Deaf(VirtualTime time, boolean succeeds) {
      this.time = time;
      this.succeeds = succeeds;
      this.lateFailure = new IllegalStateException("late");
    }

    ScriptedReply block(Attempt attempt) {
      if (attempt.number() > 1) {
        return OK;
      }
      while (time.nowMs() < 1500) {
        try {
          time.sleepUntil(1_500_000_000, new Wake());
        } catch (InterruptedException e) {
          // Deaf, as some calls are.
        }
      }
      if (succeeds) {
        return OK;
      }
      throw lateFailure;
    }

    CompletionStage<ScriptedReply> start(Attempt attempt) {
      if (attempt.number() > 1) {
        return CompletableFuture.completedFuture(OK);
      }
      CompletableFuture<ScriptedReply> deaf = new CompletableFuture<>() {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
          return false;
        }
      };
      time.alarm(1_500_000_000, () -> {
        if (succeeds) {
          deaf.complete(OK);
        } else {
          deaf.completeExceptionally(lateFailure);
        }
      });
      return deaf;
    }

    Play.Seen in(Play play) {
      return play.play(this::block, this::start, null);
    }
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void ignoresASuccessThatComesAfterTheCut(Driver driver) {
    Play play = Play.with(driver).attemptTimeoutMs(1000);

    Play.Seen seen = new Deaf(play.time(), true).in(play);

    // A blocking caller cannot leave a deaf call; an async one goes on at once.
    assertThat(seen.trace())
        .isEqualTo("1:timeout wait 250 | 2:ok t=" + (driver == Driver.BLOCKING ? 1750 : 1250));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void ignoresAFailureThatComesAfterTheCut(Driver driver) {
    Play play = Play.with(driver).attemptTimeoutMs(1000);

    Play.Seen seen = new Deaf(play.time(), false).in(play);

    assertThat(seen.trace())
        .isEqualTo("1:timeout wait 250 | 2:ok t=" + (driver == Driver.BLOCKING ? 1750 : 1250));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void ignoresASuccessThatComesAfterTheCancel(Driver driver) {
    Play play = Play.with(driver).cancelledAt(400);

    Play.Seen seen = new Deaf(play.time(), true).in(play);

    assertThat(seen.trace())
        .isEqualTo("1:cancelled | cancelled t=" + (driver == Driver.BLOCKING ? 1500 : 400));
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void tellsOfAnAbandonedAttemptWhenItHasReallyEnded(Driver driver) {
    Play play = Play.with(driver).attemptTimeoutMs(1000);

    Play.Seen seen = new Deaf(play.time(), true).in(play);

    // A blocking caller waits for the attempt, so nothing of it is abandoned.
    assertThat(seen.events())
        .filteredOn(TaskEvent.LateAttemptEnded.class::isInstance)
        .isEqualTo(
            driver == Driver.BLOCKING
                ? java.util.List.of()
                : java.util.List.of(new TaskEvent.LateAttemptEnded("task", 1, 500)));
  }
}
