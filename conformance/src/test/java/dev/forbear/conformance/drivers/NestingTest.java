package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.AsyncAttemptCall;
import dev.forbear.Attempt;
import dev.forbear.AttemptCall;
import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.task.EndReason;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedCall;
import dev.forbear.testkit.ScriptedReply;
import dev.forbear.testkit.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks inside the attempts of tasks: one deadline, one budget, one stop. */
class NestingTest {

  private static final Task OUTER =
      Task.named("outer").repeatable().deadline(Duration.ofSeconds(20));
  private static final Task INNER = Task.named("inner").repeatable();
  private static final Task INNERMOST = Task.named("innermost").repeatable();

  private final VirtualTime time = new VirtualTime();
  private final List<TaskEvent> events = new ArrayList<>();
  private final Forbear forbear = Forbear.builder()
      .policy(Play.POLICY)
      .timeSource(time)
      .random(() -> 0.5)
      .executor(Runnable::run)
      .listener(events::add)
      .build();

  /** A call in both forms. */
  private record Call<T>(AttemptCall<T> blocking, AsyncAttemptCall<T> async) {}

  private ScriptedCall provider(String script) {
    return new ScriptedCall(Script.parse(script), time);
  }

  private static Call<ScriptedReply> to(ScriptedCall provider) {
    return new Call<>(provider.blocking(), provider.async());
  }

  /** A call that is itself a task around another call. */
  private <T> Call<T> nested(Task task, Call<T> call) {
    return new Call<>(
        attempt -> forbear.run(task, call.blocking()).orElseThrow(),
        attempt ->
            forbear.runAsync(joined(task, attempt), call.async()).thenApply(Outcome::orElseThrow));
  }

  /** An async task joins by being told so; independent ones are not. */
  private static Task joined(Task task, Attempt attempt) {
    return task.equals(INDEPENDENT) ? task : task.inside(attempt);
  }

  private static final Task INDEPENDENT = Task.named("inner").repeatable().independent();

  private <T> Outcome<T> run(Driver driver, Task task, Call<T> call) {
    Outcome<T> outcome;
    if (driver == Driver.BLOCKING) {
      outcome = forbear.run(task, call.blocking());
    } else {
      CompletableFuture<Outcome<T>> future = forbear.runAsync(task, call.async());
      time.runUntilIdle();
      assertThat(future).isDone();
      outcome = future.join();
    }
    assertThat(Thread.interrupted()).isFalse();
    assertThat(time.pendingAlarms()).isZero();
    assertThat(forbear.lateAttempts()).isZero();
    return outcome;
  }

  private static EndReason reason(Outcome<?> outcome) {
    return ((Outcome.NoValue<?>) outcome).reason();
  }

