package dev.forbear.cli;

/** How a command ends; the words of the documentation beside the numbers of the shell. */
final class ExitCode {

  /** Everything asked was answered. */
  static final int ANSWERED = 0;

  /** Some line was answered with an error. */
  static final int SOME_ERRORS = 1;

  /** The command was used wrongly, or could not read what it was told to read. */
  static final int USAGE = 2;

  /** A call failed: no attempt succeeded, and nothing suggests that one did. */
  static final int FAILED = 1;

  /** A call may or may not have been carried out. */
  static final int UNKNOWN = 3;

  /** A stream ended before its answer was whole, after part of it was printed. */
  static final int PARTIAL = 4;

  /** A call was cancelled: 128 and the number of SIGINT, as shells count. After SIGTERM the virtual machine says 143. */
  static final int CANCELLED = 130;

  private ExitCode() {}
}
