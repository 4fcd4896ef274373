package dev.forbear.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real time: never early is exact, late is bounded only by what a busy machine may take. */
@Timeout(60)
class SystemTimeTest {

  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long FAR = TimeUnit.HOURS.toNanos(1);

  private final TimeSource time = TimeSource.system();

  /** An action that runs as a test ends may still arm one more. */
  @AfterEach
  void nothingStaysArmed() {
    long begunNanos = System.nanoTime();
    while (time.pendingAlarms() > 0
        && System.nanoTime() - begunNanos < TimeUnit.SECONDS.toNanos(20)) {
      LockSupport.parkNanos(MILLI);
    }
    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void readsTheClocksOfTheMachine() {
    long beforeNanos = System.nanoTime();
    long beforeMs = System.currentTimeMillis();

    assertThat(time.nanoTime() - beforeNanos).isBetween(0L, TimeUnit.SECONDS.toNanos(30));
    assertThat(time.epochMillis() - beforeMs).isBetween(-30_000L, 30_000L);
  }

  @Test
  void anAlarmRunsOnceAndNeverEarly() {
    List<CompletableFuture<Long>> latenesses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long atNanos = time.nanoTime() + i * MILLI / 3;
      CompletableFuture<Long> lateNanos = new CompletableFuture<>();
      time.alarm(atNanos, () -> lateNanos.complete(time.nanoTime() - atNanos));
      latenesses.add(lateNanos);
    }

    for (CompletableFuture<Long> lateNanos : latenesses) {
      assertThat(await(lateNanos)).isBetween(0L, TimeUnit.SECONDS.toNanos(20));
    }
  }

  @Test
  void anAlarmInThePastRunsAtOnceOnTheThreadOfTheSource() {
    for (long distance : new long[] {0, -1, -FAR, Long.MIN_VALUE / 2}) {
      CompletableFuture<Thread> thread = new CompletableFuture<>();

      time.alarm(time.nanoTime() + distance, () -> thread.complete(Thread.currentThread()));

      assertThat(await(thread).getName()).isEqualTo("forbear-timer");
      assertThat(await(thread).isDaemon()).isTrue();
    }
  }

  @Test
  void anEarlierAlarmIsNotHeldUpByALaterOne() {
    TimeSource.Alarm late = time.alarm(time.nanoTime() + FAR, () -> {});
    settle();
    CompletableFuture<Void> early = new CompletableFuture<>();

    time.alarm(time.nanoTime() + MILLI, () -> early.complete(null));

    await(early);
    assertThat(late.cancel()).isTrue();
  }