  private List<Double> timeoutsMs(String task) {
    return events.stream()
        .filter(
            event -> event instanceof TaskEvent.AttemptStarted && event.task().equals(task))
        .map(event -> ((TaskEvent.AttemptStarted) event).timeoutMs())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void threeTimesThreeAreThreeRequests(Driver driver) {
    ScriptedCall provider = provider("503 x9");

    Outcome<ScriptedReply> outcome = run(driver, OUTER, nested(INNER, to(provider)));

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
    assertThat(outcome.attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void threeTimesThreeTimesThreeAreThreeRequests(Driver driver) {
    ScriptedCall provider = provider("503 x27");

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER, nested(INNER, nested(INNERMOST, to(provider))));

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void aSpentBudgetStopsTheOuterTaskForTheSameReason(Driver driver) {
    ScriptedCall provider = provider("503 x20");

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER, nested(INNER.maxAttempts(10), to(provider)));

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
    ForbearException inner =
        (ForbearException) outcome.history().get(outcome.history().size() - 1).cause();
    assertThat(inner.reason()).isEqualTo(EndReason.ATTEMPTS);
    assertThat(inner.history()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anInnerTaskWithFewerAttemptsStopsTheOuterOneToo(Driver driver) {
    ScriptedCall provider = provider("503 x9");

    Outcome<ScriptedReply> outcome = run(driver, OUTER, nested(INNER.maxAttempts(2), to(provider)));

    assertThat(provider.made()).hasSize(2);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anyStopOfAnInnerTaskIsFinal(Driver driver) {
    assertThat(stopOf(driver, OUTER, INNER, "400")).isEqualTo("permanent after 1");
    assertThat(stopOf(driver, OUTER, INNER, "429 after 60s")).isEqualTo("deadline after 1");
    assertThat(stopOf(driver, OUTER, Task.named("inner"), "reset")).isEqualTo("unsafe after 1");
  }

  private String stopOf(Driver driver, Task outer, Task inner, String script) {
    ScriptedCall provider = provider(script + ", ok");
    return reason(run(driver, outer, nested(inner, to(provider)))).word() + " after "
        + provider.made().size();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anInnerTaskThatSucceedsAtLastIsOneSuccess(Driver driver) {
    ScriptedCall provider = provider("503, 503, ok");

    Outcome<ScriptedReply> outcome = run(driver, OUTER, nested(INNER, to(provider)));

    assertThat(outcome).isInstanceOf(Outcome.Success.class);
    assertThat(outcome.attempts()).isEqualTo(1);
    assertThat(provider.made()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void attemptsOfTheOuterTaskItselfCountToo(Driver driver) {
    ScriptedCall provider = provider("503 x9");
    Call<ScriptedReply> direct = to(provider);
    Call<ScriptedReply> inner = nested(INNER, direct);
    Call<ScriptedReply> firstDirectThenNested = new Call<>(
        attempt -> (attempt.number() == 1 ? direct : inner).blocking().call(attempt),
        attempt -> (attempt.number() == 1 ? direct : inner).async().call(attempt));

    Outcome<ScriptedReply> outcome = run(driver, OUTER, firstDirectThenNested);

    assertThat(provider.made()).hasSize(3);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void ofTwoTasksInOneAttemptTheFirstRidesAndTheSecondPays(Driver driver) {
    ScriptedCall provider = provider("ok, 503 x9");
    Call<ScriptedReply> inner = nested(INNER, to(provider));
    Call<ScriptedReply> twice = new Call<>(
        attempt -> {
          ScriptedReply unused = inner.blocking().call(attempt);
          return inner.blocking().call(attempt);
        },
        attempt -> inner.async().call(attempt).thenCompose(first -> unchecked(inner, attempt)));

    Outcome<ScriptedReply> outcome = run(driver, OUTER, twice);

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  private static <T> CompletionStage<T> unchecked(Call<T> call, Attempt attempt) {
    try {
      return call.async().call(attempt);
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void aSecondTaskIsRefusedWhereTheBudgetIsSpent(Driver driver) {
    ScriptedCall provider = provider("ok x9");
    Call<ScriptedReply> inner = nested(INNER, to(provider));
    Call<ScriptedReply> twice = new Call<>(
        attempt -> {
          ScriptedReply unused = inner.blocking().call(attempt);
          return inner.blocking().call(attempt);
        },
        attempt -> inner.async().call(attempt).thenCompose(first -> unchecked(inner, attempt)));

    Outcome<ScriptedReply> outcome = run(driver, OUTER.maxAttempts(1), twice);

    assertThat(provider.made()).hasSize(1);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  /** A client library with retries of its own, above a transport that is a task per request. */
  @ParameterizedTest
  @EnumSource(Driver.class)
  void theRequestsOfALoopingClientLibraryCountAgainstTheBudget(Driver driver) {
    ScriptedCall provider = provider("503 x20");
    Call<ScriptedReply> request =
        nested(Task.named("wire").repeatable().maxAttempts(1), to(provider));
    Call<ScriptedReply> library = new Call<>(
        attempt -> {
          RuntimeException last = new IllegalStateException("not tried");
          for (int i = 0; i < 5; i++) {
            try {
              return request.blocking().call(attempt);
            } catch (RuntimeException e) {
              last = e;
            }
          }
          throw last;
        },
        attempt -> {
          CompletionStage<ScriptedReply> tries = unchecked(request, attempt);
          for (int i = 1; i < 5; i++) {
            tries = tries.exceptionallyCompose(failed -> unchecked(request, attempt));
          }
          return tries;
        });

    Outcome<ScriptedReply> outcome = run(driver, OUTER, library);

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anIndependentTaskHasABudgetOfItsOwn(Driver driver) {
    ScriptedCall provider = provider("503 x9");

    Outcome<ScriptedReply> outcome = run(driver, OUTER, nested(INDEPENDENT, to(provider)));

    assertThat(provider.made()).hasSize(9);
    assertThat(outcome.attempts()).isEqualTo(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void theDeadlineOfAnInnerTaskIsTheEarlierOne(Driver driver) {
    ScriptedCall provider = provider("503 in 1s, hang");
    Call<ScriptedReply> direct = to(provider);
    Call<ScriptedReply> inner = nested(INNER.deadline(Duration.ofMinutes(1)), direct);
    Call<ScriptedReply> second = new Call<>(
        attempt -> (attempt.number() == 1 ? direct : inner).blocking().call(attempt),
        attempt -> (attempt.number() == 1 ? direct : inner).async().call(attempt));

    Outcome<ScriptedReply> outcome = run(driver, OUTER.deadline(Duration.ofSeconds(5)), second);

    assertThat(timeoutsMs("inner")).containsExactly(3750.0);
    assertThat(reason(outcome)).isEqualTo(EndReason.DEADLINE);
    assertThat(time.nowMs()).isEqualTo(5000);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anInnerTaskKeepsAnEarlierDeadlineOfItsOwn(Driver driver) {
    ScriptedCall provider = provider("hang");

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER, nested(INNER.deadline(Duration.ofSeconds(2)), to(provider)));

    assertThat(timeoutsMs("inner")).containsExactly(2000.0);
    assertThat(reason(outcome)).isEqualTo(EndReason.DEADLINE);
    assertThat(time.nowMs()).isEqualTo(2000);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void cuttingTheOuterAttemptAbortsTheInnerOne(Driver driver) {
    ScriptedCall provider = provider("hang, ok in 100ms");
    UnaryOperator<Forbear.Builder> oneSecond = any -> any.attemptTimeout(Duration.ofSeconds(1));
    Forbear outer = oneSecond
        .apply(Forbear.builder()
            .policy(Play.POLICY)
            .timeSource(time)
            .random(() -> 0.5)
            .executor(Runnable::run))
        .build();
    Call<ScriptedReply> inner = nested(INNER, to(provider));

    Outcome<ScriptedReply> outcome;
    if (driver == Driver.BLOCKING) {
      outcome = outer.run(OUTER, inner.blocking());
    } else {
      CompletableFuture<Outcome<ScriptedReply>> future = outer.runAsync(OUTER, inner.async());
      time.runUntilIdle();
      outcome = future.join();
    }

    assertThat(provider.made().get(0).abortedAtMs()).isEqualTo(1000);
    assertThat(provider.made()).hasSize(2);
    assertThat(outcome).isInstanceOf(Outcome.Success.class);
    assertThat(time.nowMs()).isEqualTo(1350);
    assertThat(Thread.interrupted()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void anInnerTaskBegunAfterTheCutSendsNothing(Driver driver) {
    ScriptedCall provider = provider("ok x9");
    Call<ScriptedReply> inner = nested(INNER, to(provider));
    // Deaf to the cut at 200 ms: it goes on until 1000 ms and only then begins its task.
    Call<ScriptedReply> deaf = new Call<>(
        attempt -> {
          sleepDeaf(1000);
          return inner.blocking().call(attempt);
        },
        attempt -> {
          CompletableFuture<ScriptedReply> answer = new CompletableFuture<>();
          time.alarm(1_000_000_000, () -> {
            CompletionStage<ScriptedReply> late = unchecked(inner, attempt);
            late.whenComplete((value, thrown) -> answer.complete(ScriptedReply.status(200)));
          });
          return answer;
        });

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER.maxAttempts(1).deadline(Duration.ofMillis(200)), deaf);

    assertThat(provider.made()).isEmpty();
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
    assertThat(events)
        .filteredOn(
            event -> event instanceof TaskEvent.TaskEnded && event.task().equals("inner"))
        .hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void aTaskDeepInsideACutAttemptSendsNothing(Driver driver) {
    ScriptedCall provider = provider("ok x9");
    Call<ScriptedReply> innermost = nested(INNERMOST, to(provider));
    Call<ScriptedReply> deaf = new Call<>(
        attempt -> {
          sleepDeaf(1000);
          return innermost.blocking().call(attempt);
        },
        attempt -> {
          CompletableFuture<ScriptedReply> answer = new CompletableFuture<>();
          time.alarm(1_000_000_000, () -> {
            CompletionStage<ScriptedReply> late = unchecked(innermost, attempt);
            late.whenComplete((value, thrown) -> answer.complete(ScriptedReply.status(200)));
          });
          return answer;
        });

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER.maxAttempts(1).deadline(Duration.ofMillis(200)), nested(INNER, deaf));

    assertThat(provider.made()).isEmpty();
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  /** As a library that swallows interrupts does. */
  private void sleepDeaf(long untilMs) {
    while (time.nowMs() < untilMs) {
      try {
        time.sleepUntil(untilMs * 1_000_000, new dev.forbear.time.Wake());
      } catch (InterruptedException e) {
        // Deaf.
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void aBudgetOfOneLetsOneRequestThroughHoweverDeep(Driver driver) {
    ScriptedCall provider = provider("503 x9");

    Outcome<ScriptedReply> outcome =
        run(driver, OUTER.maxAttempts(1), nested(INNER, nested(INNERMOST, to(provider))));

    assertThat(provider.made()).hasSize(1);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void theStopIsSeenThroughWhateverWrapsIt(Driver driver) {
    ScriptedCall provider = provider("503 x9");
    Call<ScriptedReply> inner = nested(INNER, to(provider));
    Call<ScriptedReply> wrapping = new Call<>(
        attempt -> {
          try {
            return inner.blocking().call(attempt);
          } catch (RuntimeException e) {
            throw new IllegalStateException("a library's own", new RuntimeException(e));
          }
        },
        attempt -> inner
            .async()
            .call(attempt)
            .thenApply(any -> any)
            .exceptionallyCompose(failed -> CompletableFuture.failedFuture(
                new IllegalStateException("a library's own", new RuntimeException(failed)))));

    Outcome<ScriptedReply> outcome = run(driver, OUTER, wrapping);

    assertThat(provider.made()).hasSize(3);
    assertThat(reason(outcome)).isEqualTo(EndReason.ATTEMPTS);
  }

  @ParameterizedTest
  @EnumSource(Driver.class)
  void theLastWordOnJoiningCounts(Driver driver) {
    ScriptedCall provider = provider("503 x9");
    Call<ScriptedReply> joins = new Call<>(
        attempt -> forbear.run(INDEPENDENT.inside(attempt), provider.blocking()).orElseThrow(),
        attempt -> forbear
            .runAsync(INDEPENDENT.inside(attempt), provider.async())
            .thenApply(Outcome::orElseThrow));

    Outcome<ScriptedReply> outcome = run(driver, OUTER, joins);

    assertThat(provider.made()).hasSize(3);
    assertThat(outcome.attempts()).isEqualTo(1);
  }
}
