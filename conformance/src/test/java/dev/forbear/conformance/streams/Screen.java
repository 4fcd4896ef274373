package dev.forbear.conformance.streams;

import dev.forbear.Outcome;
import dev.forbear.StreamResult;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.stream.StreamPart;
import dev.forbear.task.Ending;
import dev.forbear.task.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an application shows of one streamed task: the example of docs/streams.md, for one thread. */
// page:begin
final class Screen implements TaskListener {

  private final StringBuilder text = new StringBuilder();
  private final List<StreamPart.ToolCall> tools = new ArrayList<>();
  private String status = "";
  private List<String> buttons = List.of("cancel");
  private String target = "";

  /** Before the answer: told by the listener of the Forbear. */
  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.AttemptStarted started) {
      target = started.target();
      status = "thinking";
    } else if (event instanceof TaskEvent.AttemptFailed failed) {
      if (failed.next() instanceof Step.Wait pause) {
        status = "busy: again in " + seconds(pause.delayMs()) + ", giving up in "
            + seconds(failed.remainingMs());
      } else if (failed.next() instanceof Step.Send) {
        status = "busy: trying another one";
      }
    } else if (event instanceof TaskEvent.AnswerBegan) {
      status = "";
    }
  }

  /** The answer: the parts of the TaskStream. */
  void show(StreamPart part) {
    if (part instanceof StreamPart.Text piece) {
      text.append(piece.text());
    } else if (part instanceof StreamPart.ToolBytes) {
      status = "preparing a tool call"; // to be shown at most: it may never be closed
    } else if (part instanceof StreamPart.ToolCall call) {
      tools.add(call); // whole: this one may be carried out
    } else if (part instanceof StreamPart.Discard) {
      text.setLength(0);
      tools.clear();
    }
  }

  /** After the answer: the outcome of the TaskStream. */
  void end(Outcome<StreamResult> outcome) {
    if (outcome instanceof Outcome.Success<StreamResult> success) {
      finish(success.degraded() ? "answered by " + target : "");
    } else if (outcome instanceof Outcome.Partial<StreamResult> partial) {
      finish("cut off: " + partial.ending().failureClass(), "continue", "start again");
    } else if (outcome instanceof Outcome.Unknown<StreamResult>) {
      finish("not sure whether it was carried out", "look it up");
    } else if (outcome instanceof Outcome.Cancelled<StreamResult> cancelled) {
      finish(
          cancelled.ending().uncertain()
              ? "stopped; not sure whether it was carried out"
              : "stopped",
          cancelled.ending().uncertain() ? "look it up" : "start again");
    } else if (outcome instanceof Outcome.Failed<StreamResult> failed) {
      finish("no answer: " + failed.reason() + later(failed.ending()), "start again");
    }
  }

  private static String later(Ending ending) {
    return ending.retryAfterMs().isEmpty()
        ? ""
        : ", not before " + seconds(ending.retryAfterMs().getAsDouble());
  }
  // page:end

  private void finish(String lastStatus, String... lastButtons) {
    status = lastStatus;
    buttons = List.of(lastButtons);
  }

  private static String seconds(double ms) {
    return String.format(Locale.ROOT, "%.1f s", ms / 1000);
  }

  /** All that is seen. */
  @Override
  public String toString() {
    return "'" + text + "' " + tools.size() + " tools, " + status + ' ' + buttons;
  }
}
