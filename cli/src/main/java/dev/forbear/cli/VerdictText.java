package dev.forbear.cli;

import dev.forbear.classify.Classified;
import java.util.OptionalDouble;

/** A verdict in few words. */
final class VerdictText {

  /** The fields of a line's answer, open for more. */
  static JsonText json(Classified verdict) {
    return JsonText.object()
        .field("class", verdict.failureClass().word())
        .field("transient", verdict.isTransient())
        .field("retryAfterMs", verdict.retryAfterMs())
        .field("requestMayHaveRun", verdict.requestMayHaveRun().word())
        .field("rule", verdict.rule());
  }

  /** For people. */
  static String text(Classified verdict) {
    OptionalDouble hintMs = verdict.retryAfterMs();
    return verdict.failureClass().word()
        + "\n"
        + new AlignedText("  ")
            .row("transient", verdict.isTransient() ? "yes" : "no")
            .row(
                "retry after",
                hintMs.isPresent() ? HumanDuration.text(hintMs.getAsDouble()) : "no hint")
            .row("request may have run", verdict.requestMayHaveRun().word())
            .row("rule", verdict.rule());
  }

  private VerdictText() {}
}
