package dev.forbear.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.Attempt;
import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.StreamCall;
import dev.forbear.StreamParts;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.classify.FailureClass;
import dev.forbear.event.TaskEvent;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamPart;
import dev.forbear.task.AfterCommit;
import dev.forbear.task.EndReason;
import dev.forbear.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole courses of streamed tasks in virtual time, as the consumer sees them. */
@Timeout(60)
class StreamFlowTest {

  private static final Task TASK =
      Task.named("stream").repeatable().deadline(Duration.ofSeconds(60));

  private final VirtualTime time = new VirtualTime();
  private final List<TaskEvent> events = new ArrayList<>();
  private final List<String> cursors = new ArrayList<>();
  private final Forbear forbear = Forbear.builder()
      .policy(RetryPolicy.of(3, 500, 8000, 200))
      .timeSource(time)
      .random(() -> 0.5)
      .executor(Runnable::run)
      .listener(events::add)
      .build();

  private Pieces pieces() {
    return new Pieces(time);
  }

  private StreamCall playing(Pieces... attempts) {
    Deque<Pieces> left = new ArrayDeque<>(Arrays.asList(attempts));
    return (Attempt attempt) -> {
      cursors.add(attempt.cursor().orElse("-"));
      return left.remove();
    };
  }

  private Outcome<StreamResult> end(TaskStream stream) {
    time.runUntilIdle();
    assertThat(stream.outcome()).as("the task has ended").isDone();
    return stream.outcome().join();
  }

  private static StreamResult delivered(Outcome<StreamResult> outcome) {
    return Objects.requireNonNull(
        ((Outcome.NoValue<StreamResult>) outcome).report().delivered());
  }

  @Test
  void deliversAWholeAnswerOnce() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK, playing(pieces().alive(10).text(20, "Hel").text(30, "lo").done(40)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("Hel", "lo", "complete");
    assertThat(outcome.orElseThrow().text()).isEqualTo("Hello");
    assertThat(outcome.orElseThrow().finishReason()).isEqualTo("stop");
    assertThat(outcome.attempts()).isEqualTo(1);
  }

