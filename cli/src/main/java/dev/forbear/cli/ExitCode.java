package dev.forbear.cli;

/** How a command ends; the words of the documentation beside the numbers of the shell. */
final class ExitCode {

  /** Everything asked was answered. */
  static final int ANSWERED = 0;

  /** Some line was answered with an error. */
  static final int SOME_ERRORS = 1;

  /** The command was used wrongly, or could not read what it was told to read. */
  static final int USAGE = 2;

  private ExitCode() {}
}
