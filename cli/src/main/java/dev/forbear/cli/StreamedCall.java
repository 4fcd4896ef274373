package dev.forbear.cli;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.StreamCall;
import dev.forbear.StreamResult;
import dev.forbear.Task;
import dev.forbear.stream.StreamPart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the text of one streamed answer as it comes, and tells its end when all of it is out. For one thread. */
final class StreamedCall {

  private final Streams streams;
  private final CallCourse course;
  private final List<String> tools = new ArrayList<>();
  private long chars;
  private char last = '\n';

  StreamedCall(Streams streams, CallCourse course) {
    this.streams = streams;
    this.course = course;
  }

  /** Nobody reads what is printed. */
  private static final class OutputLost extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /**
   * Carries the task out.
   *
   * @return how it ended; null where the text could not be printed, and the task was cancelled
   */
  @Nullable
  Outcome<StreamResult> carryOut(Forbear forbear, Task task, StreamCall call) {
    course.holdEnd();
    Outcome<StreamResult> outcome = null;
    try {
      outcome = forbear.stream(task, call).forEach(this::show);
    } catch (OutputLost nobodyReads) {
      // The caller says so.
    }
    if (last != '\n' && streams.terminal().out()) {
      streams.out().println();
    }
    streams.out().flush();
    String finishReason = outcome instanceof Outcome.Success<StreamResult> success
        ? success.value().finishReason()
        : "";
    course.tellEnd(ending -> StreamEnd.of(ending, chars, tools, finishReason));
    return outcome;
  }

  /** Whether something of the answer was printed, or a tool call was closed. */
  boolean hasCome() {
    return chars > 0 || !tools.isEmpty();
  }

  private void show(StreamPart part) {
    if (part instanceof StreamPart.ToolCall call) {
      tools.add(Shown.text(call.name()));
    } else if (part instanceof StreamPart.Text piece) {
      streams.out().print(piece.text());
      chars += piece.text().length();
      last = piece.text().charAt(piece.text().length() - 1);
      if (streams.out().checkError()) { // which flushes
        throw new OutputLost();
      }
    }
  }
}
