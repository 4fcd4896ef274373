package dev.forbear.cli;

import dev.forbear.generate.Generated;
import dev.forbear.generate.Recipe;
import dev.forbear.generate.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code forbear generate}: a policy as code or configuration to take away. */
@Command(
    name = "generate",
    header = "Write a policy as code or configuration for another language or library.",
    description = {
      "%nThe text goes to standard output. What the target cannot do as asked stands in a comment at its head,",
      "with the figures of the policy and of the target side by side.%n"
    },
    exitCodeList = {
      "0:the text was written",
      "2:wrong usage, or a file that cannot be read or written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear generate --list",
      "  forbear generate python --attempts 4 --base 500ms --cap 20s --deadline 30s > retries.py",
      "  forbear generate spring --policy policy.json --out src/main/java/ProviderRetry.java",
      "",
      "A policy file (of these, only baseMs and maxAttempts are needed):",
      "  {\"baseMs\":500,\"multiplier\":2,\"maxAttempts\":4,\"capMs\":20000,\"jitter\":\"full\",",
      "   \"deadlineMs\":30000,\"minAttemptMs\":1000,\"attemptTimeoutMs\":null,",
      "   \"retryAfterRule\":\"floor\",\"statuses\":[429,503,529],\"failureRate\":0.08,\"latencyMs\":1200}"
    })
final class GenerateCommand implements Callable<Integer> {

  private static final String LIST = "--list";
  private static final String OUT = "--out";
  private static final String POLICY = "--policy";

  private final Streams streams;

  @Mixin
  private final RecipeFlags flags = new RecipeFlags();

  @Option(names = LIST, description = "List the targets.")
  private boolean list;

  @Option(
      names = OUT,
      paramLabel = "FILE",
      description = "Write the text to a file, instead of what it holds.")
  private @Nullable String out;

  @Option(
      names = POLICY,
      paramLabel = "FILE",
      description = "Read the policy from a file of JSON, with the names of the lines of plan.")
  private @Nullable String policy;

  @Parameters(
      paramLabel = "TARGET",
      arity = "0..1",
      description = "What to write it for; see --list.")
  private @Nullable String target;

  @Spec
  private @Nullable CommandSpec spec;

  GenerateCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (list) {
      refuseMore(LIST, List.of(LIST));
      streams.out().print(targets() + "\n");
      return ExitCode.ANSWERED;
    }
    Target wanted = wanted();
    Generated generated = generated(wanted);
    if (out == null) {
      streams.out().print(generated.text());
    } else {
      write(out, generated);
    }
    return ExitCode.ANSWERED;
  }

  private Generated generated(Target wanted) {
    try {
      if (policy == null) {
        return Generated.of(flags.recipe(), wanted, flags.traffic());
      }
      refuseMore(POLICY, List.of(POLICY, OUT));
      RecipeFile file = RecipeFile.read(POLICY, policy, streams.in());
      Recipe recipe = file.recipe();
      return Generated.of(recipe, wanted, file.traffic());
    } catch (IllegalArgumentException refused) {
      throw refusal(String.valueOf(refused.getMessage()));
    }
  }

  private void write(String name, Generated generated) {
    try {
      Files.writeString(Path.of(name), generated.text());
    } catch (InvalidPathException | IOException unwritable) {
      throw refusal("--out: the file '" + Shown.text(name) + "' cannot be written");
    }
    int count = generated.differences().size();
    streams
        .err()
        .println("written for " + generated.versions() + ": " + Shown.text(name)
            + (count == 0 ? "" : "; its head says what is different (" + count + ")"));
  }

  private Target wanted() {
    String given = target;
    if (given == null) {
      throw refusal("name a target: " + String.join(", ", words()));
    }
    return Stream.of(Target.values())
        .filter(each -> each.word().equals(given))
        .findFirst()
        .orElseThrow(() -> refusal(
            "there is no target '" + Shown.text(given) + "'" + Nearest.question(given, words())));
  }

  private static List<String> words() {
    return Stream.of(Target.values()).map(Target::word).toList();
  }

  private static String targets() {
    AlignedText text = new AlignedText("");
    for (Target each : Target.values()) {
      text.row(each.word(), each.fileName(), each.versions());
    }
    return text.toString();
  }

  /** What else was given would be passed over. */
  private void refuseMore(String with, List<String> allowed) {
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      if (!allowed.contains(option.longestName())) {
        throw refusal(with + " stands alone; leave out " + option.longestName());
      }
    }
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec().commandLine(), message);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