  @Test
  void callsNoStreamWholeThatEndsWithoutItsTerminalEvent() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, playing(pieces().text(10, "Hel").end(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("Hel", "error");
    assertThat(reader.failure).isInstanceOf(ForbearException.class);
    assertThat(reader.failure).hasMessageStartingWith("the answer was cut off: 'stream'");
    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).reason())
        .isEqualTo(EndReason.PARTIAL_OUTPUT);
    assertThat(delivered(outcome).text()).isEqualTo("Hel");
    assertThat(delivered(outcome).isUsageEstimated()).isTrue();
    assertThat(delivered(outcome).usage()).isEqualTo(new StreamPart.Usage(0, 1));
  }

  @Test
  void repeatsWithoutATraceWhatBrokeBeforeTheAnswer() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK,
        playing(
            pieces().alive(10).text(20, " \n").lost(30, () -> new IOException("closed")),
            pieces().broken(10, 529),
            pieces().text(10, " \n").text(20, "ok").done(30)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly(" \n", "ok", "complete");
    assertThat(outcome.attempts()).isEqualTo(3);
    assertThat(outcome.history())
        .extracting(failed -> failed.facts().failure().failureClass())
        .containsExactly(FailureClass.STREAM_INTERRUPTED, FailureClass.OVERLOADED);
  }

  @Test
  void takesAnErrorEventForAFailureThoughTheClassifierReadsNoBodies() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK, playing(pieces().broken(10, 200), pieces().text(10, "ok").done(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("ok", "complete");
    assertThat(outcome.history().get(0).facts().failure().failureClass())
        .isEqualTo(FailureClass.SERVER_ERROR);
  }

  @Test
  void repeatsNothingAfterTheFirstPieceOfTheAnswer() {
    Pieces second = pieces().text(10, "again").done(20);
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK,
        playing(pieces().part(10, new StreamPart.ToolBytes(0, "{\"a")).broken(20, 529), second));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("<{\"a>", "error");
    assertThat(outcome.attempts()).isEqualTo(1);
    assertThat(second.asked()).isZero();
    assertThat(delivered(outcome).toolCalls()).isEmpty();
  }

  @Test
  void startsAgainWhereTheConsumerAcceptsADiscard() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK.afterCommit(AfterCommit.RESTART),
        playing(
            pieces().text(10, "dead ").end(20),
            pieces().alive(10).end(20),
            pieces().text(10, "fresh").done(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("dead ", "discard 1", "fresh", "complete");
    assertThat(outcome.orElseThrow().text()).isEqualTo("fresh");
    assertThat(events)
        .filteredOn(TaskEvent.AnswerBegan.class::isInstance)
        .extracting(event -> ((TaskEvent.AnswerBegan) event).discarded())
        .containsExactly(0, 1);
  }

  @Test
  void keepsTheOldTextWhereNoRestartGotAsFar() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK.afterCommit(AfterCommit.RESTART),
        playing(
            pieces().text(10, "kept").end(20),
            pieces().alive(10).end(20),
            pieces().alive(10).end(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("kept", "error");
    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).reason()).isEqualTo(EndReason.ATTEMPTS);
    assertThat(delivered(outcome).text()).isEqualTo("kept");
  }

  @Test
  void startsNothingAgainThatIsNotDeclaredRepeatable() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        Task.named("write").write().afterCommit(AfterCommit.RESTART),
        playing(pieces().text(10, "once").end(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).reason()).isEqualTo(EndReason.UNSAFE);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).ending().uncertain()).isTrue();
  }

  @Test
  void resumesAtTheCursorOfWhatWasDelivered() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        Task.named("write").write().afterCommit(AfterCommit.RESUME),
        playing(
            pieces()
                .part(5, new StreamPart.Cursor("r:1"))
                .text(10, "one ")
                .part(10, new StreamPart.Cursor("r:2"))
                .end(20),
            pieces().text(10, "two").done(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("one ", "two", "complete");
    assertThat(cursors).containsExactly("-", "r:2");
    assertThat(outcome.orElseThrow().text()).isEqualTo("one two");
  }

  @Test
  void resumesAtNoCursorOfAnAttemptThatWasReplaced() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK.afterCommit(AfterCommit.RESUME),
        playing(
            pieces().part(5, new StreamPart.Cursor("gone")).end(20),
            pieces().text(10, "x").end(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(cursors).containsExactly("-", "-");
    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(reader.heard).containsExactly("x", "error");
  }

  @Test
  void endsAtTheFirstTokenLimitAndTriesAgain() {
    Pieces silent = pieces().alive(100);
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK.firstTokenTimeout(Duration.ofSeconds(2)),
        playing(silent, pieces().text(1999, "ok").done(9000)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(silent.isCancelled()).isTrue();
    assertThat(outcome.history().get(0).facts().endMs()).isEqualTo(2000);
    assertThat(outcome.history().get(0).cause()).hasMessage("no piece of an answer within 2000 ms");
    assertThat(reader.heard).containsExactly("ok", "complete");
  }

  @Test
  void endsAtTheIdleLimitCountedFromTheLastSign() {
    Pieces silent = pieces().alive(100).text(1000, "a").alive(2500);
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK.idleTimeout(Duration.ofSeconds(2)), playing(silent));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(silent.isCancelled()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(outcome.history().get(0).facts().endMs()).isEqualTo(4500);
    assertThat(outcome.history().get(0).cause()).hasMessage("nothing came for 2000 ms");
    assertThat(((Outcome.NoValue<StreamResult>) outcome).ending().failureClass())
        .isEqualTo(FailureClass.TIMEOUT);
  }

  @Test
  void takesTheSilenceOfASlowConsumerForNone() {
    Reader reader = new Reader(1);
    TaskStream stream = forbear.stream(
        TASK.idleTimeout(Duration.ofSeconds(2)),
        playing(pieces().text(10, "a").text(20, "b").text(30, "c").done(40)));
    time.alarm(9_000_000_000L, () -> reader.request(1));
    time.alarm(20_000_000_000L, () -> reader.request(9));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("a", "b", "c", "complete");
    assertThat(outcome.orElseThrow().text()).isEqualTo("abc");
  }

  @Test
  void endsPartialAtTheDeadlineAfterTheFirstPiece() {
    Pieces silent = pieces().text(10, "a");
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK.deadline(Duration.ofSeconds(3)), playing(silent));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(silent.isCancelled()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Partial.class);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).report().elapsedMs()).isEqualTo(3000);
    assertThat(reader.heard).containsExactly("a", "error");
  }

  @Test
  void readsNothingAheadOfAConsumerThatNeverAsksAndEndsAtTheDeadline() {
    Pieces endless = pieces();
    for (int i = 1; i <= 100; i++) {
      endless.text(i, "x");
    }
    Reader reader = new Reader(0);
    TaskStream stream = forbear.stream(TASK.deadline(Duration.ofSeconds(3)), playing(endless));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(endless.asked()).isZero();
    assertThat(endless.isCancelled()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    assertThat(reader.heard).containsExactly("error");
  }

  @Test
  void cancelsTheSourceAndSaysNothingMoreWhereTheConsumerCancels() {
    Pieces talking = pieces().text(10, "a").text(20, "b").text(30, "c").done(40);
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, playing(talking));
    time.alarm(25_000_000, reader::cancel);

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(talking.isCancelled()).isTrue();
    assertThat(reader.heard).containsExactly("a", "b");
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(delivered(outcome).text()).isEqualTo("ab");
  }

  @Test
  void cancelsThroughTheOutcomeToo() {
    Pieces talking = pieces().text(10, "a").done(40);
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, playing(talking));
    time.alarm(25_000_000, () -> stream.outcome().cancel(true));

    stream.subscribe(reader);
    time.runUntilIdle();

    assertThat(talking.isCancelled()).isTrue();
    assertThat(stream.outcome()).isCancelled();
    assertThat(reader.heard).containsExactly("a");
  }

  @Test
  void cancelsAConsumerThatThrows() {
    Pieces talking = pieces().text(10, "a").text(20, "b").done(40);
    Reader reader = new Reader(Long.MAX_VALUE) {
      @Override
      public void onNext(StreamPart part) {
        super.onNext(part);
        throw new IllegalStateException("full");
      }
    };
    TaskStream stream = forbear.stream(TASK, playing(talking));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("a");
    assertThat(talking.isCancelled()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
  }

  @Test
  void stopsForGoodAtAStreamThatCannotBeRead() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK, playing(pieces().alive(5).lost(10, () -> new MalformedStreamException("line 3"))));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    assertThat(((Outcome.NoValue<StreamResult>) outcome).ending().failureClass())
        .isEqualTo(FailureClass.PROTOCOL_ERROR);
    assertThat(outcome.attempts()).isEqualTo(1);
  }

  @Test
  void deliversNothingThatFollowsTheTerminalEvent() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK, playing(pieces().text(10, "a").done(20).text(30, "b").end(40)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("a", "complete");
    assertThat(outcome.orElseThrow().text()).isEqualTo("a");
  }

  @Test
  void takesAnEmptyAnswerWithItsTerminalEventForWhole() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, playing(pieces().text(5, " ").done(10)));

    stream.subscribe(reader);

    assertThat(end(stream).orElseThrow().text()).isEqualTo(" ");
    assertThat(reader.heard).containsExactly(" ", "complete");
  }

  @Test
  void showsThinkingAsItComesAndCountsItForNoAnswer() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK,
        playing(
            pieces().part(10, new StreamPart.Thinking("hm")).end(20),
            pieces().part(10, new StreamPart.Thinking("ah")).text(20, "yes").done(30)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(reader.heard).containsExactly("(hm)", "(ah)", "yes", "complete");
    assertThat(outcome.orElseThrow().text()).isEqualTo("yes");
  }

  @Test
  void countsUsageAsTheProviderTellsIt() {
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(
        TASK,
        playing(pieces()
            .part(5, new StreamPart.Usage(12, 0))
            .text(10, "a")
            .part(15, new StreamPart.Usage(0, 34))
            .end(20)));

    stream.subscribe(reader);
    Outcome<StreamResult> outcome = end(stream);

    assertThat(delivered(outcome).usage()).isEqualTo(new StreamPart.Usage(12, 34));
    assertThat(delivered(outcome).isUsageEstimated()).isFalse();
  }

  @Test
  void refusesASecondTaker() {
    Reader first = new Reader(Long.MAX_VALUE);
    Reader second = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, playing(pieces().text(10, "a").done(20)));

    stream.subscribe(first);
    stream.subscribe(second);
    end(stream);

    assertThat(first.heard).containsExactly("a", "complete");
    assertThat(second.heard).containsExactly("error");
    assertThat(second.failure).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void treatsAnOpenThatThrowsOrAnswersNothingAsAFailureOfTheAttempt() {
    Reader reader = new Reader(Long.MAX_VALUE);
    Deque<StreamCall> calls = new ArrayDeque<>(List.of(
        attempt -> {
          throw new java.net.ConnectException("refused");
        },
        attempt -> pieces().text(10, "ok").done(20)));
    TaskStream stream = forbear.stream(TASK, attempt -> calls.remove().open(attempt));

    stream.subscribe(reader);

    assertThat(end(stream).attempts()).isEqualTo(2);
    assertThat(reader.heard).containsExactly("ok", "complete");
  }

  @Test
  void leavesNoAlarmBehindWhateverTheEnd() {
    for (Pieces some : List.of(
        pieces().text(10, "a").done(20),
        pieces().text(10, "a").end(20),
        pieces().broken(10, 400),
        pieces().text(10, "a").lost(20, () -> new IOException("x")))) {
      TaskStream stream = forbear.stream(
          TASK.firstTokenTimeout(Duration.ofSeconds(30)).idleTimeout(Duration.ofSeconds(30)),
          playing(some));
      double beganMs = time.nowMs();

      stream.subscribe(new Reader(Long.MAX_VALUE));
      end(stream);

      assertThat(time.nowMs() - beganMs).as("no alarm was left to ring").isLessThan(1000);
    }
  }

  // The blocking faces

  @Test
  void givesTheBlockingConsumerTheSame() {
    List<String> heard = new ArrayList<>();
    TaskStream stream = forbear.stream(
        TASK,
        playing(
            pieces().alive(5).end(10), pieces().text(10, "Hel").text(20, "lo").done(30)));

    Outcome<StreamResult> outcome = stream.forEach(part -> heard.add(Reader.line(part)));

    assertThat(heard).containsExactly("Hel", "lo");
    assertThat(outcome.orElseThrow().text()).isEqualTo("Hello");
  }

  @Test
  void givesTheIteratingConsumerNoCutAnswerForAWholeOne() {
    List<String> heard = new ArrayList<>();
    TaskStream stream = forbear.stream(TASK, playing(pieces().text(10, "Hel").end(20)));

    try (StreamParts parts = stream.parts()) {
      assertThatThrownBy(() -> parts.forEachRemaining(part -> heard.add(Reader.line(part))))
          .isInstanceOf(ForbearException.class);
    }

    assertThat(heard).containsExactly("Hel");
    assertThat(delivered(stream.outcome().join()).text()).isEqualTo("Hel");
  }

  @Test
  void cancelsWhereTheIteratingConsumerLeavesEarly() {
    Pieces talking = pieces().text(10, "a").text(20, "b").done(30);
    TaskStream stream = forbear.stream(TASK, playing(talking));

    try (StreamParts parts = stream.parts()) {
      assertThat(parts.next()).isEqualTo(new StreamPart.Text("a"));
    }

    assertThat(talking.isCancelled()).isTrue();
    assertThat(stream.outcome().join()).isInstanceOf(Outcome.Cancelled.class);
  }

  @Test
  void throwsOnWhatTheBlockingConsumerThrows() {
    Pieces talking = pieces().text(10, "a").text(20, "b").done(30);
    TaskStream stream = forbear.stream(TASK, playing(talking));

    IllegalStateException full = new IllegalStateException("full");
    assertThatThrownBy(() -> stream.forEach(part -> {
          throw full;
        }))
        .isSameAs(full);
    assertThat(talking.isCancelled()).isTrue();
  }

  @Test
  void keepsAnInterruptOfTheWaitingConsumer() {
    Pieces silent = pieces().text(10, "a");
    TaskStream stream = forbear.stream(TASK, playing(silent));
    Thread waiting = Thread.currentThread();
    time.alarm(50_000_000, waiting::interrupt);

    Outcome<StreamResult> outcome = stream.forEach(part -> {});

    assertThat(Thread.interrupted()).isTrue();
    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(silent.isCancelled()).isTrue();
    assertThat(time.nowMs()).isEqualTo(50);
  }

  @Test
  void joinsDeadlineAndBudgetOfTheAttemptAroundIt() {
    Task outer =
        Task.named("outer").repeatable().deadline(Duration.ofSeconds(30)).maxAttempts(3);

    Outcome<String> outcome = forbear.run(outer, attempt -> {
      TaskStream inner = forbear.stream(
          TASK,
          playing(pieces().end(1), pieces().end(1), pieces().end(1), pieces().end(1)));
      inner.forEach(part -> {}).orElseThrow();
      return "never";
    });

    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    assertThat(events)
        .filteredOn(
            event -> event instanceof TaskEvent.AttemptStarted && event.task().equals("stream"))
        .hasSize(3);
  }

  @Test
  void acceptsPublishersThatAnswerAtOnce() {
    Flow.Publisher<StreamPart> eager =
        subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
          private int given;
          private boolean isGiving;
          private long wanted;

          @Override
          public void request(long count) {
            wanted += count;
            if (isGiving) {
              return;
            }
            isGiving = true;
            while (wanted > 0 && given < 50_001) {
              wanted--;
              given++;
              subscriber.onNext(
                  given == 50_001 ? new StreamPart.Finished("stop") : new StreamPart.Text("x"));
            }
            isGiving = false;
          }

          @Override
          public void cancel() {
            wanted = 0;
          }
        });
    Reader reader = new Reader(Long.MAX_VALUE);
    TaskStream stream = forbear.stream(TASK, attempt -> eager);

    stream.subscribe(reader);

    assertThat(end(stream).orElseThrow().textChars()).isEqualTo(50_000);
    assertThat(reader.heard).hasSize(50_001);
  }
}
