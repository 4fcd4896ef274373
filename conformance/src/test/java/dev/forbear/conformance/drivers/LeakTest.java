package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Attempt;
import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskCounts;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A hundred thousand finished, failed and cancelled tasks in real time leave no timer, no thread and no garbage that stays. */
class LeakTest {

  private static final int TASKS = 100_000;

  /** More than this would be ten bytes a task; what the virtual machine itself gathers stays below. */
  private static final long MAX_GROWTH_BYTES = 1 << 20;

  private static final Pattern SHORT_LIVED = Pattern.compile("forbear-\\d+");

  /** What the JVM itself keeps for virtual threads, as many as there are processors. */
  private static final Pattern OF_VIRTUAL_THREADS =
      Pattern.compile("ForkJoinPool-\\d+-worker-\\d+|VirtualThread-.*");

  /** Without a stack trace, so that this is about tasks and not about traces. */
  private static final class Lost extends IOException {

    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  private final Lost lost = new Lost();
  private final ReplyException limited =
      new ReplyException(new ProviderReply(429, Map.of("retry-after", List.of("20")), ""));

  /** As an application holds it that may be shut down some day. */
  private final CancelToken forever = new CancelToken();

  private static final Task TASK = Task.named("task").repeatable();

  private final TaskCounts counts = new TaskCounts();
  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(3, 0, 0, 1))
      .attemptTimeout(Duration.ofSeconds(30))
      .listener(counts)
      .build();

  @Test
  void leavesNothingBehind() throws Exception {
    Set<String> threadsBefore = threads();
    run(TASKS / 2);
    long usedBefore = usedBytes();

    run(TASKS / 2);

    assertThat(counts.tasks()).as("one in ten has a task inside").isEqualTo(TASKS + TASKS / 10);
    assertThat(TimeSource.system().pendingAlarms()).as("timers").isZero();
    assertThat(forbear.lateAttempts()).as("attempts that still run").isZero();
    long grownBytes = usedBytes() - usedBefore;
    System.out.println("leaks: heap after " + TASKS / 2 + " more tasks " + grownBytes + " bytes");
    assertThat(grownBytes).as("growth of the heap").isLessThan(MAX_GROWTH_BYTES);
    Bounded.until(
        "short-lived threads have gone",
        () -> threads().stream().noneMatch(name -> SHORT_LIVED.matcher(name).matches()));
    Set<String> left = threads();
    left.removeAll(threadsBefore);
    left.removeIf(name -> OF_VIRTUAL_THREADS.matcher(name).matches());
    assertThat(left).as("threads besides the one timer").isSubsetOf("forbear-timer");
  }

  @Test
  void anAttemptKeepsNothingOfTheTasksThatEndedInsideIt() {
    Task outer = TASK.maxAttempts(TASKS);

    Outcome<Long> grown = forbear.run(outer, attempt -> {
      runInside(attempt, TASKS / 20);
      long usedBefore = usedBytes();
      runInside(attempt, TASKS / 5);
      return usedBytes() - usedBefore;
    });

    assertThat(grown.orElseThrow()).as("growth of the heap").isLessThan(MAX_GROWTH_BYTES);
  }

  private void runInside(Attempt attempt, int tasks) {
    Task inner = Task.named("inner").inside(attempt);
    for (int i = 0; i < tasks; i++) {
      forbear.run(inner, nested -> "answer");
      assertEnded(forbear.runAsync(inner, nested -> CompletableFuture.completedFuture("answer")));
    }
  }

  /** Ten kinds in turn; those that wait are cancelled together, a hundred at a time. */
  private void run(int tasks) throws Exception {
    CancelToken shared = new CancelToken();
    List<CompletableFuture<Outcome<String>>> waiting = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      switch (i % 10) {
        case 0 -> forbear.run(TASK, attempt -> "answer");
        case 1 ->
          forbear.run(TASK, attempt -> {
            throw lost;
          });
        case 2 -> forbear.run(TASK, attempt -> attempt.number() < 3 ? lost() : "answer");
        case 3 -> forbear.run(TASK.cancelledBy(forever), attempt -> "answer");
        case 4 ->
          forbear.run(
              TASK,
              attempt -> forbear.run(Task.named("inner"), inner -> "answer").orElseThrow());
        case 5 ->
          assertEnded(
              forbear.runAsync(TASK, attempt -> CompletableFuture.completedFuture("answer")));
        case 6 ->
          assertEnded(forbear.runAsync(TASK, attempt -> CompletableFuture.failedFuture(lost)));
        case 7 ->
          waiting.add(forbear.runAsync(
              TASK.cancelledBy(shared), attempt -> CompletableFuture.failedFuture(limited)));
        case 8 ->
          waiting.add(
              forbear.runAsync(TASK.cancelledBy(forever), attempt -> new CompletableFuture<>()));
        default ->
          waiting.add(forbear.runAsync(TASK, attempt -> CompletableFuture.failedFuture(limited)));
      }
      if (i % 1000 == 999) {
        assertThat(TimeSource.system().pendingAlarms()).isEqualTo(waiting.size());
        shared.cancel();
        waiting.forEach(future -> future.cancel(true));
        waiting.clear();
        shared = new CancelToken();
      }
    }
    Bounded.until("cancelled stages have ended", () -> forbear.lateAttempts() == 0);
  }

  private static void assertEnded(CompletableFuture<Outcome<String>> future) {
    assertThat(future.isDone()).isTrue();
  }

  private String lost() throws IOException {
    throw lost;
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The least of several readings: what a collection has left is all that counts. */
  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 6; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
