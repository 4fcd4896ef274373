package dev.forbear.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.DelayPlan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear next-delay}: the delay after a named error, in seconds. */
@Command(
    name = "next-delay",
    header = "Say the delay after a named error, or that no attempt follows.",
    description = {
      "%nDeterministic and without jitter. With flags it answers once, for people. Without flags it",
      "answers JSON Lines: seconds, 0 to retry at once, null to stop.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear next-delay --base 0.5s --cap 5s --attempts 4 --attempt 2 --error timeout \\",
      "    --retryable timeout,rate_limit",
      "  forbear next-delay < lines.jsonl",
      "",
      "A line, in seconds:",
      "  {\"policy\":{\"maxAttempts\":4,\"baseDelay\":0.5,\"maxDelay\":5,\"retryableErrors\":[\"timeout\"]},",
      "   \"attempt\":1,\"errorCode\":\"timeout\"}"
    })
final class NextDelayCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin
  private final Form form = new Form();

  @Option(
      names = "--base",
      paramLabel = "TIME",
      defaultValue = "500ms",
      converter = HumanDuration.Converter.class,
      description = "The first delay (default ${DEFAULT-VALUE}).")
  private HumanDuration base = HumanDuration.ZERO;

  @Option(
      names = "--cap",
      paramLabel = "TIME",
      defaultValue = "8s",
      converter = HumanDuration.Converter.class,
      description = "The longest delay (default ${DEFAULT-VALUE}).")
  private HumanDuration cap = HumanDuration.ZERO;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      defaultValue = "3",
      converter = Count.class,
      description = "Attempts in all, the first included (default ${DEFAULT-VALUE}).")
  private long attempts;

  @Option(
      names = "--attempt",
      paramLabel = "N",
      defaultValue = "1",
      converter = Count.class,
      description = "Number of the attempt that failed (default ${DEFAULT-VALUE}).")
  private long attempt;

  @Option(
      names = "--error",
      paramLabel = "CODE",
      defaultValue = "timeout",
      description = "What it failed with (default ${DEFAULT-VALUE}).")
  private String error = "";

  @Option(
      names = "--retryable",
      paramLabel = "CODE",
      split = ",",
      defaultValue = "timeout,rate_limit",
      description = "Errors that may be retried, separated by commas (default ${DEFAULT-VALUE}).")
  private List<String> retryable = new ArrayList<>();

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  NextDelayCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!form.isFlags()) {
      return form.answerLines(streams, files, NextDelayCommand::answer);
    }
    form.refuseFiles(files);
    OptionalDouble delay = DelayPlan.ofSeconds(
            attempts, base.seconds(), cap.seconds(), new HashSet<>(retryable))
        .nextDelay(attempt, error);
    return form.answerFlags(streams, json(delay), text(delay));
  }

  private static Answer answer(Fields input) {
    Fields policy = input.object("policy");
    Set<String> retryableErrors = new HashSet<>();
    for (JsonNode code : policy.array("retryableErrors")) {
      if (!code.isTextual()) {
        throw Fields.wrong("policy.retryableErrors", "an array of strings only", code);
      }
      retryableErrors.add(code.textValue());
    }
    DelayPlan plan = DelayPlan.ofSeconds(
        policy.count("maxAttempts"),
        policy.number("baseDelay"),
        policy.number("maxDelay"),
        retryableErrors);
    return Answer.of(json(plan.nextDelay(input.count("attempt"), input.text("errorCode"))));
  }

  private static String json(OptionalDouble delay) {
    return delay.isPresent() ? PlainNumber.of(delay.getAsDouble()) : "null";
  }

  private String text(OptionalDouble delay) {
    if (delay.isPresent()) {
      return "retry after " + PlainNumber.of(delay.getAsDouble()) + " s";
    }
    return attempt >= attempts
        ? "stop: attempt " + attempt + " of " + attempts + " was the last"
        : "stop: '" + Shown.text(error) + "' is not retryable";
  }
}
