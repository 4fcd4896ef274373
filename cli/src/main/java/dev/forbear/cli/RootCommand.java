package dev.forbear.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code forbear} without a command: says what there is. */
@Command(
    name = "forbear",
    header = "Bounded retries for calls to AI model providers.",
    description = {
      "%nMay this be repeated? Is it worth waiting? Does the wait fit?",
      "The commands that decide answer flags with units, or JSON Lines on standard input or in files:",
      "one answer per line, in order, as soon as it is known. A line that cannot be used, or that is",
      "longer than 16 MiB, is answered with {\"error\":\"…\"} in its place, and the rest goes on.%n"
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  forbear demo",
      "  curl -i https://api.example.com/v1/… | forbear explain",
      "  forbear rehearse --script \"503, 429 after 2s, ok in 400ms\"",
      "  forbear call --deadline 20s --repeatable -d @prompt.json https://api.example.com/v1/…"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was answered",
      "1:some line was answered with an error, or the answers could not be written",
      "2:wrong usage, or a file that cannot be read (told before the first answer)"
    })
final class RootCommand implements Callable<Integer> {

  private final Streams streams;

  @Spec
  private @Nullable CommandSpec spec;

  RootCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    if (spec != null) {
      spec.commandLine().usage(streams.err());
    }
    return ExitCode.USAGE;
  }
}
