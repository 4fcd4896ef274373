package dev.forbear.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.StatusSchedule;
import dev.forbear.policy.StatusSchedule.Reply;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear schedule}: the waits a run of known replies leads to. */
@Command(
    name = "schedule",
    header = "List the waits that a run of replies leads to.",
    description = {
      "%nRetries 408, 429 and 500 to 599, without jitter. With flags it answers once, for people,",
      "and the operands are replies: a status, or a status and its hint. Without flags it answers",
      "JSON Lines, and the operands are files.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear schedule --base 100ms --cap 10s --attempts 5 500 429:1500ms 200",
      "  forbear schedule < lines.jsonl",
      "",
      "A line:",
      "  {\"replies\":[500,[429,1500],200],\"baseMs\":100,\"capMs\":10000,\"maxAttempts\":5}"
    })
final class ScheduleCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin
  private final Form form = new Form();

  @Option(
      names = "--base",
      paramLabel = "TIME",
      defaultValue = "500ms",
      converter = HumanDuration.Converter.class,
      description = "The first wait (default ${DEFAULT-VALUE}).")
  private HumanDuration base = HumanDuration.ZERO;

  @Option(
      names = "--cap",
      paramLabel = "TIME",
      defaultValue = "8s",
      converter = HumanDuration.Converter.class,
      description = "Longest own wait; does not shorten a hint (default ${DEFAULT-VALUE}).")
  private HumanDuration cap = HumanDuration.ZERO;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      defaultValue = "3",
      converter = Count.class,
      description = "Attempts in all, the first included (default ${DEFAULT-VALUE}).")
  private long attempts;

  @Parameters(
      paramLabel = "REPLY|FILE",
      description =
          "With flags replies, such as 503 or 429:1500ms; without flags files of JSON Lines.")
  private List<String> operands = new ArrayList<>();

  ScheduleCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!form.isFlags()) {
      refuseReplies();
      return form.answerLines(streams, operands, ScheduleCommand::answer);
    }
    try {
      List<Reply> replies = operands.stream().map(ScheduleCommand::reply).toList();
      List<Double> waitsMs = StatusSchedule.of(base.ms(), cap.ms(), attempts).waitsMs(replies);
      return form.answerFlags(streams, json(waitsMs), text(waitsMs));
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  /** Replies without a flag would be taken for files. */
  private void refuseReplies() {
    boolean areReplies = operands.stream()
        .allMatch(operand -> operand.matches("\\d{3}(:.*)?") && !Files.exists(Path.of(operand)));
    if (areReplies && !operands.isEmpty()) {
      throw form.refusal("there is no file '" + Shown.text(operands.get(0))
          + "'; for the waits of these replies add a flag, as in --attempts 3");
    }
  }

  private static Answer answer(Fields input) {
    List<Reply> replies = new ArrayList<>();
    for (JsonNode element : input.array("replies")) {
      replies.add(reply(element, "replies[" + replies.size() + "]"));
    }
    List<Double> waitsMs = StatusSchedule.of(
            input.finite("baseMs"), input.finite("capMs"), input.count("maxAttempts"))
        .waitsMs(replies);
    // Written wait by wait: a million waits of 300 digits must not be one text in memory.
    return out -> write(waitsMs, out);
  }

  private static Reply reply(JsonNode element, String path) {
    if (element.isNumber()) {
      return new Reply(status(element, path), 0);
    }
    if (element.isArray() && element.size() == 2) {
      JsonNode hint = element.get(1);
      return new Reply(
          status(element.get(0), path + "[0]"),
          hint.isNull() ? 0 : Fields.finite(hint, path + "[1]"));
    }
    throw new InvalidLine(
        path + " must be a status or [status, retryAfterMs], was " + JsonKind.of(element));
  }

  private static long status(JsonNode value, String path) {
    long status = Fields.whole(value, path);
    if (status < 0) {
      throw new InvalidLine(path + " must be a status of 0 or more, was " + status);
    }
    return status;
  }

  private static Reply reply(String operand) {
    int colon = operand.indexOf(':');
    String status = colon < 0 ? operand : operand.substring(0, colon);
    if (!status.matches("\\d{1,9}")) {
      throw new IllegalArgumentException("'" + Shown.text(operand)
          + "' is not a reply: write a status, or a status and its hint as in 429:1500ms");
    }
    double hintMs =
        colon < 0 ? 0 : HumanDuration.parse(operand.substring(colon + 1)).ms();
    return new Reply(Long.parseLong(status), hintMs);
  }

  private static void write(List<Double> waitsMs, Writer out) throws IOException {
    out.write('[');
    String separator = "";
    for (double waitMs : waitsMs) {
      out.write(separator);
      out.write(PlainNumber.of(waitMs));
      separator = ",";
    }
    out.write(']');
  }

  private static String json(List<Double> waitsMs) {
    StringWriter text = new StringWriter();
    try {
      write(waitsMs, text);
    } catch (IOException impossible) {
      throw new AssertionError("a text in memory cannot fail to be written", impossible);
    }
    return text.toString();
  }

  private String text(List<Double> waitsMs) {
    AlignedText rows = new AlignedText("").row("attempt", "reply", "then");
    int last = Math.min(operands.size() - 1, waitsMs.size());
    double sumMs = 0;
    for (int i = 0; i <= last; i++) {
      boolean waits = i < waitsMs.size();
      sumMs += waits ? waitsMs.get(i) : 0;
      rows.row(
          Integer.toString(i + 1),
          operands.get(i),
          waits ? "wait " + HumanDuration.text(waitsMs.get(i)) : "end");
    }
    return rows + "\n" + waitsMs.size() + (waitsMs.size() == 1 ? " wait, " : " waits, ")
        + HumanDuration.text(sumMs) + " in all";
  }
}
