package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.conformance.drivers.BrokenTime.Part;
import dev.forbear.conformance.drivers.Sabotage.Weapon;
import dev.forbear.event.TaskCounts;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.task.EndReason;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Executors and timers that throw, on real threads: the task ends all the same. */
class BrokenPlumbingTest {

  private static final Task TASK =
      Task.named("task").repeatable().deadline(Duration.ofSeconds(Bounded.SECONDS / 2));

  private record Case(Weapon weapon, int number, boolean fromThenOn) {

    Sabotage sabotage() {
      return fromThenOn ? Sabotage.from(number, weapon) : Sabotage.once(number, weapon);
    }
  }

  /** Two waits, and one cut with its actions and its stage to cancel: six hand-overs are more than there are. */
  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Weapon weapon : Weapon.values()) {
      for (int number = 1; number <= 6; number++) {
        cases.add(new Case(weapon, number, false));
        cases.add(new Case(weapon, number, true));
      }
    }
    return cases;
  }

  private final Log log = Log.caught();

  @AfterEach
  void closeLog() {
    log.close();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void anExecutorThatRefusesLosesNothing(Case some) throws Exception {
    Sabotage sabotage = some.sabotage();
    TaskCounts counts = new TaskCounts();
    AtomicInteger actions = new AtomicInteger();
    Forbear forbear = Forbear.builder()
        .policy(RetryPolicy.of(100, 2, 2, 1)) // on a busy machine a third attempt may be cut too
        .attemptTimeout(Duration.ofMillis(20))
        .executor(action -> {
          sabotage.strike();
          action.run();
        })
        .listener(counts)
        .build();

    CompletableFuture<Outcome<String>> future = forbear.runAsync(TASK, attempt -> {
      attempt.onCancel(actions::incrementAndGet);
      return switch (attempt.number()) {
        case 1 -> CompletableFuture.failedFuture(new IOException("lost"));
        case 2 -> new CompletableFuture<>();
        default -> CompletableFuture.completedFuture("answer");
      };
    });

    Outcome<String> outcome = Bounded.get(future);
    assertThat(outcome.orElseThrow()).isEqualTo("answer");
    assertThat(counts.tasks()).isEqualTo(1);
    assertThat(counts.attempts()).isEqualTo(outcome.attempts());
    long cut = outcome.history().stream()
        .filter(failed -> failed.cause() instanceof TimeoutException)
        .count();
    assertThat(cut).isPositive();
    Bounded.until("each cut has had its action", () -> actions.get() == cut);
    Bounded.until("the cut attempt has ended", () -> forbear.lateAttempts() == 0);
  }

  /** Such an executor may be called by the timer's thread, which all tasks share. */
  @Test
  void whatARefusingExecutorDidNotTakeDoesNotRunOnTheTimersThread() throws Exception {
    Forbear forbear = Forbear.builder()
        .policy(RetryPolicy.of(2, 2, 2, 1))
        .random(() -> 0.9)
        .executor(action -> {
          throw new RejectedExecutionException("full");
        })
        .build();

    CompletableFuture<Outcome<String>> future = forbear.runAsync(
        TASK,
        attempt -> attempt.number() == 1
            ? CompletableFuture.failedFuture(new IOException("lost"))
            : CompletableFuture.completedFuture(Thread.currentThread().getName()));

    assertThat(Bounded.get(future).orElseThrow()).isNotEqualTo("forbear-timer");
  }

  /** Otherwise a call that never answers would never end. */
  @ParameterizedTest
  @EnumSource(Weapon.class)
  void aTimerThatThrowsIsStoodInForByTheSystems(Weapon weapon) throws Exception {
    for (Driver driver : Driver.values()) {
      for (Part part : List.of(Part.ALARM, Part.NANO_TIME)) {
        TaskCounts counts = new TaskCounts();
        Forbear forbear = Forbear.builder()
            .policy(RetryPolicy.of(1, 2, 2, 1))
            .attemptTimeout(Duration.ofMillis(20))
            .timeSource(new BrokenTime(TimeSource.system(), part, Sabotage.from(1, weapon)))
            .listener(counts)
            .build();

        Outcome<String> outcome = driver == Driver.BLOCKING
            ? forbear.run(TASK, attempt -> {
              Bounded.await(new CountDownLatch(1));
              return "never";
            })
            : Bounded.get(forbear.runAsync(TASK, attempt -> new CompletableFuture<String>()));

        assertThat(((Outcome.NoValue<String>) outcome).reason()).isEqualTo(EndReason.ATTEMPTS);
        assertThat(counts.tasks()).isEqualTo(1);
        assertThat(Thread.interrupted()).isFalse();
      }
    }
  }
}
