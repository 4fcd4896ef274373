package dev.forbear.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Single rules of the course of a task, each as the whole course it leads to. */
class TaskMachineTest {

  private static final double INFINITE = Double.POSITIVE_INFINITY;
  private static final RetryPolicy FOUR = RetryPolicy.of(4, 500, 8000, 1000);

  /** A machine and the course it has taken, as text. Every failure comes 100 ms after the start of its attempt. */
  private static final class Course {

    private final TaskMachine machine;
    private final List<String> steps = new ArrayList<>();
    private double nowMs;
    private int attempt;
    private double waitMs;
    private Step last = new Step.Ignore();

    Course(TaskRules rules, Operation operation, double deadlineMs) {
      this.machine = new TaskMachine(rules, operation, deadlineMs);
      on(Signal.STARTED);
    }

    Course on(Signal signal) {
      last = machine.on(signal);
      if (last instanceof Step.Send send) {
        attempt = send.attempt();
        steps.add("send " + attempt + "@" + send.target() + " for " + (long) send.timeoutMs());
      } else if (last instanceof Step.Wait wait) {
        waitMs = wait.delayMs();
        steps.add("wait " + (long) waitMs);
      } else if (last instanceof Step.End end) {
        Ending ending = end.ending();
        String reason = ending.reason() == null ? "" : " " + ending.reason().word();
        steps.add(ending.kind().word()
            + reason
            + (ending.uncertain() ? " uncertain" : "")
            + (ending.degraded() ? " degraded" : ""));
      } else {
        steps.add("ignore");
      }
      return this;
    }

    Course fails(
        FailureClass failureClass,
        boolean isTransient,
        RequestMayHaveRun mayHaveRun,
        double hintMs) {
      nowMs += 100;
      OptionalDouble hint = hintMs < 0 ? OptionalDouble.empty() : OptionalDouble.of(hintMs);
      return on(new Signal.Failed(
          attempt,
          new Classified(failureClass, isTransient, hint, mayHaveRun, "test"),
          nowMs,
          0.5,
          9));
    }

    Course unavailable() {
      return fails(FailureClass.UNAVAILABLE, true, RequestMayHaveRun.NO, -1);
    }

    Course lost() {
      return fails(FailureClass.UNKNOWN_OUTCOME, true, RequestMayHaveRun.MAYBE, -1);
    }

    Course limited(double hintMs) {
      return fails(FailureClass.RATE_LIMIT, true, RequestMayHaveRun.NO, hintMs);
    }

    Course refused(FailureClass failureClass) {
      return fails(failureClass, false, RequestMayHaveRun.NO, -1);
    }

    Course waits() {
      nowMs += waitMs;
      return on(new Signal.WaitOver(attempt, nowMs));
    }

    Course succeeds() {
      return on(new Signal.Succeeded(attempt));
    }

    void took(String... expected) {
      assertThat(steps).containsExactly(expected);
    }
  }

  private static Course repeatable(double deadlineMs) {
    return new Course(TaskRules.of(FOUR), Operation.repeatable(), deadlineMs);
  }

  private static Course on(Targets targets, Operation operation, double deadlineMs) {
    return new Course(new TaskRules(FOUR, INFINITE, INFINITE, targets), operation, deadlineMs);
  }

  private static Targets two(long perTarget) {
    return new Targets(List.of("A", "B"), perTarget, Set.of(FailureClass.AUTH), 5000, 0);
  }

  @Test
  void succeedsAtOnce() {
    repeatable(20_000).succeeds().took("send 1@0 for 20000", "success");
  }

  @Test
  void waitsHalfOfADoublingCeilingAndNeverPastTheBudget() {
    repeatable(20_000)
        .unavailable()
        .waits()
        .unavailable()
        .waits()
        .unavailable()
        .waits()
        .unavailable()
        .took(
            "send 1@0 for 20000",
            "wait 250",
            "send 2@0 for 19650",
            "wait 500",
            "send 3@0 for 19050",
            "wait 1000",
            "send 4@0 for 17950",
            "failed attempts");
  }

  @Test
  void startsNothingWithLessThanTheMinimum() {
    repeatable(999).took("failed deadline");
  }

  @Test
  void startsWithExactlyTheMinimum() {
    repeatable(1000).succeeds().took("send 1@0 for 1000", "success");
  }

  @Test
  void stopsWhenTheWaitWouldPassTheDeadline() {
    repeatable(1349).unavailable().took("send 1@0 for 1349", "failed deadline");
  }

