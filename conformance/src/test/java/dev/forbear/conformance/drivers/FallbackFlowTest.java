package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.classify.FailureClass;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.task.Targets;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a task leaves its target: one test for each line of the order. */
class FallbackFlowTest {

  private static final long NO_LIMIT = Long.MAX_VALUE;
  private static final double ANY_HINT = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @EnumSource(Driver.class)
  void staysWhereRepeatingIsUnsafe(Driver driver) {
    assertThat(moving(driver, 1).task(any -> any.write()).play("reset, ok").trace())
        .isEqualTo("1@A:unknown_outcome | unknown unsafe t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void staysAfterAPermanentFailureThatNobodyListed(Driver driver) {
    assertThat(moving(driver, 1).play("400 in 100ms, ok").trace())
        .isEqualTo("1@A:400 | failed permanent t=100");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesAtOnceAfterAPermanentFailureThatIsListed(Driver driver) {
    Targets targets =
        new Targets(List.of("A", "B"), NO_LIMIT, Set.of(FailureClass.AUTH), ANY_HINT, 0);

    Play.Seen seen = on(driver, targets).play("401 in 100ms, ok in 100ms");

    assertThat(seen.trace()).isEqualTo("1@A:401 | 2@B:ok t=200");
    assertThat(on(driver, targets).play("401, 401").trace())
        .isEqualTo("1@A:401 | 2@B:401 | failed permanent t=0");
    assertThat(
            on(driver, targets).task(any -> any.maxAttempts(1)).play("401, ok").trace())
        .isEqualTo("1@A:401 | failed attempts t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void stopsWhenTheAttemptsAreSpentWhateverTargetsAreLeft(Driver driver) {
    assertThat(moving(driver, 1).task(any -> any.maxAttempts(1)).play("503, ok").trace())
        .isEqualTo("1@A:503 | failed attempts t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesAtOnceWhereTheTargetHasHadItsAttempts(Driver driver) {
    assertThat(moving(driver, 1).play("503 in 100ms, ok in 400ms").trace())
        .isEqualTo("1@A:503 | 2@B:ok t=500");
    assertThat(moving(driver, 1).play("503, 503").trace())
        .isEqualTo("1@A:503 | 2@B:503 | failed attempts t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void countsTheAttemptsOfTheWholeTaskForTheBackoff(Driver driver) {
    RetryPolicy four = RetryPolicy.of(4, 500, 8000, 200);

    assertThat(moving(driver, 2)
            .forbear(any -> any.policy(four))
            .play("503 x3, ok")
            .trace())
        .isEqualTo("1@A:503 wait 250 | 2@A:503 | 3@B:503 wait 1000 | 4@B:ok t=1250");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesWhereTheHintIsOverTheThreshold(Driver driver) {
    Targets targets = new Targets(List.of("A", "B"), NO_LIMIT, Set.of(), 5000, 0);

    assertThat(on(driver, targets).play("429 after 5s, ok").trace())
        .isEqualTo("1@A:429 wait 5000 | 2@A:ok t=5000");
    assertThat(on(driver, targets).play("429 after 5001ms, ok").trace())
        .isEqualTo("1@A:429 | 2@B:ok t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesWhereTheHintDoesNotFitTheDeadline(Driver driver) {
    Targets targets = Targets.of(List.of("A", "B"));

    assertThat(on(driver, targets).play("429 after 30s, ok").trace())
        .isEqualTo("1@A:429 | 2@B:ok t=0");
    assertThat(on(driver, targets).play("429 after 30s, 429 after 30s").trace())
        .isEqualTo("1@A:429 | 2@B:429 | failed deadline t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesWhereTheHintIsLongerThanTheCallerAccepts(Driver driver) {
    Play.Seen seen = on(driver, Targets.of(List.of("A", "B")))
        .forbear(any -> any.maxRetryAfter(Duration.ofSeconds(1)))
        .play("429 after 2s, 429 after 2s");

    assertThat(seen.trace()).isEqualTo("1@A:429 | 2@B:429 | failed retry-after-too-long t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void waitsOnItsTargetWhereNothingElseApplies(Driver driver) {
    assertThat(on(driver, Targets.of(List.of("A", "B"))).play("503, 503, ok").trace())
        .isEqualTo("1@A:503 wait 250 | 2@A:503 wait 500 | 3@A:ok t=750");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void stopsWhereItsOwnBackoffDoesNotFit(Driver driver) {
    assertThat(on(driver, Targets.of(List.of("A", "B")))
            .deadlineMs(400)
            .play("503, ok")
            .trace())
        .isEqualTo("1@A:503 | failed deadline t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesNowhereWithLessThanTheMinimumLeft(Driver driver) {
    assertThat(moving(driver, 1).deadlineMs(1000).play("503 in 801ms, ok").trace())
        .isEqualTo("1@A:503 | failed deadline t=801");
    assertThat(moving(driver, 1).deadlineMs(1000).play("503 in 800ms, ok").trace())
        .isEqualTo("1@A:503 | 2@B:ok t=800");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void passesOverAFullTarget(Driver driver) {
    Targets three = new Targets(List.of("A", "B", "C"), 1, Set.of(), ANY_HINT, 0);

    assertThat(full(on(driver, three), "B").play("503, ok").trace())
        .isEqualTo("1@A:503 | 2@C:ok t=0");
    assertThat(full(on(driver, three), "A").play("503, ok").trace())
        .isEqualTo("1@B:503 | 2@C:ok t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void endsAtOnceWhereNoTargetHasRoom(Driver driver) {
    assertThat(full(moving(driver, 1), "B").play("529 in 100ms").trace())
        .isEqualTo("1@A:529 | failed fallback-full t=100");
    assertThat(full(moving(driver, 1), "A", "B").play("ok").trace())
        .isEqualTo("failed fallback-full t=0");
    assertThat(full(on(driver, Targets.of(List.of("A"))), "A").play("ok").trace())
        .isEqualTo("failed concurrency t=0");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void keepsTheReservedWindowForTheLastTargetBehindAHungPrimary(Driver driver) {
    Targets targets = new Targets(List.of("A", "B"), NO_LIMIT, Set.of(), ANY_HINT, 5000);

    Play.Seen seen = on(driver, targets).deadlineMs(8000).play("hang, ok in 4s");

    assertThat(seen.trace()).isEqualTo("1@A:timeout | 2@B:ok t=7000");
    assertThat(seen.events())
        .filteredOn(TaskEvent.AttemptStarted.class::isInstance)
        .extracting(event -> ((TaskEvent.AttemptStarted) event).timeoutMs())
        .containsExactly(3000.0, 5000.0);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesRatherThanWaitIntoTheReservedWindow(Driver driver) {
    Targets targets = new Targets(List.of("A", "B"), NO_LIMIT, Set.of(), ANY_HINT, 5000);

    assertThat(on(driver, targets).deadlineMs(5500).play("503 in 51ms, ok").trace())
        .isEqualTo("1@A:503 | 2@B:ok t=51");
    assertThat(on(driver, targets).deadlineMs(5500).play("503 in 50ms, ok").trace())
        .isEqualTo("1@A:503 wait 250 | 2@A:ok t=300");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void neverMovesAKeyedWriteThatMayHaveRun(Driver driver) {
    assertThat(
            moving(driver, 1).task(any -> any.write("op-1")).play("reset, ok").trace())
        .isEqualTo("1@A:unknown_outcome | unknown unsafe t=0");
    assertThat(moving(driver, 2)
            .task(any -> any.write("op-1"))
            .play("reset, 429 after 30s, ok")
            .trace())
        .isEqualTo("1@A:unknown_outcome wait 250 | 2@A:429 | unknown unsafe t=250");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void movesAKeyedWriteThatProvablyDidNotRun(Driver driver) {
    Play.Seen seen = moving(driver, 1).task(any -> any.write("op-1")).play("429, ok");

    assertThat(seen.trace()).isEqualTo("1@A:429 | 2@B:ok t=0");
    assertThat(seen.made()).extracting(ScriptedCall.Made::key).containsExactly("op-1", "op-1");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void neverMovesAfterAnError(Driver driver) {
    Targets any = new Targets(List.of("A", "B"), 1, Set.of(FailureClass.values()), ANY_HINT, 0);
    Play play = on(driver, any);
    AssertionError error = new AssertionError("thrown by the call");

    assertThatThrownBy(() -> play.play(
            attempt -> {
              throw error;
            },
            attempt -> {
              throw error;
            },
            null))
        .satisfies(thrown ->
            assertThat(driver == Driver.BLOCKING ? thrown : thrown.getCause()).isSameAs(error));
    play.checkThatItHasEndedOnce();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void sendsEachAttemptToTheTargetItNames(Driver driver) {
    Play play = moving(driver, 1);
    Script script = Script.of(
        ScriptedReply.status(200).withTarget("B"), ScriptedReply.status(503).withTarget("A"));
    ScriptedCall call = new ScriptedCall(script, play.time());

    Play.Seen seen = play.play(call.blocking(), call.async(), call);

    assertThat(seen.trace()).isEqualTo("1@A:503 | 2@B:ok t=0");
    assertThat(seen.made()).extracting(ScriptedCall.Made::target).containsExactly("A", "B");
  }

  private static Play moving(Driver driver, long perTarget) {
    return on(driver, new Targets(List.of("A", "B"), perTarget, Set.of(), ANY_HINT, 0));
  }

  private static Play on(Driver driver, Targets targets) {
    return Play.with(driver).forbear(any -> any.targets(targets)).showingTargets();
  }

  private static Play full(Play play, String... full) {
    return play.forbear(any -> any.admission(
        (task, target) -> List.of(full).contains(target) ? EndReason.CONCURRENCY : null));
  }
}
