package dev.forbear.conformance.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interrupts that race with the return of a call, thousands of times, with tasks nested in tasks. */
class InterruptRaceTest {

  private static final int ROUNDS = 2500;
  private static final long SEED = 20_261_130;

  /** What a call does when it is interrupted, or before it is. */
  private enum Manner {
    RETURNS,
    FAILS,
    WAITS_AND_THROWS,
    WAITS_AND_RESTORES,
    WAITS_AND_SWALLOWS;

    void act(int spins) throws Exception {
      switch (this) {
        case RETURNS -> spin(spins);
        case FAILS -> {
          spin(spins);
          throw new IOException("lost");
        }
        case WAITS_AND_THROWS -> TimeUnit.SECONDS.sleep(Bounded.SECONDS);
        case WAITS_AND_RESTORES -> {
          try {
            TimeUnit.SECONDS.sleep(Bounded.SECONDS);
            throw new AssertionError("nobody interrupted");
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        }
        case WAITS_AND_SWALLOWS -> {
          try {
            TimeUnit.SECONDS.sleep(Bounded.SECONDS);
            throw new AssertionError("nobody interrupted");
          } catch (InterruptedException e) {
            // As some libraries do.
          }
        }
      }
    }

    private static void spin(int spins) {
      for (int i = 0; i < spins; i++) {
        Thread.onSpinWait();
      }
    }
  }

  /** Another thread that does the same thing each time a call says it has begun. */
  private static final class Partner implements AutoCloseable {

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final Thread thread;
    private volatile boolean closed;

    Partner(Runnable deed) {
      thread = new Thread(
          () -> {
            while (!closed) {
              if (begun.get() > done.get()) {
                deed.run();
                done.incrementAndGet();
              } else {
                LockSupport.park(this);
              }
            }
          },
          "partner");
      thread.setDaemon(true);
      thread.start();
    }

    void callHasBegun() {
      begun.incrementAndGet();
      LockSupport.unpark(thread);
    }

    /** Works on an interrupted thread too: that one cannot park, and looks again at once. */
    void awaitDone() {
      while (done.get() < begun.get()) {
        LockSupport.parkNanos(20_000);
      }
    }

    @Override
    public void close() {
      closed = true;
      LockSupport.unpark(thread);
      boolean interrupted = Thread.interrupted();
      try {
        Bounded.join(thread);
      } catch (InterruptedException e) {
        throw new AssertionError("nobody is left to interrupt", e);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private final HandRung time = new HandRung();
  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(2, 0, 0, 1))
      .deadline(Duration.ofSeconds(Bounded.SECONDS))
      .timeSource(time)
      .build();

  @AfterEach
  void leavesTheThreadAsItWas() {
    boolean unused = Thread.interrupted();
    assertThat(time.pendingAlarms()).isZero();
    assertThat(forbear.lateAttempts()).isZero();
  }

  private String call(int depth, Manner manner, int spins, Partner partner) throws Exception {
    if (depth == 0) {
      partner.callHasBegun();
      manner.act(spins);
      return "answer";
    }
    return forbear
        .run(Task.named("inner").repeatable(), inner -> call(depth - 1, manner, spins, partner))
        .orElseThrow();
  }

  @Test
  void anInterruptOfOursNeverReachesTheCaller() throws Exception {
    Random order = new Random(SEED);
    Random random = new Random(SEED + 1);
    int cut = 0;
    try (Partner ringing = new Partner(() -> time.ring(order))) {
      for (int round = 0; round < ROUNDS; round++) {
        Manner manner = Manner.values()[round % Manner.values().length];
        int depth = random.nextInt(3);
        int spins = random.nextInt(2000);

        Outcome<String> outcome = forbear.run(
            Task.named("outer").repeatable(), attempt -> call(depth, manner, spins, ringing));

        String what = manner + ", depth " + depth + ", round " + round + ", seed " + SEED;
        assertThat(Thread.currentThread().isInterrupted()).as(what).isFalse();
        assertThat(outcome)
            .as("nobody cancelled: " + what)
            .isNotInstanceOf(Outcome.Cancelled.class);
        cut += outcome.history().size();
        ringing.awaitDone();
      }
    }
    assertThat(cut).as("attempts that were cut or failed").isPositive();
  }

  /** The narrowest moment: the inner attempt was cut, its interrupt is still there, and now the outer one is cut. */
  @Test
  void anInterruptOfOursStaysInsideWhenTheOuterGuardRingsWhileTheInnerOneIsTakenBack() {
    List<Runnable> armed = new ArrayList<>();
    TimeSource nested = new DelegatingTime() {
      @Override
      public Alarm alarm(long atNanos, Runnable action) {
        int index = armed.size();
        armed.add(action);
        return () -> {
          if (index == 1) {
            armed.get(0).run();
          }
          return false;
        };
      }
    };
    Forbear two =
        Forbear.builder().policy(RetryPolicy.of(1, 0, 0, 1)).timeSource(nested).build();

    Outcome<String> outcome = two.run(
        Task.named("outer").repeatable(),
        attempt -> two.run(Task.named("inner").repeatable(), inner -> {
              armed.get(1).run();
              return "too late";
            })
            .orElseThrow());

    assertThat(Thread.interrupted()).isFalse();
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void anInterruptOfTheCallersIsNeverLost() throws Exception {
    Random random = new Random(SEED);
    Thread caller = Thread.currentThread();
    try (Partner interrupting = new Partner(caller::interrupt)) {
      for (int round = 0; round < ROUNDS; round++) {
        // What swallows an interrupt loses it by itself.
        Manner manner = Manner.values()[round % (Manner.values().length - 1)];
        int depth = random.nextInt(3);
        int spins = random.nextInt(2000);

        Outcome<String> outcome = forbear.run(
            Task.named("outer").repeatable().maxAttempts(1),
            attempt -> call(depth, manner, spins, interrupting));
        boolean duringTheRun = Thread.interrupted();
        interrupting.awaitDone();
        boolean afterIt = Thread.interrupted();

        String what = manner + ", depth " + depth + ", round " + round + ", seed " + SEED;
        assertThat(duringTheRun || afterIt).as(what).isTrue();
        if (manner == Manner.WAITS_AND_THROWS) {
          assertThat(outcome).as(what).isInstanceOf(Outcome.Cancelled.class);
          assertThat(outcome.attempts()).as(what).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void anInterruptOfTheCallersThatCameBeforeOursIsKept() throws Exception {
    Random order = new Random(SEED);
    for (int depth = 0; depth < 3; depth++) {
      try (Partner ringing = new Partner(() -> time.ring(order))) {
        for (int round = 0; round < 200; round++) {
          int levels = depth;

          Outcome<String> outcome = forbear.run(
              Task.named("outer").repeatable(), attempt -> interruptedThenCut(levels, ringing));

          assertThat(Thread.interrupted())
              .as("depth " + depth + ", round " + round)
              .isTrue();
          assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
        }
      }
    }
  }

  private String interruptedThenCut(int depth, Partner ringing) {
    if (depth == 0) {
      Thread.currentThread().interrupt();
      ringing.callHasBegun();
      ringing.awaitDone();
      return "too late";
    }
    return forbear
        .run(Task.named("inner").repeatable(), inner -> interruptedThenCut(depth - 1, ringing))
        .orElseThrow();
  }
}