  @Test
  void takesAWaitThatFitsExactly() {
    repeatable(1350)
        .unavailable()
        .waits()
        .took("send 1@0 for 1350", "wait 250", "send 2@0 for 1000");
  }

  @Test
  void checksTheDeadlineAgainAfterAWaitThatEndedLate() {
    Course course = repeatable(1350).unavailable();

    course.on(new Signal.WaitOver(1, 351));

    course.took("send 1@0 for 1350", "wait 250", "failed deadline");
  }

  @Test
  void waitsForTheRestWhenWokenEarly() {
    Course course = repeatable(20_000).limited(2000);

    course.on(new Signal.WaitOver(1, 2000)).on(new Signal.WaitOver(1, 2100));

    course.took("send 1@0 for 20000", "wait 2000", "wait 100", "send 2@0 for 17900");
  }

  @Test
  void cutsAnAttemptAtItsOwnLimitOrAtTheDeadline() {
    TaskRules rules = new TaskRules(FOUR, 3000, INFINITE, Targets.single());

    new Course(rules, Operation.repeatable(), 20_000).took("send 1@0 for 3000");
    new Course(rules, Operation.repeatable(), 2500).took("send 1@0 for 2500");
  }

  @Test
  void handsBackAHintLongerThanItsCallerAccepts() {
    TaskRules rules = new TaskRules(FOUR, INFINITE, 5000, Targets.single());

    new Course(rules, Operation.repeatable(), 20_000)
        .limited(5000)
        .took("send 1@0 for 20000", "wait 5000");
    Course tooLong = new Course(rules, Operation.repeatable(), 20_000).limited(5001);

    tooLong.took("send 1@0 for 20000", "failed retry-after-too-long");
    assertThat(((Step.End) tooLong.last).ending().retryAfterMs()).hasValue(5001);
  }

  @Test
  void aHintThatFitsNeitherLimitEndsWithTheDeadline() {
    TaskRules rules = new TaskRules(FOUR, INFINITE, 5000, Targets.single());

    new Course(rules, Operation.repeatable(), 20_000)
        .limited(60_000)
        .took("send 1@0 for 20000", "failed deadline");
  }

  @Test
  void movesOnWhenATargetIsUsedUpAndStopsOnTheLastOne() {
    on(two(1), Operation.repeatable(), 20_000)
        .unavailable()
        .unavailable()
        .took("send 1@0 for 20000", "send 2@1 for 19900", "failed attempts");
    on(two(2), Operation.repeatable(), 20_000)
        .unavailable()
        .waits()
        .unavailable()
        .succeeds()
        .took(
            "send 1@0 for 20000",
            "wait 250",
            "send 2@0 for 19650",
            "send 3@1 for 19550",
            "success degraded");
  }

  @Test
  void countsTheAttemptsOfEachTargetAnew() {
    on(two(2), Operation.repeatable(), 20_000)
        .unavailable()
        .waits()
        .unavailable()
        .unavailable()
        .waits()
        .unavailable()
        .took(
            "send 1@0 for 20000",
            "wait 250",
            "send 2@0 for 19650",
            "send 3@1 for 19550",
            "wait 1000",
            "send 4@1 for 18450",
            "failed attempts");
  }

  @Test
  void movesOnForAHintOverTheThresholdAndWaitsForOneUpToIt() {
    on(two(9), Operation.repeatable(), 20_000)
        .limited(5001)
        .took("send 1@0 for 20000", "send 2@1 for 19900");
    on(two(9), Operation.repeatable(), 20_000)
        .limited(5000)
        .took("send 1@0 for 20000", "wait 5000");
  }

  @Test
  void movesOnForAHintThatDoesNotFitAndNotForABackoffThatDoesNot() {
    Targets patient = new Targets(List.of("A", "B"), 9, Set.of(), INFINITE, 0);

    on(patient, Operation.repeatable(), 3000)
        .limited(1901)
        .took("send 1@0 for 3000", "send 2@1 for 2900");
    on(patient, Operation.repeatable(), 1349)
        .unavailable()
        .took("send 1@0 for 1349", "failed deadline");
  }

  @Test
  void movesOnForAHintLongerThanItsCallerAccepts() {
    TaskRules rules = new TaskRules(FOUR, INFINITE, 3000, two(9));

    new Course(rules, Operation.repeatable(), 20_000)
        .limited(3001)
        .took("send 1@0 for 20000", "send 2@1 for 19900");
  }

  @Test
  void onTheLastTargetALongHintIsWaitedForOrStops() {
    on(two(9), Operation.repeatable(), 20_000)
        .limited(6000)
        .limited(6000)
        .took("send 1@0 for 20000", "send 2@1 for 19900", "wait 6000");
  }

