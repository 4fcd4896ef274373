package dev.forbear.cli;

import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskEvent.AttemptFailed;
import dev.forbear.event.TaskEvent.TaskEnded;
import dev.forbear.event.TaskListener;
import dev.forbear.task.Ending;
import dev.forbear.task.OutcomeKind;
import dev.forbear.task.Step;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** Tells the course of one call while it happens: a line per attempt and one for the end, or one JSON object at the end. */
final class CallCourse implements TaskListener {

  private final PrintStream err;
  private final Ansi ansi;
  private final boolean json;
  private final double deadlineMs;
  private final AttemptNotes attempts;
  private final List<AttemptNote> notes = new ArrayList<>();
  private final CompletableFuture<TaskEnded> end = new CompletableFuture<>();
  private @Nullable AttemptFailed lastFailure;
  private boolean holdsEnd;

  CallCourse(Streams streams, boolean json, double deadlineMs) {
    this.err = streams.err();
    this.ansi = streams.terminal().colorsErr() ? Ansi.ON : Ansi.OFF;
    this.json = json;
    this.deadlineMs = deadlineMs;
    // A call has one target, which never needs to be named.
    this.attempts = new AttemptNotes(List.of(""), deadlineMs, this::take);
  }

  /** The attempt in progress was answered with this status. */
  void answered(int status) {
    attempts.answered(status);
  }

  /** From now on the last attempt and the end are told by {@link #tellEnd}: text may still be on its way. Before the call. */
  void holdEnd() {
    holdsEnd = true;
  }

  @Override
  public void on(TaskEvent event) {
    if (!holdsEnd) {
      attempts.on(event);
      if (event instanceof TaskEnded ended) {
        say(json ? json(ended).end() : text(ended));
      }
    } else if (event instanceof TaskEnded ended) {
      end.complete(ended);
    } else if (event instanceof AttemptFailed failed && failed.next() instanceof Step.End) {
      lastFailure = failed;
    } else {
      attempts.on(event);
    }
  }

  /** Tells what was held, on the thread that has printed the text, with what came of the stream. */
  void tellEnd(Function<Ending, StreamEnd> stream) {
    TaskEnded ended = end.join(); // told with the end of the task, which has come
    if (lastFailure != null) {
      attempts.on(lastFailure);
    }
    attempts.on(ended);
    StreamEnd came = stream.apply(ended.ending());
    say(
        json
            ? json(ended)
                .field("stream", came.word())
                .field("textChars", (double) came.chars())
                .field("finishReason", came.finishReason())
                .texts("toolCalls", came.tools())
                .end()
            : text(ended) + System.lineSeparator() + came);
  }

  private void take(AttemptNote note) {
    notes.add(note);
    if (!json) {
      say(String.format(
          Locale.ROOT,
          "attempt %-2d  %-23s  %-18s  %-20s  %s left",
          note.number(),
          note.came(),
          note.failure(),
          note.then(),
          HumanDuration.rounded(note.leftMs())));
    }
  }

  private String text(TaskEnded ended) {
    Ending ending = ended.ending();
    String line = EndingText.of(ending, ended.attempts(), ended.elapsedMs(), deadlineMs);
    String kind = ending.kind().word();
    String color = ending.kind() == OutcomeKind.SUCCESS ? "green" : "red";
    return ansi.string("@|bold," + color + " " + kind + "|@") + line.substring(kind.length());
  }

  private JsonText json(TaskEnded ended) {
    Ending ending = ended.ending();
    return JsonText.object()
        .field("attempts", ended.attempts())
        .numbers(
            "startsMs", notes.stream().map(note -> Math.rint(note.startMs())).toList())
        .numbers(
            "waitsMs",
            notes.stream()
                .flatMap(note -> note.waitMs().stream().boxed())
                .map(Math::rint)
                .toList())
        .numbers("statuses", notes.stream().map(note -> (double) note.status()).toList())
        .texts("failures", notes.stream().map(AttemptNote::failure).toList())
        .field("outcome", ending.kind().word())
        .field("reason", ending.reason() == null ? null : ending.reason().word())
        .field("elapsedMs", Math.rint(ended.elapsedMs()))
        .field("deadlineMs", Math.rint(deadlineMs))
        .field(
            "failure",
            ending.failureClass() == null ? null : ending.failureClass().word())
        .field("retryAfterMs", ending.retryAfterMs())
        .field("uncertain", ending.uncertain());
  }

  /** At once: the next line may be a long wait away. */
  private void say(String line) {
    err.println(line);
    err.flush();
  }
}
