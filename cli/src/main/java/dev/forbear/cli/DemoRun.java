package dev.forbear.cli;

import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One client that carries all tasks out against a provider of its own, counted at the provider.
 *
 * <p>The tasks run on threads of this run; {@link #close} ends what is still running.
 */
final class DemoRun implements AutoCloseable {

  /** Tasks in flight at a time: enough for a line to form, and few enough for a laptop. */
  static final int IN_FLIGHT = 64;

  /** How a task ended that was still running when the demo was stopped. */
  static final String NOT_FINISHED = "not finished";

  /** What happens to each attempt. */
  @FunctionalInterface
  interface Fates {

    /** The fate of one attempt; the task counted from 0, the attempt from 1. */
    ScriptedReply replyTo(int task, int attempt);
  }

  /**
   * One task that is over.
   *
   * @param end {@link DemoClient#SUCCESS} or a reason
   * @param startNanos when it began
   * @param elapsedMs how long it took
   */
  record Ended(String end, long startNanos, double elapsedMs) {

    boolean isSuccess() {
      return end.equals(DemoClient.SUCCESS);
    }
  }

  private final ScriptedProvider provider;
  private final ExecutorService threads;
  private final Ended[] ended;
  private final AtomicInteger over = new AtomicInteger();

  /** Starts all tasks. */
  DemoRun(Fates fates, int tasks, Function<DemoRequests, DemoClient> clients) {
    ended = new Ended[tasks];
    provider = ScriptedProvider.answering((index, request) ->
        fates.replyTo(DemoRequests.task(request.path()), DemoRequests.attempt(request.path())));
    threads = Executors.newFixedThreadPool(Math.min(IN_FLIGHT, tasks), work -> {
      Thread thread = new Thread(work, "demo");
      thread.setDaemon(true);
      return thread;
    });
    DemoClient client = clients.apply(new DemoRequests(provider::uri));
    for (int task = 0; task < tasks; task++) {
      int number = task;
      threads.execute(() -> carryOut(client, number));
    }
    threads.shutdown();
  }

  private void carryOut(DemoClient client, int task) {
    long startNanos = System.nanoTime();
    String end = NOT_FINISHED;
    try {
      end = client.carryOut(task);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    double elapsedMs = (System.nanoTime() - startNanos) / 1e6;
    ended[task] = new Ended(end, startNanos, elapsedMs);
    over.incrementAndGet();
  }

  /** How many tasks are over. */
  int over() {
    return over.get();
  }

  /** Waits until all tasks are over; false when they were not within this time. */
  boolean await(Duration atMost) throws InterruptedException {
    return threads.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The figures so far; whole once {@link #await} was true. */
  DemoFigures figures() {
    List<Ended> tasks = new ArrayList<>();
    for (Ended task : ended) {
      tasks.add(task == null ? new Ended(NOT_FINISHED, System.nanoTime(), 0) : task);
    }
    List<ArrivedRequest> requests = provider.requests();
    long after =
        requests.stream().filter(request -> isAfterDeadline(request, tasks)).count();
    return DemoFigures.of(tasks, requests.size(), (int) after);
  }

  private static boolean isAfterDeadline(ArrivedRequest request, List<Ended> tasks) {
    long startNanos = tasks.get(DemoRequests.task(request.path())).startNanos();
    return request.atNanos() - startNanos > TimeUnit.MILLISECONDS.toNanos(DemoClient.DEADLINE_MS);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    provider.close();
  }
}
