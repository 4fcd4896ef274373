package dev.forbear.cli;

import dev.forbear.policy.Decision;
import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import dev.forbear.policy.Failure;
import dev.forbear.policy.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code forbear decide}: what follows a failed attempt. */
@Command(
    name = "decide",
    header = "Say what follows a failed attempt: retry after a delay, or stop with a reason.",
    description = {
      "%nWith flags it answers once, for people. Without flags it answers JSON Lines:",
      "{\"retry\":true,\"delayMs\":n} or {\"retry\":false,\"reason\":\"unsafe|permanent|attempts|deadline\"}.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear decide --completed 2 --remaining 12s --retry-after 2s",
      "  forbear decide --attempts 5 --base 200ms --cap 10s --random 0.9 --json",
      "  forbear decide < lines.jsonl",
      "",
      "A line:",
      "  {\"failure\":{\"transient\":true,\"safeToRetry\":true,\"retryAfterMs\":700},\"completedAttempts\":1,",
      "   \"remainingMs\":2000,\"random\":0.5,\"policy\":{\"maxAttempts\":3,\"baseDelayMs\":200,",
      "   \"maxDelayMs\":1000,\"minimumAttemptMs\":300}}"
    })
final class DecideCommand implements Callable<Integer> {

  private final Streams streams;

  @Mixin
  private final Form form = new Form();

  @Mixin
  private final PolicyFlags policyFlags = new PolicyFlags();

  @Option(
      names = "--completed",
      paramLabel = "N",
      defaultValue = "1",
      converter = Count.class,
      description = "Attempts made, the failed one included (default ${DEFAULT-VALUE}).")
  private long completed;

  @Option(
      names = "--remaining",
      paramLabel = "TIME",
      defaultValue = "20s",
      converter = HumanDuration.Converter.class,
      description = "Time left to the deadline of the task (default ${DEFAULT-VALUE}).")
  private HumanDuration remaining = HumanDuration.ZERO;

  @Option(
      names = "--random",
      paramLabel = "X",
      defaultValue = "0.5",
      converter = DecimalNumber.class,
      description =
          "The draw for the jitter, at least 0 and less than 1 (default ${DEFAULT-VALUE}).")
  private double random;

  @Option(names = "--permanent", description = "Repeating cannot help.")
  private boolean permanent;

  @Option(names = "--unsafe", description = "Repeating could carry the operation out twice.")
  private boolean unsafe;

  @Option(
      names = "--retry-after",
      paramLabel = "TIME",
      defaultValue = "0",
      converter = HumanDuration.Converter.class,
      description = "The provider's minimum wait (default: it named none).")
  private HumanDuration retryAfter = HumanDuration.ZERO;

  @Parameters(paramLabel = "FILE", description = "Files of JSON Lines; standard input without.")
  private List<String> files = new ArrayList<>();

  DecideCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (!form.isFlags()) {
      return form.answerLines(streams, files, DecideCommand::answer);
    }
    form.refuseFiles(files);
    try {
      RetryPolicy policy = policyFlags.policy();
      Failure failure = new Failure(!permanent, !unsafe, retryAfter.ms());
      Decision decision = policy.decide(failure, completed, remaining.ms(), random);
      return form.answerFlags(streams, json(decision), text(policy, failure, decision));
    } catch (IllegalArgumentException refused) {
      throw form.refusal(String.valueOf(refused.getMessage()));
    }
  }

  private static Answer answer(Fields input) {
    Fields fault = input.object("failure");
    Failure failure = new Failure(
        fault.flag("transient"), fault.flag("safeToRetry"), fault.numberOr("retryAfterMs", 0));
    Fields rules = input.object("policy");
    RetryPolicy policy = RetryPolicy.of(
        rules.count("maxAttempts"),
        rules.number("baseDelayMs"),
        rules.number("maxDelayMs"),
        rules.number("minimumAttemptMs"));
    return Answer.of(json(policy.decide(
        failure,
        input.count("completedAttempts"),
        input.number("remainingMs"),
        input.number("random"))));
  }

  private static String json(Decision decision) {
    if (decision instanceof Retry retry) {
      return JsonText.object()
          .field("retry", true)
          .field("delayMs", retry.delayMs())
          .end();
    }
    if (decision instanceof Stop stop) {
      return JsonText.object()
          .field("retry", false)
          .field("reason", stop.reason().word())
          .end();
    }
    throw new AssertionError("a decision this command does not know: " + decision);
  }

  private String text(RetryPolicy policy, Failure failure, Decision decision) {
    double ceilingMs = policy.backoff().ceilingMs(completed);
    double ownMs = policy.backoff().delayMs(completed, random, 0);
    double waitMs = policy.backoff().delayMs(completed, random, failure.retryAfterMs());
    String fits = policy.fits(waitMs, remaining.ms()) ? " fit" : " do not fit";
    AlignedText reasons = new AlignedText("  ")
        .row("safe to retry", failure.safeToRetry() ? "yes" : "no")
        .row("transient", failure.isTransient() ? "yes" : "no")
        .row("attempts", completed + " of " + policy.maxAttempts() + " made")
        .row(
            "own wait",
            HumanDuration.text(ownMs),
            "draw " + PlainNumber.of(random) + " below a ceiling of "
                + HumanDuration.text(ceilingMs))
        .row(
            "hint",
            failure.retryAfterMs() > 0 ? HumanDuration.text(failure.retryAfterMs()) : "none")
        .row(
            "time left",
            HumanDuration.text(remaining.ms()),
            "wait " + HumanDuration.text(waitMs) + " + minimum attempt "
                + HumanDuration.text(policy.minimumAttemptMs()) + fits);
    return headline(decision) + "\n" + reasons;
  }

  private static String headline(Decision decision) {
    if (decision instanceof Retry retry) {
      return "retry after " + HumanDuration.text(retry.delayMs());
    }
    if (decision instanceof Stop stop) {
      return "stop: " + stop.reason().word();
    }
    throw new AssertionError("a decision this command does not know: " + decision);
  }
}
