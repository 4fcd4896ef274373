package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.flow.Outlet;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.stream.StreamPart;
import dev.forbear.task.AfterCommit;
import dev.forbear.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams that speak on one thread while another ends them: whoever is first, the consumer and the outcome tell one story. */
@Timeout(180)
class StreamRaceTest {

  private static final long SEED = 20_261_130;
  private static final int ROUNDS = Boolean.getBoolean("forbear.evidence") ? 100_000 : 5_000;
  private static final int WORDS = 12;

  private final ExecutorService providers = Executors.newFixedThreadPool(2);
  private final Forbear forbear = Forbear.of(RetryPolicy.of(2, 0, 0, 1));

  @AfterEach
  void stop() {
    providers.shutdownNow();
  }

  /** What ends a stream besides itself. */
  private enum Ender {
    NOBODY,
    SUBSCRIBER,
    FUTURE,
    TOKEN,
    TIMEOUT
  }

  private static final class Listening implements Flow.Subscriber<StreamPart> {

    private final CountDownLatch ended = new CountDownLatch(1);
    private final StringBuilder text = new StringBuilder();
    private Flow.@Nullable Subscription subscription;
    private volatile boolean isOver;
    private volatile boolean isWhole;
    private volatile @Nullable String fault;
    private volatile @Nullable Throwable failure;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(StreamPart part) {
      if (isOver) {
        fault = "a part after the end";
      }
      synchronized (text) {
        if (part instanceof StreamPart.Text piece) {
          text.append(piece.text());
        } else if (part instanceof StreamPart.Discard) {
          text.setLength(0);
        }
      }
    }

    @Override
    public void onError(Throwable thrown) {
      failure = thrown;
      end();
    }

    @Override
    public void onComplete() {
      isWhole = true;
      end();
    }

    private void end() {
      if (isOver) {
        fault = "two ends";
      }
      isOver = true;
      ended.countDown();
    }
  }

  @Test
  void consumerAndOutcomeTellOneStory() throws Exception {
    int alarmsBefore = TimeSource.system().pendingAlarms();
    for (int round = 0; round < ROUNDS; round++) {
      play(new Random(SEED + round), round);
    }
    assertThat(TimeSource.system().pendingAlarms()).isLessThanOrEqualTo(alarmsBefore);
  }

  private void play(Random random, int round) throws Exception {
    Ender ender = Ender.values()[random.nextInt(Ender.values().length)];
    CancelToken token = new CancelToken();
    Task task = Task.named("race")
        .repeatable()
        .cancelledBy(token)
        .deadline(Duration.ofSeconds(30))
        .afterCommit(random.nextBoolean() ? AfterCommit.RESTART : AfterCommit.KEEP);
    if (ender == Ender.TIMEOUT) {
      task = task.deadline(Duration.ofNanos(1_200_000 + random.nextInt(300_000)));
    }
    boolean breaks = random.nextInt(3) == 0;
    int pause = random.nextInt(400);
    Listening listening = new Listening();
    TaskStream stream = forbear.stream(task, attempt -> speaking(attempt.number(), breaks, pause));

    stream.subscribe(listening);
    spin(random.nextInt(4000));
    switch (ender) {
      case SUBSCRIBER -> Objects.requireNonNull(listening.subscription).cancel();
      case FUTURE -> stream.outcome().cancel(true);
      case TOKEN -> token.cancel();
      case NOBODY, TIMEOUT -> {}
    }

    String story = "seed " + (SEED + round) + ", ended by " + ender;
    if (ender != Ender.SUBSCRIBER && ender != Ender.FUTURE) {
      assertThat(listening.ended.await(20, TimeUnit.SECONDS)).as(story).isTrue();
    }
    assertThat(listening.fault).as(story).isNull();
    if (ender != Ender.FUTURE) {
      check(story, listening, stream.outcome().get(20, TimeUnit.SECONDS), ender);
    }
  }

  private static void check(
      String story, Listening listening, Outcome<StreamResult> outcome, Ender ender) {
    boolean isSuccess = outcome instanceof Outcome.Success<StreamResult>;
    StreamResult told = outcome instanceof Outcome.NoValue<StreamResult> noValue
        ? Objects.requireNonNull(noValue.report().delivered(), story)
        : outcome.orElseThrow();
    String heard;
    synchronized (listening.text) {
      heard = listening.text.toString();
    }
    if (ender == Ender.SUBSCRIBER) {
      // It stopped listening somewhere in it, perhaps before the discard of what an attempt had
      // said.
      boolean isBeforeTheDiscard = heard.startsWith("1.") && told.text().startsWith("2.");
      assertThat(isBeforeTheDiscard || told.text().startsWith(heard)).as(story).isTrue();
      return;
    }
    assertThat(heard).as(story).isEqualTo(told.text());
    assertThat(listening.isWhole).as(story).isEqualTo(isSuccess);
    if (!isSuccess) {
      assertThat(listening.failure).as(story).isInstanceOf(ForbearException.class);
      boolean isPartial = outcome instanceof Outcome.Partial<StreamResult>;
      boolean isCancelled = outcome instanceof Outcome.Cancelled<StreamResult>;
      assertThat(isPartial || isCancelled || heard.isEmpty()).as(story).isTrue();
    }
  }

  /** Speaks a few words on a thread of its own, then ends well or badly. */
  private Flow.Publisher<StreamPart> speaking(int attempt, boolean breaks, int pause) {
    return subscriber -> {
      Outlet<StreamPart> outlet = new Outlet<>(subscriber, new Outlet.Supply() {
        @Override
        public void more() {}

        @Override
        public void cancelled(@Nullable Throwable thrown) {}
      });
      subscriber.onSubscribe(outlet);
      providers.execute(() -> {
        for (int i = 0; i < WORDS; i++) {
          spin(pause);
          outlet.put(new StreamPart.Text(attempt + "." + i + " "));
        }
        if (breaks) {
          outlet.end(new IOException("reset"));
        } else {
          outlet.put(new StreamPart.Finished("stop"));
        }
      });
    };
  }

  private static void spin(int turns) {
    for (int i = 0; i < turns; i++) {
      Thread.onSpinWait();
    }
  }
}