  @Test
  void doesNotMoveWithLessThanTheMinimumLeft() {
    on(two(1), Operation.repeatable(), 1099)
        .unavailable()
        .took("send 1@0 for 1099", "failed deadline");
  }

  @Test
  void movesOnAfterAPermanentFailureOnlyWhereDeclared() {
    on(two(9), Operation.repeatable(), 20_000)
        .refused(FailureClass.AUTH)
        .refused(FailureClass.AUTH)
        .took("send 1@0 for 20000", "send 2@1 for 19900", "failed permanent");
    on(two(9), Operation.repeatable(), 20_000)
        .refused(FailureClass.INVALID_REQUEST)
        .took("send 1@0 for 20000", "failed permanent");
  }

  @Test
  void aDeclaredPermanentFailureOfTheLastAttemptEndsWithAttempts() {
    TaskRules rules = new TaskRules(RetryPolicy.of(1, 0, 0, 1), INFINITE, INFINITE, two(9));

    new Course(rules, Operation.repeatable(), 20_000)
        .refused(FailureClass.AUTH)
        .took("send 1@0 for 20000", "failed attempts");
  }

  @Test
  void keepsTheReserveForTheLastTarget() {
    Targets reserving = new Targets(List.of("A", "B"), 9, Set.of(), INFINITE, 4000);

    on(reserving, Operation.repeatable(), 10_000)
        .limited(4900)
        .took("send 1@0 for 6000", "wait 4900");
    on(reserving, Operation.repeatable(), 10_000)
        .limited(4901)
        .took("send 1@0 for 6000", "send 2@1 for 9900");
    on(reserving, Operation.repeatable(), 4500).took("send 1@0 for 1000");
  }

  @Test
  void passesOverATargetWithoutRoomWithoutCountingTheAttempt() {
    Course course = on(two(1), Operation.repeatable(), 20_000).unavailable();

    course.on(new Signal.Refused(2, EndReason.CONCURRENCY, 100));

    course.took("send 1@0 for 20000", "send 2@1 for 19900", "failed fallback-full");
    assertThat(course.machine.attempts()).isEqualTo(1);
  }

  @Test
  void aPrimaryWithoutRoomLeavesTheFallbackAllItsAttempts() {
    Course course = on(two(2), Operation.repeatable(), 20_000);

    course
        .on(new Signal.Refused(1, EndReason.REQUESTS, 0))
        .unavailable()
        .waits()
        .unavailable();

    course.took(
        "send 1@0 for 20000",
        "send 1@1 for 20000",
        "wait 250",
        "send 2@1 for 19650",
        "failed attempts");
  }

  @Test
  void aRefusalWithoutFallbackKeepsItsReason() {
    Course course = repeatable(20_000);

    course
        .on(new Signal.Refused(1, EndReason.TOKENS, 0))
        .took("send 1@0 for 20000", "failed tokens");
  }

  @Test
  void aSpentBudgetEndsWithAttemptsEvenWhereATargetIsLeft() {
    Course course = on(two(9), Operation.repeatable(), 20_000);

    course
        .on(new Signal.Refused(1, EndReason.ATTEMPTS, 0))
        .took("send 1@0 for 20000", "failed attempts");
  }

  @Test
  void aBudgetSharedWithOthersStopsBeforeTheWait() {
    Course course = repeatable(20_000);

    course.on(new Signal.Failed(1, Signal.ATTEMPT_TIMEOUT, 100, 0.5, 0));

    course.took("send 1@0 for 20000", "failed attempts");
  }

  @Test
  void repeatsUndeclaredOnlyWhatDidNotRun() {
    on(Targets.single(), Operation.undeclared(), 20_000)
        .unavailable()
        .waits()
        .lost()
        .took("send 1@0 for 20000", "wait 250", "send 2@0 for 19650", "failed unsafe uncertain");
  }

  @Test
  void aWriteThatMayHaveRunEndsUnknown() {
    on(Targets.single(), Operation.write(), 20_000)
        .lost()
        .took("send 1@0 for 20000", "unknown unsafe uncertain");
  }

  @Test
  void aKeyedWriteIsRepeatedAndStaysUnknownWhenNothingSettlesIt() {
    on(Targets.single(), Operation.write("k"), 20_000)
        .lost()
        .waits()
        .refused(FailureClass.AUTH)
        .took(
            "send 1@0 for 20000", "wait 250", "send 2@0 for 19650", "unknown permanent uncertain");
  }

