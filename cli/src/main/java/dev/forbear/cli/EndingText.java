package dev.forbear.cli;

import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import dev.forbear.task.OutcomeKind;

/** How a task ended, as one line for people. */
final class EndingText {

  /** The line, without a line end. */
  static String of(Ending ending, int attempts, double elapsedMs, double deadlineMs) {
    StringBuilder text = new StringBuilder(ending.kind().word());
    EndReason reason = ending.reason();
    if (reason != null && ending.kind() != OutcomeKind.CANCELLED) {
      text.append(": ").append(reason.word());
    }
    text.append(" after ")
        .append(attempts)
        .append(attempts == 1 ? " attempt in " : " attempts in ")
        .append(HumanDuration.rounded(elapsedMs))
        .append(" of ")
        .append(HumanDuration.rounded(deadlineMs));
    if (reason == EndReason.DEADLINE && attempts == 0) {
      text.append("; the deadline leaves less than the minimum attempt");
    }
    if (ending.degraded()) {
      text.append("; a fallback answered");
    }
    if (ending.failure() != null && ending.kind() != OutcomeKind.CANCELLED) {
      text.append("; last: ")
          .append(ending.failure().failureClass().word())
          .append(" (")
          .append(ending.failure().rule())
          .append(')');
    }
    if (ending.retryAfterMs().isPresent()) {
      text.append("; the provider asks for a wait of ")
          .append(HumanDuration.rounded(ending.retryAfterMs().getAsDouble()));
    }
    if (ending.uncertain()) {
      text.append("; it may have been carried out");
    }
    return text.toString();
  }

  private EndingText() {}
}
