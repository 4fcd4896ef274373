package dev.forbear.generate;

import java.util.ArrayList;
import java.util.List;

/** The comment at the head of every text: the policy, what is different, and the figures of both. */
final class Head {

  private static final int WIDTH = 96;
  private static final int LABEL = 52;
  private static final int COLUMN = 12;

  static String of(
      Recipe recipe,
      Target target,
      Traffic traffic,
      List<String> differences,
      Figures asked,
      Figures here) {
    String prefix = target.commentPrefix();
    List<String> lines = new ArrayList<>();
    lines.add(paragraph("Bounded retries, by Forbear: " + Sentence.of(recipe), prefix));
    lines.add(paragraph("Written for " + target.versions() + ".", prefix));
    if (!differences.isEmpty()) {
      lines.add(blank(prefix));
      lines.add(prefix + "What " + target.title() + " does differently:");
      for (String difference : differences) {
        lines.add(Template.wrapped(difference, prefix + "- ", prefix + "  ", WIDTH));
      }
    }
    lines.add(blank(prefix));
    String planned = "Planned for " + percent(traffic.failureRate()) + " % failures and "
        + Shown.setting(traffic.latencyMs()) + " per attempt";
    String same = sentence(asked);
    if (same.equals(sentence(here))) {
      String how = differences.isEmpty() ? ": " : ", as asked for: ";
      lines.add(paragraph(planned + how + same, prefix));
    } else {
      lines.add(row(prefix, planned + ":", "asked for", "here"));
      lines.add(row(prefix, "  a call on average", time(asked.meanMs()), time(here.meanMs())));
      lines.add(row(prefix, "  19 of 20 calls within", time(asked.p95Ms()), within(here)));
      lines.add(row(prefix, "  the longest", time(asked.longestMs()), time(here.longestMs())));
      lines.add(row(
          prefix,
          "  attempts per call",
          Shown.factor(asked.attempts()),
          Shown.factor(here.attempts())));
      lines.add(row(
          prefix,
          "  when every attempt fails",
          Shown.factor(asked.attemptsIfAllFail()),
          Shown.factor(here.attemptsIfAllFail())));
    }
    String head = String.join("\n", lines);
    return target == Target.GRPC ? strings(head) : head;
  }

  /** JSON has no comments: the lines as the elements of an array. */
  private static String strings(String head) {
    return "\"" + head.replace("\n", "\",\n\"") + "\"";
  }

  private static String sentence(Figures figures) {
    return "a call takes " + time(figures.meanMs()) + " on average, 19 of 20 end within "
        + within(figures) + ", the longest take " + time(figures.longestMs()) + "; "
        + Shown.factor(figures.attempts()) + " attempts per call, "
        + Shown.factor(figures.attemptsIfAllFail()) + " when every attempt fails.";
  }

  /** A lattice too coarse for the digits shown is named. */
  private static String within(Figures figures) {
    String time = time(figures.p95Ms());
    double shown = figures.p95Ms() < 999.5 ? 1 : 10;
    return figures.p95ErrorMs() > shown ? time + " ±" + time(figures.p95ErrorMs()) : time;
  }

  private static String row(String prefix, String label, String asked, String here) {
    String padded = label + " ".repeat(Math.max(1, LABEL - label.length()));
    return prefix + padded + right(asked) + right(here);
  }

  private static String right(String text) {
    return " ".repeat(Math.max(1, COLUMN - text.length())) + text;
  }

  private static String time(double milliseconds) {
    return Shown.time(milliseconds);
  }

  private static String percent(double share) {
    return Shown.number(Shown.whole(share * 1e6) / 1e4);
  }

  private static String paragraph(String text, String prefix) {
    return Template.wrapped(text, prefix, prefix, WIDTH);
  }

  private static String blank(String prefix) {
    return prefix.stripTrailing();
  }

  private Head() {}
}
