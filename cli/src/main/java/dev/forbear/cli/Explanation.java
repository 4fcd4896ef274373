package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A verdict in full: what it means, what follows, and who says so.
 *
 * @param verdict the verdict
 * @param source where the rule was read
 * @param judge the name of the provider and why it was taken; empty for an exception, which all share
 * @param read what was looked at, for people
 * @param notes what a reader should know about the reading, each a sentence
 */
record Explanation(
    Classified verdict, RuleSource source, String judge, String read, List<String> notes) {

  /** Columns of text beside the labels: the lines stay within those of the help. */
  private static final int WIDTH = 80;

  /** From here on seconds say little. */
  private static final double LONG_MS = 2 * 60_000;

  private static final double HOUR_MS = 60 * 60_000;
  private static final double DAY_MS = 24 * HOUR_MS;

  /** For people. */
  String text() {
    ClassAdvice words = ClassAdvice.of(verdict.failureClass());
    AlignedText rows = new AlignedText("  ");
    row(rows, "repeat", repeat());
    row(rows, "may have run", mayHaveRun());
    row(rows, "a write", write());
    row(rows, "what to do", words.advice());
    row(rows, "rule", verdict.rule());
    row(rows, "source", source.toString());
    row(rows, "judged as", judge);
    row(rows, "read", read);
    row(rows, "note", String.join(" ", notes));
    return verdict.failureClass().word() + ": " + words.meaning() + "\n" + rows;
  }

  /** For programs: what {@code classify} answers, and what it means. */
  String json() {
    ClassAdvice words = ClassAdvice.of(verdict.failureClass());
    return VerdictText.json(verdict)
        .field("source", source.source())
        .field("readOn", source.readOn().isEmpty() ? null : source.readOn())
        .field("judgedAs", judge.isEmpty() ? null : judge)
        .field("meaning", words.meaning())
        .field("advice", words.advice())
        .field("read", read)
        .texts("notes", notes)
        .end();
  }

  private static void row(AlignedText rows, String label, String text) {
    if (!text.isEmpty()) {
      String first = label;
      for (String line : WrappedText.lines(text, WIDTH)) {
        rows.row(first, line);
        first = "";
      }
    }
  }

  private boolean isSuccess() {
    return verdict.failureClass() == FailureClass.SUCCESS;
  }

  private String repeat() {
    OptionalDouble hintMs = verdict.retryAfterMs();
    if (isSuccess()) {
      return "no need to";
    }
    if (!verdict.isTransient()) {
      return hintMs.isPresent()
          ? "no; the wait of " + wait(hintMs.getAsDouble()) + " that it names changes nothing"
          : "no; the same request fails again";
    }
    if (hintMs.isEmpty()) {
      return "yes, after a wait of your own that grows; the reply names none";
    }
    return hintMs.getAsDouble() == 0
        ? "yes; the reply asks for no wait"
        : "yes, after at least " + wait(hintMs.getAsDouble());
  }

  private static String wait(double ms) {
    String exact = HumanDuration.text(ms);
    if (ms < LONG_MS || !exact.endsWith(" s")) {
      return exact;
    }
    String about = ms < HOUR_MS
        ? tenths(ms / 60_000) + " minutes"
        : ms < 2 * DAY_MS ? tenths(ms / HOUR_MS) + " hours" : tenths(ms / DAY_MS) + " days";
    return exact + " (about " + about + ")";
  }

  private static String tenths(double value) {
    return PlainNumber.of(Math.rint(value * 10) / 10);
  }

  private String mayHaveRun() {
    String word = verdict.requestMayHaveRun().word();
    if (isSuccess()) {
      return word;
    }
    if (verdict.requestMayHaveRun() == RequestMayHaveRun.NO) {
      return verdict.isTransient()
          ? word + "; Forbear repeats it even if nothing is declared about it"
          : word;
    }
    return verdict.isTransient()
        ? word + "; Forbear repeats it only if it is declared repeatable or carries a key"
        : word;
  }

  private String write() {
    if (isSuccess()) {
      return "was carried out";
    }
    if (verdict.requestMayHaveRun() == RequestMayHaveRun.NO) {
      return verdict.isTransient() ? "can be repeated: it did not run" : "was not carried out";
    }
    return verdict.isTransient()
        ? "under a key that the server honors: repeat it under the same key;"
            + " without one: look up first whether it was carried out"
        : "may have been carried out: look it up before you send it again";
  }
}