  @Test
  void aVerdictOnThePayloadSettlesAKeyedWrite() {
    for (FailureClass verdict : List.of(
        FailureClass.INVALID_REQUEST,
        FailureClass.REQUEST_TOO_LARGE,
        FailureClass.CONTEXT_LENGTH,
        FailureClass.CONTENT_POLICY,
        FailureClass.INCOMPLETE_OUTPUT)) {
      on(Targets.single(), Operation.write("k"), 20_000)
          .lost()
          .waits()
          .refused(verdict)
          .took("send 1@0 for 20000", "wait 250", "send 2@0 for 19650", "failed permanent");
    }
  }

  @Test
  void aKeyedWriteThatMayHaveRunStaysWithTheServerThatSawItsKey() {
    on(two(1), Operation.write("k"), 20_000)
        .lost()
        .took("send 1@0 for 20000", "unknown unsafe uncertain");
    on(two(1), Operation.write("k"), 20_000)
        .unavailable()
        .took("send 1@0 for 20000", "send 2@1 for 19900");
    on(two(9), Operation.write("k"), 20_000)
        .lost()
        .waits()
        .limited(6000)
        .took("send 1@0 for 20000", "wait 250", "send 2@0 for 19650", "wait 6000");
  }

  @Test
  void aCancelInFlightIsUncertainUnlessRepeatable() {
    Consumer<Course> cancel = course -> course.on(new Signal.Cancelled(50));

    Course write = on(Targets.single(), Operation.write(), 20_000);
    cancel.accept(write);
    write.took("send 1@0 for 20000", "cancelled cancelled uncertain");
    Course pure = repeatable(20_000);
    cancel.accept(pure);
    pure.took("send 1@0 for 20000", "cancelled cancelled");
  }

  @Test
  void aCancelInAWaitAfterARefusalIsCertain() {
    Course course = on(Targets.single(), Operation.write(), 20_000).unavailable();

    course
        .on(new Signal.Cancelled(200))
        .took("send 1@0 for 20000", "wait 250", "cancelled cancelled");
  }

  @Test
  void aCallerThatIsGoneEndsTheTaskAndAServerThatSaysSoDoesNot() {
    repeatable(20_000)
        .fails(FailureClass.CANCELLED, false, RequestMayHaveRun.MAYBE, -1)
        .took("send 1@0 for 20000", "cancelled cancelled");
    repeatable(20_000)
        .fails(FailureClass.CANCELLED, true, RequestMayHaveRun.MAYBE, -1)
        .took("send 1@0 for 20000", "wait 250");
  }

  /** Sums of doubles are a hair off; one more wait for it would cost a scheduler a whole tick. */
  @Test
  void takesAWaitThatLacksLessThanANanosecondForOver() {
    Course course = repeatable(20_000).limited(300.3);
    double due = 100 + 300.3;

    course.on(new Signal.WaitOver(1, due - 1e-5)).on(new Signal.WaitOver(1, due - 1e-7));

    course.took("send 1@0 for 20000", "wait 300", "wait 0", "send 2@0 for 19599");
  }

  @Test
  void anErrorIsNotMovedToAnotherTargetWhateverIsListed() {
    Targets all = new Targets(List.of("A", "B"), 9, Set.of(FailureClass.values()), INFINITE, 0);

    on(all, Operation.repeatable(), 20_000)
        .on(Signal.fatal(1, 50))
        .took("send 1@0 for 20000", "failed permanent");
  }

  @Test
  void aCancelBeforeTheDispatchCountsNoAttemptAndLeavesNoDoubt() {
    Course course = on(Targets.single(), Operation.write(), 20_000);

    course.on(new Signal.Refused(1, EndReason.CANCELLED, 0));

    course.took("send 1@0 for 20000", "cancelled cancelled");
    assertThat(course.machine.attempts()).isZero();
  }

  @Test
  void aStopInsideWithoutAnAttemptSaysSo() {
    Course course = repeatable(20_000);
    Ending none = new Ending(OutcomeKind.FAILED, EndReason.ATTEMPTS, null, false, false);

    course.on(new Signal.InnerStopped(1, none, 50)).took("send 1@0 for 20000", "failed attempts");

    assertThat(Objects.requireNonNull(course.machine.lastRecord()).failure().rule())
        .isEqualTo("stop of a task inside, without an attempt");
  }

