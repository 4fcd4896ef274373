package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.CancelToken;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.StreamCall;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.TaskStream;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.stream.StreamPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scripted streams in virtual time: what comes, when, and that nothing comes unasked. */
final class ScriptedStreamTest {

  private final VirtualTime time = new VirtualTime();
  private final Forbear forbear = Forbear.builder()
      .policy(
          RetryPolicy.of(1, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofMillis(200)))
      .timeSource(time)
      .random(() -> 0.5)
      .executor(Runnable::run)
      .build();
  private final Task task = Task.named("stream").repeatable().deadline(Duration.ofMinutes(1));

  /** Notes what comes and when, and asks when it is told to. */
  private final class Noting implements Flow.Subscriber<StreamPart> {

    private final List<String> notes = new ArrayList<>();
    private final long each;
    private Flow.@Nullable Subscription subscription;

    Noting(long each) {
      this.each = each;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      ask(each);
    }

    void ask(long count) {
      if (subscription != null && count > 0) {
        subscription.request(count);
      }
    }

    @Override
    public void onNext(StreamPart part) {
      notes.add(Trace.plain(time.nowMs()) + " " + part);
    }

    @Override
    public void onError(Throwable thrown) {
      notes.add(Trace.plain(time.nowMs()) + " " + thrown.getClass().getSimpleName());
    }

    @Override
    public void onComplete() {
      notes.add(Trace.plain(time.nowMs()) + " complete");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stream(meta, ab, tool:{}, done) every 20ms in 100ms | 120 Metadata[], 140 Text[2 chars], 160 ToolBytes[0, 2 chars], 180 Finished[reason=stop], 180 complete",
        "stream(ab, error:529, cd) every 20ms | 20 Text[2 chars], 40 Broken[reply=ProviderReply[status=529, headers=[content-type], body of 14 chars]], 40 complete",
        "stream(ab, cd) every 20ms then end | 20 Text[2 chars], 40 Text[2 chars], 60 complete",
        "stream(ab) every 20ms then break | 20 Text[2 chars], 40 StreamCutException",
        "stream(ab) every 20ms then reset | 20 Text[2 chars], 40 StreamCutException",
        "stream(ab) every 20ms then hang | 20 Text[2 chars]",
        "ok in 100ms | 100 complete",
        "503 in 100ms | 100 ReplyException",
        "refuse in 5ms | 5 ConnectException",
        "cut in 5ms | 5 StreamCutException",
        "hang | ",
      })
  void playsEveryPartAtItsTime(String script, @Nullable String expected) {
    Noting noting = new Noting(Long.MAX_VALUE);

    open(script, noting);
    time.runUntilIdle();

    assertThat(String.join(", ", noting.notes)).isEqualTo(expected == null ? "" : expected);
    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void givesNothingThatWasNotAskedFor() {
    Noting noting = new Noting(0);
    open("stream(a, b, done) every 20ms", noting);

    time.advance(Duration.ofSeconds(1));
    assertThat(noting.notes).isEmpty();
    noting.ask(1);
    time.advance(Duration.ofSeconds(1));
    assertThat(noting.notes).containsExactly("1000 Text[1 chars]");
    noting.ask(2);
    time.advance(Duration.ofSeconds(1));

    assertThat(noting.notes)
        .containsExactly(
            "1000 Text[1 chars]",
            "2000 Text[1 chars]",
            "2000 Finished[reason=stop]",
            "2000 complete");
  }

  @Test
  void breaksWithoutBeingAskedOnceTheLastChunkIsOut() {
    Noting noting = new Noting(1);
    open("stream(a) every 20ms then break", noting);

    time.runUntilIdle();

    assertThat(noting.notes).containsExactly("20 Text[1 chars]", "40 StreamCutException");
  }

  @Test
  void notesWhenItIsClosed() {
    ScriptedCall call = new ScriptedCall(Script.parse("stream(a, b) every 1s then hang"), time);
    CancelToken token = new CancelToken();
    time.alarm(Duration.ofMillis(1500).toNanos(), token::cancel);

    Outcome<StreamResult> outcome =
        forbear.stream(task.cancelledBy(token), call.streaming()).forEach(part -> {});

    assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    assertThat(call.made()).extracting(ScriptedCall.Made::abortedAtMs).containsExactly(1500.0);
    assertThat(time.pendingAlarms()).isZero();
  }

  @Test
  void isNotClosedByACallerOnceItHasEnded() {
    ScriptedCall call = new ScriptedCall(Script.parse("stream(a, done)"), time);

    TaskStream stream = forbear.stream(task, call.streaming());

    assertThat(stream.forEach(part -> {})).isInstanceOf(Outcome.Success.class);
    assertThat(call.made()).extracting(ScriptedCall.Made::abortedAtMs).containsExactly(Double.NaN);
  }

  /** Opens the stream within a task, so that there is an attempt, and gives its parts to the subscriber. */
  private void open(String script, Flow.Subscriber<StreamPart> subscriber) {
    StreamCall call = new ScriptedCall(Script.parse(script), time).streaming();
    Outcome<String> outcome = forbear.run(task, attempt -> {
      call.open(attempt).subscribe(subscriber);
      return "opened";
    });
    assertThat(outcome).isInstanceOf(Outcome.Success.class);
  }
}
