package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Answers, timers and cancels of async tasks that meet on several threads. */
class AsyncRaceTest {

  private static final int ROUNDS = 3000;
  private static final long SEED = 4711;

  @Test
  void endsOnceAndTellsItLastWhateverMeets() throws Exception {
    Map<String, List<TaskEvent>> told = new ConcurrentHashMap<>();
    Forbear forbear = Forbear.builder()
        .policy(RetryPolicy.of(3, 0, 0, 1))
        .attemptTimeout(Duration.ofMillis(2))
        .deadline(Duration.ofSeconds(Bounded.SECONDS))
        .listener(event -> told.computeIfAbsent(event.task(), name -> new CopyOnWriteArrayList<>())
            .add(event))
        .build();
    Random random = new Random(SEED);
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        String name = "task " + round;
        CancelToken token = new CancelToken();
        AtomicInteger sent = new AtomicInteger();
        int how = random.nextInt(4);
        Task task = Task.named(name).repeatable().cancelledBy(token);
        boolean cancels = random.nextBoolean();

        CompletableFuture<Outcome<String>> future =
            forbear.runAsync(task, attempt -> answer(threads, how, sent.incrementAndGet()));
        if (cancels) {
          threads.execute(token::cancel);
        }
        Outcome<String> outcome = Bounded.get(future);
        int sentAtTheEnd = sent.get();

        List<TaskEvent> events = told.getOrDefault(name, List.of()).stream()
            .filter(event -> !(event instanceof TaskEvent.LateAttemptEnded))
            .toList();
        String what = "round " + round + ", seed " + SEED + ": " + events;
        assertThat(events)
            .as(what)
            .filteredOn(TaskEvent.TaskEnded.class::isInstance)
            .hasSize(1);
        assertThat(events.get(events.size() - 1)).as(what).isInstanceOf(TaskEvent.TaskEnded.class);
        assertThat(outcome.attempts()).as(what).isBetween(sentAtTheEnd, 3);
        assertThat(events)
            .as(what)
            .filteredOn(TaskEvent.AttemptStarted.class::isInstance)
            .hasSize(outcome.attempts());
        if (outcome instanceof Outcome.Cancelled<String>) {
          assertThat(cancels).as(what).isTrue();
        }
      }
    } finally {
      threads.shutdown();
    }
    Bounded.until("no attempt is late", () -> forbear.lateAttempts() == 0);
  }

  private static CompletableFuture<String> answer(Executor threads, int how, int number) {
    return switch (how) {
      case 0 -> CompletableFuture.supplyAsync(() -> "answer", threads);
      case 1 ->
        number == 1
            ? CompletableFuture.failedFuture(new IOException("lost"))
            : CompletableFuture.completedFuture("answer");
      case 2 ->
        number < 3
            ? CompletableFuture.supplyAsync(
                () -> {
                  throw new IllegalStateException(new IOException("lost"));
                },
                threads)
            : CompletableFuture.supplyAsync(() -> "answer", threads);
      default ->
        number == 1 ? new CompletableFuture<>() : CompletableFuture.completedFuture("answer");
    };
  }

  /** The guard of an attempt rings, and its wait is armed, before the thread that armed the guard goes on. */
  @Test
  void wakesFromItsWaitWhenTheGuardRangWhileItWasBeingArmed() throws Exception {
    CountDownLatch waitIsAsked = new CountDownLatch(1);
    CountDownLatch started = new CountDownLatch(1);
    AtomicInteger alarms = new AtomicInteger();
    TimeSource hasty = new DelegatingTime() {
      @Override
      public Alarm alarm(long atNanos, Runnable action) {
        int number = alarms.incrementAndGet();
        if (number == 1) {
          new Thread(action, "hasty").start();
          await(waitIsAsked);
        } else if (number == 2) {
          waitIsAsked.countDown();
          await(started);
        }
        return TimeSource.system().alarm(number == 2 ? nanoTime() : atNanos, action);
      }
    };
    Forbear forbear = Forbear.builder()
        .policy(RetryPolicy.of(2, 10, 10, 1))
        .random(() -> 0.9)
        .timeSource(hasty)
        .executor(Runnable::run)
        .build();

    CompletableFuture<Outcome<String>> future = forbear.runAsync(
        Task.named("task").repeatable().deadline(Duration.ofSeconds(Bounded.SECONDS)),
        attempt -> CompletableFuture.completedFuture("answer " + attempt.number()));
    started.countDown();

    assertThat(Bounded.get(future).orElseThrow()).isEqualTo("answer 2");
  }

  @Test
  void givesTheResultAwayAfterTheEndWasToldThoughAListenerIsSlow() throws Exception {
    CountDownLatch failureIsBeingTold = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    List<String> told = new CopyOnWriteArrayList<>();
    Forbear forbear = Forbear.builder()
        .policy(RetryPolicy.of(2, 60_000, 60_000, 1))
        .random(() -> 0.9)
        .deadline(Duration.ofMinutes(5))
        .listener(event -> {
          if (event instanceof TaskEvent.AttemptFailed) {
            failureIsBeingTold.countDown();
            await(release);
          }
          told.add(event.getClass().getSimpleName());
        })
        .build();
    CancelToken token = new CancelToken();
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<Outcome<String>> future =
        forbear.runAsync(Task.named("task").repeatable().cancelledBy(token), attempt -> answer);
    CompletableFuture<Void> given = future.thenAccept(outcome -> told.add("result"));
    Thread failing = new Thread(() -> answer.completeExceptionally(new IOException("lost")));
    failing.start();
    Bounded.await(failureIsBeingTold);

    token.cancel();

    assertThat(future).isNotDone();
    release.countDown();
    Void unused = Bounded.get(given);
    assertThat(told).containsExactly("AttemptStarted", "AttemptFailed", "TaskEnded", "result");
    Bounded.join(failing);
  }

  private static void await(CountDownLatch latch) {
    try {
      Bounded.await(latch);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
