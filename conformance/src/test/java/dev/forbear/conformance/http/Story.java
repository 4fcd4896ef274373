package dev.forbear.conformance.http;

import dev.forbear.FailedAttempt;
import dev.forbear.Outcome;
import dev.forbear.classify.ReplyException;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a task, attempt by attempt, in one line: {@code 503 | 429 | ok}, {@code timeout | unknown unsafe}.
 *
 * <p>An attempt that failed is its status, or the class of its failure where no whole head of an answer came.
 */
final class Story {

  static String of(Outcome<?> outcome) {
    List<String> parts = new ArrayList<>();
    outcome.history().forEach(failed -> parts.add(what(failed)));
    if (outcome instanceof Outcome.NoValue<?> stopped) {
      parts.add(stopped.ending().kind().word() + " " + stopped.reason().word());
    } else {
      parts.add("ok");
    }
    return String.join(" | ", parts);
  }

  private static String what(FailedAttempt failed) {
    return failed.cause() instanceof ReplyException replied
        ? Integer.toString(replied.reply().status())
        : failed.facts().failure().failureClass().word();
  }

  private Story() {}
}
