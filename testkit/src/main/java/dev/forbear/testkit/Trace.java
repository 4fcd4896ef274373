package dev.forbear.testkit;

import dev.forbear.classify.Classified;
import dev.forbear.classify.ReplyException;
import dev.forbear.event.TaskEvent;
import dev.forbear.event.TaskListener;
import dev.forbear.task.Ending;
import dev.forbear.task.OutcomeKind;
import dev.forbear.task.Step;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of one task as one line of text, for assertions that tell the story when they fail.
 *
 * <pre>
 * 1:503 wait 250 | 2:429 wait 2000 | 3:ok t=2250
 * 1:timeout | failed deadline t=20000
 * 1@A:503 | 2@B:ok t=500
 * 1:429 wait 3000 | cancelled t=200
 * </pre>
 *
 * <p>An attempt is its number, its target where there are several, and its status or the class of its failure; waits and times are
 * milliseconds. Records one task; not thread-safe.
 */
public final class Trace implements TaskListener {

  private final List<String> parts = new ArrayList<>();
  private final boolean showTargets;
  private String running = "";

  /** Without targets. */
  public Trace() {
    this(false);
  }

  /** With the target of each attempt, or without. */
  public Trace(boolean showTargets) {
    this.showTargets = showTargets;
  }

  @Override
  public void on(TaskEvent event) {
    if (event instanceof TaskEvent.AttemptStarted started) {
      running = started.attempt() + (showTargets ? "@" + started.target() : "");
    } else if (event instanceof TaskEvent.AttemptFailed failed) {
      String wait = failed.next() instanceof Step.Wait next ? " wait " + plain(next.delayMs()) : "";
      parts.add(running + ":" + what(failed.record().failure(), failed.cause()) + wait);
      running = "";
    } else if (event instanceof TaskEvent.TaskEnded ended) {
      end(ended.ending(), ended.elapsedMs());
    }
  }

  private void end(Ending ending, double elapsedMs) {
    String time = " t=" + plain(elapsedMs);
    if (ending.kind() == OutcomeKind.SUCCESS) {
      parts.add(running + ":ok" + time);
      return;
    }
    if (!running.isEmpty()) {
      parts.add(running + ":aborted");
    }
    String reason = ending.reason() == null || ending.kind() == OutcomeKind.CANCELLED
        ? ""
        : " " + ending.reason().word();
    parts.add(ending.kind().word() + reason + time);
  }

  private static String what(Classified failure, @Nullable Throwable cause) {
    return cause instanceof ReplyException reply
        ? Integer.toString(reply.reply().status())
        : failure.failureClass().word();
  }

  static String plain(double number) {
    return number == 0 ? "0" : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** The course so far. */
  @Override
  public String toString() {
    return String.join(" | ", parts);
  }
}