  @Test
  void theFarthestInstantIsFarAndNotThePast() {
    for (long distance : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2}) {
      TimeSource.Alarm alarm = time.alarm(time.nanoTime() + distance, () -> {});
      settle();

      assertThat(alarm.cancel()).isTrue();
    }
  }

  @Test
  void anAlarmIsEitherCancelledOrRunOnce() throws Exception {
    int rounds = 20_000;
    Random random = new Random(7);
    AtomicInteger[] runs = new AtomicInteger[rounds];
    int[] cancelled = new int[rounds];
    for (int i = 0; i < rounds; i++) {
      AtomicInteger count = new AtomicInteger();
      runs[i] = count;
      TimeSource.Alarm alarm =
          time.alarm(time.nanoTime() + random.nextInt((int) MILLI / 4), count::incrementAndGet);
      for (int spin = random.nextInt(4000); spin > 0; spin--) {
        Thread.onSpinWait();
      }
      cancelled[i] = alarm.cancel() ? 1 : 0;
    }
    settle();

    for (int i = 0; i < rounds; i++) {
      assertThat(runs[i].get() + cancelled[i]).as("alarm %s", i).isOne();
    }
  }

  @Test
  void aMillionAlarmsArmedAndCancelledByManyThreadsLeaveNothing() throws Exception {
    int threads = 4;
    List<FutureTask<Integer>> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      FutureTask<Integer> worker = new FutureTask<>(() -> {
        int cancelled = 0;
        for (int i = 0; i < 1_000_000 / threads; i++) {
          TimeSource.Alarm alarm = time.alarm(time.nanoTime() + FAR, () -> {});
          cancelled += alarm.cancel() ? 1 : 0;
        }
        return cancelled;
      });
      workers.add(worker);
      new Thread(worker, "arming-" + t).start();
    }

    int cancelled = 0;
    for (FutureTask<Integer> worker : workers) {
      cancelled += worker.get();
    }
    assertThat(cancelled).isEqualTo(1_000_000);
    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void actionsMayArmAndCancel() {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    TimeSource.Alarm victim = time.alarm(time.nanoTime() + FAR, () -> {});

    time.alarm(time.nanoTime(), () -> {
      boolean cancelled = victim.cancel();
      time.alarm(time.nanoTime() + MILLI, () -> done.complete(cancelled));
    });

    assertThat(await(done)).isTrue();
  }

  @Test
  void anActionThatKeepsArmingThePastDoesNotStarveTheOthers() {
    CompletableFuture<Void> stop = new CompletableFuture<>();
    rearm(stop);
    CompletableFuture<Void> other = new CompletableFuture<>();

    time.alarm(time.nanoTime() + 5 * MILLI, () -> other.complete(null));

    await(other);
    stop.complete(null);
    settle();
  }

  private void rearm(CompletableFuture<Void> stop) {
    if (!stop.isDone()) {
      time.alarm(time.nanoTime() - FAR, () -> rearm(stop));
    }
  }

  @Test
  void aThrowingActionIsReportedAndTheOthersRun() {
    List<Throwable> reported = new ArrayList<>();
    Thread timer = timerThread();
    timer.setUncaughtExceptionHandler((thread, thrown) -> {
      reported.add(thrown);
      throw new IllegalStateException("a handler that throws");
    });
    try {
      RuntimeException exception = new RuntimeException("on purpose");
      Error error = new AssertionError("on purpose");

      time.alarm(time.nanoTime(), () -> sneak(exception));
      settle();
      time.alarm(time.nanoTime(), () -> sneak(error));
      settle();

      assertThat(reported).containsExactly(exception, error);
      assertThat(timerThread()).isSameAs(timer);
    } finally {
      timer.setUncaughtExceptionHandler(null);
    }
  }

  @Test
  void theThreadRestsWhileNothingIsArmedAlsoAfterAnActionLeftAnInterrupt() {
    AlarmThread alarms = new AlarmThread();
    CompletableFuture<Thread> thread = new CompletableFuture<>();

    alarms.arm(System.nanoTime() + MILLI, () -> {
      Thread.currentThread().interrupt();
      thread.complete(Thread.currentThread());
    });

    Thread timer = await(thread);
    await(CompletableFuture.runAsync(() -> awaitState(timer, Thread.State.WAITING)));
    assertThat(timer.isInterrupted()).isFalse();
    assertThat(alarms.pending()).isZero();
  }

  @Test
  void sleepsUntilTheInstantAndNeverReturnsEarly() throws InterruptedException {
    for (int i = 0; i < 20; i++) {
      long atNanos = time.nanoTime() + i * MILLI / 4;

      assertThat(time.sleepUntil(atNanos, new Wake())).isTrue();

      assertThat(time.nanoTime() - atNanos).isBetween(0L, TimeUnit.SECONDS.toNanos(20));
    }
  }

  @Test
  void aPermitLeftOverDoesNotShortenTheSleep() throws InterruptedException {
    LockSupport.unpark(Thread.currentThread());
    long atNanos = time.nanoTime() + 2 * MILLI;

    assertThat(time.sleepUntil(atNanos, new Wake())).isTrue();

    assertThat(time.nanoTime() - atNanos).isNotNegative();
  }

  @Test
  void anInstantThatHasPassedReturnsWithoutParking() throws InterruptedException {
    LockSupport.unpark(Thread.currentThread());

    assertThat(time.sleepUntil(time.nanoTime(), new Wake())).isTrue();
    assertThat(time.sleepUntil(time.nanoTime() - FAR, new Wake())).isTrue();
    assertThat(time.sleepUntil(time.nanoTime() + Long.MIN_VALUE / 2, new Wake()))
        .isTrue();

    // The permit is still there, so nothing parked: this park would not return otherwise.
    LockSupport.park(this);
  }

  @Test
  void aSignalEndsTheSleep() throws InterruptedException {
    Wake wake = new Wake();
    Thread sleeper = Thread.currentThread();
    CompletableFuture<Void> signaller = CompletableFuture.runAsync(() -> {
      awaitState(sleeper, Thread.State.TIMED_WAITING);
      wake.signal();
    });

    assertThat(time.sleepUntil(time.nanoTime() + Long.MAX_VALUE, wake)).isFalse();

    await(signaller);
    assertThat(time.sleepUntil(time.nanoTime() + FAR, wake)).as("for good").isFalse();
    assertThat(time.sleepUntil(time.nanoTime(), wake)).as("before the time").isFalse();
  }

  /** Each round signals at about the moment in which the other thread begins to sleep. */
  @Test
  void aSignalThatComesAsTheSleepBeginsIsNotLost() throws Exception {
    int rounds = 100_000;
    AtomicReferenceArray<Wake> wakes = new AtomicReferenceArray<>(rounds);
    FutureTask<Void> signalling = new FutureTask<>(
        () -> {
          for (int round = 0; round < rounds; round++) {
            Wake wake = wakes.get(round);
            while (wake == null) { // the other thread sets it, or the test times out
              Thread.onSpinWait();
              wake = wakes.get(round);
            }
            wake.signal();
          }
        },
        null);
    new Thread(signalling, "signals").start();
    for (int round = 0; round < rounds; round++) {
      Wake wake = new Wake();
      long atNanos = time.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      wakes.set(round, wake);

      assertThat(time.sleepUntil(atNanos, wake)).as("round %d", round).isFalse();

      assertThat(time.nanoTime() - atNanos).as("round %d", round).isNegative();
    }
    signalling.get(20, TimeUnit.SECONDS);
  }

  @Test
  void anInterruptEndsTheSleepAndTheWakeCanBeUsedAgain() throws InterruptedException {
    Wake wake = new Wake();
    Thread sleeper = Thread.currentThread();
    CompletableFuture<Void> interrupter = CompletableFuture.runAsync(() -> {
      awaitState(sleeper, Thread.State.TIMED_WAITING);
      sleeper.interrupt();
    });

    assertThatThrownBy(() -> time.sleepUntil(time.nanoTime() + FAR, wake))
        .isInstanceOf(InterruptedException.class);

    await(interrupter);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(time.sleepUntil(time.nanoTime() + MILLI, wake)).isTrue();
  }

  @Test
  void anInterruptBeforeTheSleepCountsAlsoWhenThereIsNothingToWaitFor() {
    for (long distance : new long[] {FAR, 0, -FAR}) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(() -> time.sleepUntil(time.nanoTime() + distance, new Wake()))
          .isInstanceOf(InterruptedException.class);

      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  /** Returns when everything due by now has run: twice a tick, so that both roundings are behind us. */
  private void settle() {
    CompletableFuture<Void> last = new CompletableFuture<>();
    time.alarm(time.nanoTime() + 3 * MILLI, () -> last.complete(null));
    await(last);
  }

  private Thread timerThread() {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    time.alarm(time.nanoTime(), () -> thread.complete(Thread.currentThread()));
    return await(thread);
  }

  private static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
    return future.orTimeout(30, TimeUnit.SECONDS).join();
  }

  @SuppressWarnings("unchecked") // The usual trick: the cast is erased.
  private static <T extends Throwable> void sneak(@Nullable Throwable thrown) throws T {
    if (thrown != null) {
      throw (T) thrown;
    }
  }
}
