package dev.forbear.cli;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code forbear help COMMAND}: the same as {@code forbear COMMAND --help}. */
@Command(name = "help", header = "Show the help of a command.")
final class HelpCommand implements Callable<Integer> {

  private final Streams streams;

  @Spec
  private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "COMMAND", arity = "0..1", description = "The command; all without.")
  private @Nullable String name;

  HelpCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    CommandLine self = Objects.requireNonNull(spec, "set by picocli").commandLine();
    CommandLine root = self.getParent();
    Map<String, CommandLine> commands = root.getSubcommands();
    if (name == null) {
      root.usage(streams.out(), root.getColorScheme());
      return ExitCode.ANSWERED;
    }
    CommandLine asked = commands.get(name);
    if (asked == null) {
      throw new ParameterException(
          root,
          "there is no command '" + Shown.text(name) + "'"
              + Nearest.question(name, commands.keySet()));
    }
    asked.usage(streams.out(), root.getColorScheme());
    return ExitCode.ANSWERED;
  }
}
