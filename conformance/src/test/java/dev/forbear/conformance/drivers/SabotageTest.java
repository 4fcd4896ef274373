package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.AttemptCall;
import dev.forbear.Outcome;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.conformance.drivers.BrokenTime.Part;
import dev.forbear.conformance.drivers.Sabotage.Weapon;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.ScriptedReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a user plugs in may throw, at every point where it is asked: an exception, a checked one, an error; once, or from
 * then on. The task ends all the same, in the way that is documented, and {@link Play} checks that it leaves nothing behind.
 */
class SabotageTest {

  /** One refusal with a hint, one cut, one failure, one success: every kind of step. */
  private static final String SCRIPT = "429 after 1s in 100ms, hang, 503 in 100ms, ok in 100ms";

  private static final String UNDISTURBED =
      "1:429 wait 1000 | 2:timeout wait 500 | 3:503 wait 1000 | 4:ok t=4800";

  private record Case(Driver driver, Weapon weapon, boolean fromThenOn) {

    Sabotage at(int number) {
      return fromThenOn ? Sabotage.from(number, weapon) : Sabotage.once(number, weapon);
    }

    Play play() {
      return Play.with(driver)
          .forbear(any -> any.policy(RetryPolicy.of(4, 500, 8000, 200)))
          .attemptTimeoutMs(2000);
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Driver driver : Driver.values()) {
      for (Weapon weapon : Weapon.values()) {
        cases.add(new Case(driver, weapon, false));
        cases.add(new Case(driver, weapon, true));
      }
    }
    return cases;
  }

  private final Log log = Log.caught();

  @AfterEach
  void closeLog() {
    log.close();
  }

  @BeforeEach
  void isUndisturbedWithoutSabotage() {
    for (Driver driver : Driver.values()) {
      assertThat(new Case(driver, Weapon.ERROR, true).play().play(SCRIPT).trace())
          .isEqualTo(UNDISTURBED);
    }
  }

  /** Plays with the first, the second, … strike until one is not reached any more; answers what was seen. */
  private static List<Play.Seen> everyStrike(Case some, Function<Sabotage, Play.Seen> play) {
    List<Play.Seen> all = new ArrayList<>();
    for (int number = 1; number < 1000; number++) {
      Sabotage sabotage = some.at(number);
      Play.Seen seen = play.apply(sabotage);
      if (!sabotage.hasStruck()) {
        return all;
      }
      all.add(seen);
    }
    throw new AssertionError("never stops asking");
  }