  @Test
  void stopsWithTheReasonAndTheDoubtOfAnInnerTask() {
    Classified failure = Classified.of(FailureClass.OVERLOADED, true, RequestMayHaveRun.NO, "test");
    for (OutcomeKind kind :
        List.of(OutcomeKind.FAILED, OutcomeKind.UNKNOWN, OutcomeKind.CANCELLED)) {
      Course course = on(Targets.single(), Operation.undeclared(), 20_000);

      course.on(new Signal.InnerStopped(
          1, new Ending(kind, EndReason.DEADLINE, failure, true, false), 50));

      course.took("send 1@0 for 20000", kind.word() + " deadline uncertain");
    }
  }

  @Test
  void recordsTheLastFailedAttempt() {
    Course course = repeatable(20_000).unavailable().waits().limited(2000);

    AttemptRecord record = Objects.requireNonNull(course.machine.lastRecord());

    assertThat(record.number()).isEqualTo(2);
    assertThat(record.target()).isZero();
    assertThat(record.waitBeforeMs()).isEqualTo(250);
    assertThat(record.startMs()).isEqualTo(350);
    assertThat(record.endMs()).isEqualTo(450);
    assertThat(record.durationMs()).isEqualTo(100);
    assertThat(record.failure().failureClass()).isEqualTo(FailureClass.RATE_LIMIT);
  }

  @Test
  void remainingTimeIsNeverNegative() {
    TaskMachine machine = new TaskMachine(TaskRules.of(FOUR), Operation.repeatable(), 500);

    assertThat(machine.remainingMs(100)).isEqualTo(400);
    assertThat(machine.remainingMs(501)).isZero();
  }

  @Test
  void anUnknownEndIsOfTheClassUnknownOutcome() {
    Ending ending =
        ((Step.End) on(Targets.single(), Operation.write(), 20_000).lost().last).ending();

    assertThat(ending.failureClass()).isEqualTo(FailureClass.UNKNOWN_OUTCOME);
    assertThat(((Step.End) repeatable(20_000).refused(FailureClass.AUTH).last)
            .ending()
            .failureClass())
        .isEqualTo(FailureClass.AUTH);
    assertThat(Ending.SUCCESS.failureClass()).isNull();
    assertThat(Ending.SUCCESS.retryAfterMs()).isEmpty();
  }

  @Test
  void refusesImpossibleSettings() {
    assertThatThrownBy(() -> new TaskMachine(TaskRules.of(FOUR), Operation.repeatable(), -1))
        .hasMessage("deadlineMs must be a finite number >= 0, was -1.0");
    assertThatThrownBy(() -> new TaskMachine(TaskRules.of(FOUR), Operation.repeatable(), INFINITE))
        .hasMessageContaining("was Infinity");
    assertThatThrownBy(() -> new TaskRules(FOUR, 0, INFINITE, Targets.single()))
        .hasMessage("attemptTimeoutMs must be > 0, was 0.0");
    assertThatThrownBy(() -> new TaskRules(FOUR, INFINITE, Double.NaN, Targets.single()))
        .hasMessage("maxHintMs must be >= 0, was NaN");
    assertThatThrownBy(() -> Targets.of(List.of()))
        .hasMessage("targets must name at least one target, was []");
    assertThatThrownBy(() -> new Targets(List.of("A"), 0, Set.of(), 0, 0))
        .hasMessage("perTarget must be >= 1, was 0");
    assertThatThrownBy(() -> new Targets(List.of("A"), 1, Set.of(), -1, 0))
        .hasMessageContaining("maxHintMs");
    assertThatThrownBy(() -> new Targets(List.of("A"), 1, Set.of(), 0, INFINITE))
        .hasMessageContaining("reserveMs");
    assertThatThrownBy(() -> Operation.write(" ")).hasMessageContaining("must not be blank");
    assertThatThrownBy(() -> new Operation(Operation.Kind.REPEATABLE, "k"))
        .hasMessageContaining("only a write");
    assertThat(TaskRules.of(FOUR).targets().name(0)).isEqualTo("primary");
  }

  @Test
  void wordsAreTheOnesOfTheVocabulary() {
    assertThat(EndReason.values())
        .extracting(EndReason::word)
        .containsExactly(
            "unsafe",
            "permanent",
            "attempts",
            "deadline",
            "retry-after-too-long",
            "cost",
            "tokens",
            "requests",
            "concurrency",
            "retry-budget",
            "fallback-full",
            "partial-output",
            "cancelled",
            "key-mismatch",
            "in-progress",
            "reconcile-first",
            "store-unavailable");
    assertThat(OutcomeKind.values())
        .extracting(OutcomeKind::word)
        .containsExactly("success", "failed", "partial", "cancelled", "unknown", "deferred");
  }
}
