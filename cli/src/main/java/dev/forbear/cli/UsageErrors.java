package dev.forbear.cli;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Answers wrong usage: what was given, the nearest valid word, where to read on; never a stack trace. */
final class UsageErrors implements IParameterExceptionHandler {

  /** Columns of help texts: the width every terminal has. */
  static final int WIDTH = 100;

  private final Streams streams;

  UsageErrors(Streams streams) {
    this.streams = streams;
  }

  @Override
  public int handleParseException(ParameterException refused, String[] args) {
    CommandLine command = refused.getCommandLine();
    Ansi ansi = streams.terminal().colorsErr() ? Ansi.ON : Ansi.OFF;
    streams.err().println(ansi.string("@|bold,red error:|@ ") + explain(refused));
    streams.err().println("try: " + command.getCommandSpec().qualifiedName() + " --help");
    return ExitCode.USAGE;
  }

  /** A fault of ours: one line, so that it can be reported. */
  static int internalFault(Exception fault, CommandLine command, ParseResult parsed) {
    command.getErr().println("error: internal fault, please report it: " + fault);
    return ExitCode.USAGE;
  }

  /** What is wrong, as one sentence. */
  static String explain(ParameterException refused) {
    if (refused instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      return unknown(unmatched.getCommandLine(), unmatched.getUnmatched());
    }
    // Picocli's opening is long and hides the flag in the middle.
    return String.valueOf(refused.getMessage())
        .replaceFirst("^Invalid value for option '([^']+)'[^:]*: ", "$1: ");
  }

  private static String unknown(CommandLine command, List<String> unmatched) {
    String given = unmatched.get(0).replaceFirst("=.*", "");
    if (given.startsWith("-")) {
      return "there is no flag '" + Shown.text(flag(given)) + "'"
          + Nearest.question(given, flags(command));
    }
    if (command.getSubcommands().isEmpty()) {
      // Not shown: it may be half of a header whose quotes were forgotten.
      return "an argument of length " + given.length()
          + " is one too many; a value with spaces needs quotes";
    }
    return "there is no command '" + Shown.text(given) + "'"
        + Nearest.question(given, command.getSubcommands().keySet());
  }

  /** A short flag may have a value attached, such as a password: {@code -uname:word}. */
  private static String flag(String given) {
    return given.matches("-[^-][^a-z].*|-[^-].*[^a-z-].*") ? given.substring(0, 2) : given;
  }

  private static Collection<String> flags(CommandLine command) {
    return command.getCommandSpec().options().stream()
        .flatMap(option -> Set.of(option.names()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
