package dev.forbear.cli;

import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code forbear simulate}: what a policy does to a provider that fails, before it does it. */
@Command(
    name = "simulate",
    sortOptions = false,
    abbreviateSynopsis = true,
    header = "Say what a policy does to a provider that fails: the storm, and whether it ends.",
    description = {
      "%nPlays the runtime's own decisions against a provider with limits, in a world of its own time:",
      "unless told otherwise 80 tasks a second on a provider that serves 100, and after a quiet minute",
      "an outage of 30 seconds. A naive loop meets the same world, seed and callers, for comparison.",
      "",
      "SPEC is a client: 'naive', or the flags that are different, as in 'attempts=8 jitter=none', with",
      "a name before them if you like, as in 'storm: attempts=8'. Decorrelated jitter and the hint rules",
      "spread and exact are planned only (forbear plan) and cannot be simulated.%n"
    },
    exitCodeList = {
      "0:the answer was printed",
      "1:with --check: it does not recover, or that cannot be told; or the answer could not be written",
      "2:wrong usage, or a run that would be too large"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear simulate --attempts 4 --attempt-timeout 3s --outage hang --queue none --rate 30/s",
      "  forbear simulate --attempts 4 --against \"retry-budget=10%%\" --against \"attempts=1\"",
      "  forbear simulate --beside \"batch: together=2000 from=2m\" --csv > storm.csv",
      "  forbear simulate --together 2000 --hint 5s",
      "",
      "In --csv and in the series of --json a row holds what happened since the row before; waiting,",
      "inFlight, queued and working are as they are at that moment."
    })
final class SimulateCommand implements Callable<Integer> {

  private static final String POLICY = "policy";
  private static final String NONE = "none";

  /** More do not fit side by side. */
  private static final int MOST_AGAINST = 3;

  private final Streams streams;

  @Mixin
  private final ClientFlags client = new ClientFlags();

  @Mixin
  private final ProviderFlags provider = new ProviderFlags();

  @Mixin
  private final OutageFlags outage = new OutageFlags();

  @Option(
      names = "--against",
      paramLabel = "SPEC",
      description =
          "Runs the same world under another client for comparison; up to 3 times (default naive; none for none).")
  private @Nullable List<String> against;

  @Option(
      names = "--beside",
      paramLabel = "SPEC",
      description = "Lets another client call the same provider at the same time; up to 15 times.")
  private @Nullable List<String> beside;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      converter = Seed.class,
      description =
          "A whole number that everything by chance follows from (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Answer with one JSON object: world, figures, series.")
  private boolean json;

  @Option(names = "--csv", description = "Answer with the series as CSV, one header and rows.")
  private boolean csv;

  @Option(
      names = "--check",
      description = "End with 1 when the world does not recover, and when that cannot be told.")
  private boolean check;

  @Spec
  private @Nullable CommandSpec spec;

  SimulateCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (json && csv) {
      throw refusal("give either --json or --csv, not both");
    }
    List<StormRun> runs;
    try {
      runs = runs();
    } catch (IllegalArgumentException refused) {
      throw refusal(String.valueOf(refused.getMessage()));
    }
    if (csv) {
      StormCsv.print(runs, streams.out());
    } else {
      streams.out().println(json ? StormJson.of(runs) : StormText.of(runs));
    }
    StormRun own = runs.get(0);
    if (check && !own.recovers()) {
      streams.err().println("check: " + StormVerdict.of(own));
      return ExitCode.SOME_ERRORS;
    }
    return ExitCode.ANSWERED;
  }

  private List<StormRun> runs() {
    ClientSpec specs = new ClientSpec(self().commandLine().getParseResult());
    List<ClientModel> neighbors = clients("--beside", beside, specs);
    List<ClientModel> compared = new ArrayList<>(List.of(client.client(POLICY)));
    compared.addAll(clients("--against", rivals(), specs));
    requireDistinct(compared);
    List<World> worlds = new ArrayList<>();
    List<Outage> outages = outage.outages(StormRun.isBatch(beside(compared.get(0), neighbors)));
    for (ClientModel each : compared) {
      worlds.add(world(outages, beside(each, neighbors)));
    }
    SimulateProgress progress = new SimulateProgress(streams, worlds.size(), System::nanoTime);
    List<StormRun> runs = new ArrayList<>();
    for (int i = 0; i < worlds.size(); i++) {
      String name = compared.get(i).name();
      runs.add(new StormRun(name, report(progress, name, worlds.get(i))));
    }
    return runs;
  }

  private static SimulationReport report(SimulateProgress progress, String name, World world) {
    try {
      return progress.run(name, world);
    } catch (IllegalStateException tooLarge) {
      throw new IllegalArgumentException(
          LargeRun.explained(
              String.valueOf(tooLarge.getMessage()), world.clients(), world.provider()),
          tooLarge);
    } catch (OutOfMemoryError tooLarge) {
      // One thread, and all that it holds is given up here.
      throw new IllegalArgumentException(
          LargeRun.withoutMemory(Runtime.getRuntime().maxMemory() >> 20, world.clients()),
          tooLarge);
    }
  }

  private static void requireDistinct(List<ClientModel> compared) {
    Set<String> names = new HashSet<>();
    for (ClientModel each : compared) {
      if (!names.add(each.name())) {
        throw new IllegalArgumentException("what is compared must have different names, was '"
            + each.name() + "' twice; write a name before it, as in 'other: attempts=8'");
      }
    }
  }

  private static List<ClientModel> beside(ClientModel client, List<ClientModel> neighbors) {
    List<ClientModel> clients = new ArrayList<>(List.of(client));
    clients.addAll(neighbors);
    return clients;
  }

  private World world(List<Outage> outages, List<ClientModel> clients) {
    ProviderModel model = provider.provider();
    double durationMs = outage.durationMs();
    double momentMs = outage.momentMs();
    try {
      return new World(model, outages, clients, durationMs, momentMs, seed);
    } catch (IllegalArgumentException refused) {
      String message = String.valueOf(refused.getMessage());
      throw message.startsWith("the run would begin ")
          ? new IllegalArgumentException(LargeRun.explained(message, clients, model), refused)
          : refused;
    }
  }

  private List<String> rivals() {
    List<String> given = against == null ? List.of(ClientSpec.NAIVE) : against;
    if (given.equals(List.of(NONE))) {
      return List.of();
    }
    if (given.contains(NONE)) {
      throw new IllegalArgumentException("--against none does not go with another --against");
    }
    if (given.size() > MOST_AGAINST) {
      throw new IllegalArgumentException(
          "--against may be given " + MOST_AGAINST + " times, was given " + given.size());
    }
    return given;
  }

  private static List<ClientModel> clients(
      String flag, @Nullable List<String> given, ClientSpec specs) {
    List<ClientModel> clients = new ArrayList<>();
    for (String each : given == null ? List.<String>of() : given) {
      try {
        clients.add(specs.client(each));
      } catch (IllegalArgumentException refused) {
        throw new IllegalArgumentException(
            flag + " '" + Shown.text(each) + "': " + refused.getMessage(), refused);
      }
    }
    return clients;
  }

  private ParameterException refusal(String message) {
    return new ParameterException(self().commandLine(), message);
  }

  private CommandSpec self() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
