package dev.forbear.cli;

import dev.forbear.testkit.ScriptedReply;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code forbear demo}: tasks through a failing provider, under the policy and with a naive loop. */
@Command(
    name = "demo",
    header = "Send tasks through a failing provider, beside a naive client.",
    description = {
      "%nStarts a provider on this machine that refuses, breaks off and falls silent about every third time,",
      "and sends the same tasks to it twice at once, over real HTTP: under a policy and with a plain loop.",
      "What happens to an attempt follows from the seed, so both clients meet the same fates. Needs no",
      "network and no key, and takes about ten seconds.%n"
    },
    exitCodeList = {"0:the table was printed", "2:wrong usage"},
    footerHeading = "%nExamples:%n",
    footer = {"  forbear demo", "  forbear demo --seed 7 --tasks 500", "  forbear demo --json"})
final class DemoCommand implements Callable<Integer> {

  /** More would take longer than anybody watches. */
  static final long MAX_TASKS = 1_000;

  /** The demo ends by then, with what it has. */
  static final Duration AT_MOST = Duration.ofSeconds(25);

  private static final Duration WARM_UP_AT_MOST = Duration.ofSeconds(2);

  private final Streams streams;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "300",
      converter = Count.class,
      description = "How many tasks, at most " + MAX_TASKS + " (default ${DEFAULT-VALUE}).")
  private long tasks;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      converter = Seed.class,
      description =
          "A whole number that everything by chance follows from (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print the figures as one JSON object.")
  private boolean json;

  @Spec
  private @Nullable CommandSpec spec;

  DemoCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (tasks > MAX_TASKS) {
      CommandSpec self = Objects.requireNonNull(spec, "set by picocli");
      throw new ParameterException(
          self.commandLine(), "--tasks must be at most " + MAX_TASKS + ", was " + tasks);
    }
    int count = (int) tasks;
    DemoWorld world = new DemoWorld(seed);
    Function<DemoRequests, DemoClient> policy = requests -> new ForbearClient(requests, world);
    warmUp(policy);
    warmUp(NaiveClient::new);
    try (DemoRun forbear = new DemoRun(world::replyTo, count, policy);
        DemoRun naive = new DemoRun(world::replyTo, count, NaiveClient::new)) {
      boolean isWhole = new DemoProgress(streams, count).await(forbear, naive, AT_MOST);
      DemoFigures ours = forbear.figures();
      DemoFigures theirs = naive.figures();
      streams.out().print(json ? json(ours, theirs) + "\n" : text(ours, theirs, isWhole));
      streams.out().flush();
    }
    return ExitCode.ANSWERED;
  }

  /** The first calls of a process are slow, which says nothing about either client. */
  private static void warmUp(Function<DemoRequests, DemoClient> client)
      throws InterruptedException {
    try (DemoRun run =
        new DemoRun((task, attempt) -> ScriptedReply.status(200), DemoRun.IN_FLIGHT, client)) {
      boolean unused = run.await(WARM_UP_AT_MOST);
    }
  }

  private String json(DemoFigures forbear, DemoFigures naive) {
    return JsonText.object()
        .raw("seed", Long.toString(seed))
        .field("inFlight", DemoRun.IN_FLIGHT)
        .field("deadlineMs", DemoClient.DEADLINE_MS)
        .raw("forbear", forbear.json())
        .raw("naive", naive.json())
        .end();
  }

  private String text(DemoFigures forbear, DemoFigures naive, boolean isWhole) {
    Ansi ansi = streams.terminal().colorsOut() ? Ansi.ON : Ansi.OFF;
    String deadline = text(Duration.ofMillis(DemoClient.DEADLINE_MS));
    return tasks + " tasks of " + deadline + " each, " + Math.min(tasks, DemoRun.IN_FLIGHT)
        + " at a time, seed " + seed + (isWhole ? "" : "; stopped before all were over") + "\n\n"
        + DemoTable.of(forbear, naive, ansi)
        + "\n"
        + "forbear: " + ForbearClient.POLICY.maxAttempts() + " attempts, "
        + text(ForbearClient.ATTEMPT_TIMEOUT)
        + " for each, and one deadline over attempts and waits.\n"
        + "naive: " + NaiveClient.ATTEMPTS + " attempts, "
        + text(NaiveClient.ATTEMPT_TIMEOUT) + " for each, "
        + text(NaiveClient.PAUSE)
        + " apart, every failure repeated, no deadline: the loop most\n"
        + "       code begins with. SDKs tell failures apart better; hardly one has a deadline for a task.\n"
        + "\n"
        + "Read the last two rows first: nobody waits any more for what comes after the deadline.\n"
        + "Then the load: the requests on top cannot help, and hit a provider that is failing already.\n"
        + "\n"
        + "Next: forbear rehearse --script \"503, 429 after 2s, ok in 400ms\"\n";
  }

  private static String text(Duration duration) {
    return HumanDuration.text(duration.toNanos() / 1e6);
  }
}
