package dev.forbear.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Tells the two forms of a command apart: with flags it answers a person once, without them it answers JSON Lines.
 *
 * <p>A mixin of every command that has both.
 */
final class Form {

  private static final String JSON = "--json";

  @Option(names = JSON, description = "Answer flags in JSON, as a line would be.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /** Whether any flag but {@code --json} was given, and but those that mean the same for lines. */
  boolean isFlags(String... alsoOfLines) {
    List<String> ofLines = List.of(alsoOfLines);
    return command().getParseResult().matchedOptions().stream()
        .map(OptionSpec::longestName)
        .anyMatch(name -> !name.equals(JSON) && !ofLines.contains(name));
  }

  /** Answers the lines of the files, or of standard input. */
  int answerLines(Streams streams, List<String> files, LineRule rule) {
    if (files.isEmpty() && streams.terminal().in()) {
      streams
          .err()
          .println(
              "reading JSON Lines from the keyboard, one object per line, Ctrl-D ends; for flags see: "
                  + command().getCommandSpec().qualifiedName()
                  + " --help");
    }
    return new JsonLines(streams).answerAll(files, rule);
  }

  /** Prints the answer to flags: JSON where asked for, else text. */
  int answerFlags(Streams streams, String jsonAnswer, String text) {
    streams.out().println(json ? jsonAnswer : text);
    return ExitCode.ANSWERED;
  }

  /** What a wrong flag or operand is answered with. */
  ParameterException refusal(String message) {
    return new ParameterException(command(), message);
  }

  /** Files and flags together would leave open which of them is meant. */
  void refuseFiles(List<String> files) {
    if (!files.isEmpty()) {
      throw refusal(
          "give either flags or files, not both; the file was '" + Shown.text(files.get(0)) + "'");
    }
  }

  private CommandLine command() {
    return Objects.requireNonNull(command, "set by picocli").commandLine();
  }
}