  private static List<String> traces(List<Play.Seen> all) {
    return all.stream().map(Play.Seen::trace).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aListenerThatThrowsChangesNothing(Case some) {
    List<Play.Seen> all = everyStrike(
        some,
        sabotage ->
            some.play().forbear(any -> any.listener(event -> sabotage.strike())).play(SCRIPT));

    // Eight events, and in async the cut attempt is told to have really ended.
    assertThat(traces(all))
        .hasSize(some.driver == Driver.BLOCKING ? 8 : 9)
        .containsOnly(UNDISTURBED);
    assertThat(log.messages()).allMatch(message -> message.startsWith("a listener threw "));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anAdmissionThatThrowsAdmits(Case some) {
    List<Play.Seen> all = everyStrike(
        some,
        sabotage -> some.play()
            .forbear(any -> any.admission((task, target) -> {
              sabotage.strike();
              return null;
            }))
            .play(SCRIPT));

    assertThat(traces(all)).hasSize(4).containsOnly(UNDISTURBED);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aClassifierThatThrowsMakesTheFailurePermanentWithItsCauseAttached(Case some) {
    List<Play.Seen> all = everyStrike(
        some,
        sabotage ->
            some.play().forbear(any -> any.classifier(classifier(sabotage))).play(SCRIPT));

    assertThat(traces(all))
        .containsExactly(
            "1:429 | failed permanent t=100",
            "1:429 wait 1000 | 2:timeout wait 500 | 3:503 | failed permanent t=3700");
    for (Play.Seen seen : all) {
      List<Throwable> causes =
          seen.ended().history().stream().map(failed -> failed.cause()).toList();
      assertThat(causes.get(causes.size() - 1).getSuppressed())
          .singleElement()
          .satisfies(attached -> assertThat(attached).hasMessage("sabotage"));
    }
  }

  private static FailureClassifier classifier(Sabotage sabotage) {
    return new FailureClassifier() {
      @Override
      public Classified classify(ProviderReply reply, long nowEpochMs) {
        sabotage.strike();
        return FailureClassifier.defaults().classify(reply, nowEpochMs);
      }

      @Override
      public Classified classify(Throwable thrown, long nowEpochMs) {
        sabotage.strike();
        return FailureClassifier.defaults().classify(thrown, nowEpochMs);
      }
    };
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void aClassifierThatAnswersNothingMakesTheFailurePermanent(Driver driver) {
    FailureClassifier silent = new FailureClassifier() {
      @Override
      public Classified classify(ProviderReply reply, long nowEpochMs) {
        return SabotageTest.<Classified>nothing();
      }

      @Override
      public Classified classify(Throwable thrown, long nowEpochMs) {
        return SabotageTest.<Classified>nothing();
      }
    };

    assertThat(Play.with(driver)
            .forbear(any -> any.classifier(silent))
            .play("503, ok")
            .trace())
        .isEqualTo("1:503 | failed permanent t=0");
  }

  /** A null where none is allowed, as code without null checks may hand it out. */
  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <V> V nothing() {
    return null;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anActionOfOnCancelThatThrowsChangesNothing(Case some) {
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play();
      ScriptedCall call = new ScriptedCall(Script.parse(SCRIPT), play.time());
      return play.play(
          attempt -> {
            attempt.onCancel(sabotage::strike);
            attempt.onCancel(sabotage::strike);
            return call.blocking().call(attempt);
          },
          attempt -> {
            attempt.onCancel(sabotage::strike);
            attempt.onCancel(sabotage::strike);
            return call.async().call(attempt);
          },
          call);
    });

    assertThat(traces(all)).hasSize(2).containsOnly(UNDISTURBED);
    assertThat(all)
        .allSatisfy(seen -> assertThat(seen.made().get(1).abortedAtMs()).isEqualTo(3100));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aSourceOfChanceThatThrowsGivesTheLongestWait(Case some) {
    List<Play.Seen> all = everyStrike(
        some,
        sabotage -> some.play()
            .forbear(any -> any.random(() -> {
              sabotage.strike();
              return 0.5;
            }))
            .play(SCRIPT));

    assertThat(traces(all)).hasSize(3).first().asString().startsWith("1:429 wait 1000 | ");
    assertThat(traces(all).get(1))
        .startsWith("1:429 wait 1000 | 2:timeout wait 999 | 3:503 wait 1");
    assertThat(traces(all).get(2))
        .isEqualTo("1:429 wait 1000 | 2:timeout wait 500 | 3:503 wait 1999 | 4:ok t=5799");
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void chanceOutOfItsRangeGivesTheLongestWait(Driver driver) {
    List<DoubleSupplier> wrong =
        List.of(() -> Double.NaN, () -> 1.0, () -> -1.0, () -> -Double.MIN_VALUE, () -> 1e300);

    for (DoubleSupplier some : wrong) {
      assertThat(
              Play.with(driver).forbear(any -> any.random(some)).play("503, ok").trace())
          .isEqualTo("1:503 wait 499 | 2:ok t=499");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aCallThatThrowsAtOnceIsAFailedAttempt(Case some) {
    IntFunction<String> expected = number -> switch (some.weapon) {
      case EXCEPTION -> "failed permanent";
      case CHECKED -> some.fromThenOn ? "failed attempts" : number == 4 ? "failed attempts" : "";
      case ERROR -> "thrown";
    };
    int number = 1;
    for (Sabotage sabotage = some.at(number); number <= 4; sabotage = some.at(++number)) {
      Sabotage mine = sabotage;
      Play play = some.play();
      ScriptedCall call = new ScriptedCall(Script.parse(SCRIPT), play.time());
      AttemptCall<ScriptedReply> blocking = attempt -> {
        mine.strike();
        return call.blocking().call(attempt);
      };
      AsyncAttemptCall<ScriptedReply> async = attempt -> {
        mine.strike();
        return call.async().call(attempt);
      };
      if (some.weapon == Weapon.ERROR) {
        assertThatThrownBy(() -> play.play(blocking, async, call))
            .satisfiesAnyOf(
                thrown -> assertThat(thrown).isInstanceOf(NoClassDefFoundError.class),
                thrown -> assertThat(thrown)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(NoClassDefFoundError.class));
        play.checkThatItHasEndedOnce();
      } else {
        assertThat(play.play(blocking, async, call).trace()).contains(expected.apply(number));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aWallClockThatThrowsLeavesDatesWithoutAWait(Case some) {
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play();
      return play.forbear(
              any -> any.timeSource(new BrokenTime(play.time(), Part.EPOCH_MILLIS, sabotage)))
          .play(SCRIPT);
    });

    assertThat(traces(all)).hasSize(2).containsOnly(UNDISTURBED);
  }

  /** A single reading that fails changes no wait and no end; the time of one event may be that of the reading before. */
  @ParameterizedTest
  @MethodSource("cases")
  void aClockThatThrowsNeverHangsATaskAndNeverShortensAWait(Case some) {
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play();
      Play.Seen seen = play.forbear(
              any -> any.timeSource(new BrokenTime(play.time(), Part.NANO_TIME, sabotage)))
          .play("429 after 1s in 100ms, 503 in 100ms, 503 in 100ms, ok in 100ms");
      if (!some.fromThenOn) {
        assertThat(play.time().nowMs()).as("what was waited").isGreaterThanOrEqualTo(2900);
      }
      return seen;
    });

    assertThat(all).hasSizeGreaterThanOrEqualTo(8);
    for (Play.Seen seen : all) {
      if (some.fromThenOn) {
        assertThat(seen.ended()).isInstanceOfAny(Outcome.Success.class, Outcome.Cancelled.class);
      } else {
        assertThat(seen.trace())
            .startsWith("1:429 wait 1000 | 2:503 wait 500 | 3:503 wait 1000 | 4:ok t=");
      }
    }
  }

  /** Going on without the wait would undercut the provider's hint. */
  @ParameterizedTest
  @EnumSource(Weapon.class)
  void aWaitThatCannotBeMadeEndsTheTaskAsCancelled(Weapon weapon) {
    Case some = new Case(Driver.BLOCKING, weapon, false);
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play();
      return play.forbear(any -> any.timeSource(new BrokenTime(play.time(), Part.SLEEP, sabotage)))
          .play(SCRIPT);
    });

    assertThat(traces(all))
        .containsExactly(
            "1:429 wait 1000 | cancelled t=100",
            "1:429 wait 1000 | 2:timeout wait 500 | cancelled t=3100",
            "1:429 wait 1000 | 2:timeout wait 500 | 3:503 wait 1000 | cancelled t=3700");
  }

  @ParameterizedTest
  @EnumSource(Weapon.class)
  void anAsyncWaitThatCannotBeArmedEndsTheTaskAsCancelled(Weapon weapon) {
    Case some = new Case(Driver.ASYNC, weapon, false);
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play().task(any -> any.selfTimed());
      return play.forbear(any -> any.timeSource(new BrokenTime(play.time(), Part.ALARM, sabotage)))
          .play("429 after 1s, 503, ok");
    });

    assertThat(traces(all))
        .containsExactly(
            "1:429 wait 1000 | cancelled t=0",
            "1:429 wait 1000 | 2:503 wait 500 | cancelled t=1000");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anAlarmThatCannotBeTakenBackChangesNothing(Case some) {
    List<Play.Seen> all = everyStrike(some, sabotage -> {
      Play play = some.play();
      return play.forbear(
              any -> any.timeSource(new BrokenTime(play.time(), Part.ALARM_CANCEL, sabotage)))
          .play(SCRIPT);
    });

    assertThat(traces(all)).isNotEmpty().containsOnly(UNDISTURBED);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anExceptionThatHidesItsCauseIsAFailureLikeAnyOther(Driver driver) {
    class Secretive extends RuntimeException {
      private static final long serialVersionUID = 1L;

      @Override
      public synchronized Throwable getCause() {
        throw new UnsupportedOperationException("not told");
      }
    }

    Play.Seen seen = Play.with(driver)
        .play(
            attempt -> {
              throw new Secretive();
            },
            attempt -> {
              throw new Secretive();
            },
            null);

    assertThat(seen.noValue().reason()).isEqualTo(EndReason.PERMANENT);
    assertThat(Objects.requireNonNull(seen.outcome()).attempts()).isEqualTo(1);
  }
}
