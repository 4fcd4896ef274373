package dev.forbear;

import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A task ended without a value. The cause is the last failure; earlier ones are suppressed exceptions, oldest first.
 *
 * <p>Inside another task it says that this call has stopped for good, so the outer task stops too.
 */
public final class ForbearException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Outcome.Report report;

  ForbearException(Outcome.Report report) {
    super(message(report), lastCause(report));
    this.report = report;
    List<FailedAttempt> history = report.history();
    for (FailedAttempt earlier : history.subList(0, Math.max(0, history.size() - 1))) {
      if (earlier.cause() != getCause()) {
        addSuppressed(earlier.cause());
      }
    }
  }

  /** Everything known about the end. */
  public Outcome.Report report() {
    return report;
  }

  /** How the task ended. */
  public Ending ending() {
    return report.ending();
  }

  /** Why no further attempt was made. */
  public @Nullable EndReason reason() {
    return report.ending().reason();
  }

  /** The attempts made, in order. */
  public List<FailedAttempt> history() {
    return report.history();
  }

  /** Whether tasks around this one stop as well; no longer known after serialization. */
  boolean stopsOuter() {
    return report != null && report.stopsOuter();
  }

  private static @Nullable Throwable lastCause(Outcome.Report report) {
    List<FailedAttempt> history = report.history();
    return history.isEmpty() ? null : history.get(history.size() - 1).cause();
  }

  private static String message(Outcome.Report report) {
    Ending ending = report.ending();
    StringBuilder text = new StringBuilder();
    text.append(
        switch (ending.kind()) {
          case CANCELLED -> "cancelled";
          case PARTIAL -> "the answer was cut off:";
          case UNKNOWN -> "do not know whether this was carried out:";
          default -> "gave up on";
        });
    text.append(" '").append(report.task()).append("' after ").append(report.attempts());
    text.append(report.attempts() == 1 ? " attempt in " : " attempts in ");
    text.append(time(report.elapsedMs())).append(" of ").append(time(report.deadlineMs()));
    EndReason reason = ending.reason();
    if (reason != null) {
      text.append(" (").append(reason.word()).append(')');
    }
    if (ending.failure() != null) {
      text.append("; last: ").append(ending.failure().failureClass().word());
      text.append(", ").append(ending.failure().rule());
    }
    if (ending.retryAfterMs().isPresent()) {
      text.append("; the provider asks for a wait of ")
          .append(time(ending.retryAfterMs().getAsDouble()));
    }
    return text.toString();
  }

  private static String time(double ms) {
    return ms < 1000
        ? String.format(Locale.ROOT, "%.0f ms", ms)
        : String.format(Locale.ROOT, "%.1f s", ms / 1000);
  }
}
