package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskEvent.AttemptFailed;
import dev.forbear.event.TaskEvent.AttemptStarted;
import dev.forbear.event.TaskEvent.TaskEnded;
import dev.forbear.event.TaskListener;
import dev.forbear.task.EndReason;
import dev.forbear.task.OutcomeKind;
import dev.forbear.task.Step;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes a note of each attempt of one task when it is over. For the thread that carries the task out. */
final class AttemptNotes implements TaskListener {

  private final List<String> targets;
  private final double deadlineMs;
  private final Consumer<AttemptNote> notes;
  private @Nullable AttemptStarted running;
  private int status;

  /**
   * Notes for one task.
   *
   * @param targets their names, in order
   * @param deadlineMs time for the whole task, milliseconds
   * @param notes is given each note
   */
  AttemptNotes(List<String> targets, double deadlineMs, Consumer<AttemptNote> notes) {
    this.targets = targets;
    this.deadlineMs = deadlineMs;
    this.notes = notes;
  }

  /** The attempt in progress was answered with this status, which the events of a success do not tell. */
  void answered(int successStatus) {
    status = successStatus;
  }

  @Override
  public void on(TaskEvent event) {
    if (event instanceof AttemptStarted started) {
      running = started;
      status = 0;
    } else if (event instanceof AttemptFailed failed) {
      Classified failure = failed.record().failure();
      int replied =
          failed.cause() instanceof ReplyException reply ? reply.reply().status() : 0;
      double hintMs = failure.retryAfterMs().orElse(0);
      note(replied, hintMs, failure.failureClass(), failed.next(), failed.remainingMs());
    } else if (event instanceof TaskEnded ended) {
      double leftMs = Math.max(0, deadlineMs - ended.elapsedMs());
      if (ended.ending().kind() == OutcomeKind.SUCCESS) {
        note(status, 0, FailureClass.SUCCESS, new Step.End(ended.ending()), leftMs);
      } else {
        note(0, 0, FailureClass.CANCELLED, new Step.End(ended.ending()), leftMs);
      }
    }
  }

  private void note(int replied, double hintMs, FailureClass failure, Step next, double leftMs) {
    AttemptStarted attempt = running;
    if (attempt != null) {
      running = null;
      notes.accept(new AttemptNote(
          attempt.attempt(),
          attempt.target(),
          attempt.atMs(),
          replied,
          hintMs,
          failure.word(),
          next instanceof Step.Wait wait
              ? OptionalDouble.of(wait.delayMs())
              : OptionalDouble.empty(),
          then(next),
          leftMs));
    }
  }

  private String then(Step next) {
    if (next instanceof Step.Wait wait) {
      return "retry after " + HumanDuration.rounded(wait.delayMs());
    }
    if (next instanceof Step.Send send) {
      return "move to " + targets.get(send.target());
    }
    if (next instanceof Step.End end) {
      EndReason reason = end.ending().reason();
      return reason == null ? "done" : "stop: " + reason.word();
    }
    throw new AssertionError("nothing that follows a failed attempt: " + next);
  }
}
