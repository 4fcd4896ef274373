package dev.forbear.cli;

import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear plan}: what a policy does, before it does it. */
@Command(
    name = "plan",
    header = "Say what a policy does before it does it: success, load, waits and time, exactly.",
    description = {
      "%nWith flags it answers once, for people. With --jsonl, or without flags, it answers JSON",
      "Lines. Attempts fail independently and take the same time each; what is planned only cannot",
      "be run by this library, and says so.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear plan --attempts 4 --base 500ms --cap 20s --fail 8%% --latency 1200ms --deadline 30s",
      "  forbear plan --attempts 6 --deadline 10s --check && echo fits",
      "  forbear plan --jsonl < lines.jsonl",
      "",
      "A line:",
      "  {\"baseMs\":500,\"multiplier\":2,\"maxAttempts\":4,\"capMs\":20000,\"jitter\":\"full\",",
      "   \"failureRate\":0.08,\"latencyMs\":1200,\"latencyFailMs\":1200,\"deadlineMs\":30000,",
      "   \"minAttemptMs\":0,\"retryAfterMs\":null,\"retryAfterRule\":\"floor\"}"
    })
final class PlanCommand implements Callable<Integer> {

  private static final String JSON_LINES = "--jsonl";

  private final Streams streams;

  @Mixin
  private final Form form = new Form();

  @Mixin
  private final PlanFlags flags = new PlanFlags();

  @Option(names = JSON_LINES, description = "Read JSON Lines and write one plan per line.")
  private boolean jsonLines;

  @Option(
      names = "--check",
      description =
          "End with 1 when not every attempt is certain to end before the deadline, be it with success or without.")
  private boolean check;

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  PlanCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!form.isFlags(JSON_LINES)) {
      return form.answerLines(streams, files, PlanLine::answer);
    }
    if (jsonLines) {
      throw form.refusal("--jsonl reads every setting from its lines; leave the other flags out");
    }
    form.refuseFiles(files);
    if (check && !flags.hasDeadline()) {
      throw form.refusal("--check needs a --deadline to check, such as --deadline 30s");
    }
    Plan plan = plan();
    form.answerFlags(streams, PlanLine.json(plan), PlanText.of(plan));
    if (check && !plan.meetsDeadline()) {
      streams.err().println(missed(plan));
      return ExitCode.SOME_ERRORS;
    }
    return ExitCode.ANSWERED;
  }

  private Plan plan() {
    try {
      return Plan.of(flags.input());
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  private static String missed(Plan plan) {
    int fit = plan.fits().worst();
    String missing = fit < plan.input().maxAttempts()
        ? fit + " of " + plan.input().maxAttempts() + " attempts are certain to end in time"
        : "an attempt that fails may not end in time";
    return "check: the plan cannot meet its deadline of "
        + HumanDuration.text(plan.input().deadlineMs()) + ": " + missing + "; "
        + PlanSummary.percent(plan.outcomes().stopDeadline() + plan.outcomes().cutAtDeadline())
        + " of tasks end there without success";
  }
}
