package dev.forbear.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The command {@code forbear}. */
public final class Main {

  /** Runs the command and leaves the virtual machine with its {@link #run exit code}. */
  public static void main(String[] args) {
    Terminal terminal = Terminal.detect(System.getenv(), System.getProperties());
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    int exitCode = run(args, new Streams(System.in, out, err, terminal));
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  /**
   * Runs the command inside this virtual machine, without a terminal and without leaving it.
   *
   * @param args command and flags, as on a command line
   * @param in the lines to answer
   * @param out receives answers, UTF-8
   * @param err receives messages, UTF-8
   * @return 0 when everything was answered, 1 when some line was answered with an error, 2 for wrong usage
   */
  public static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
    return run(args, new Streams(in, out, err, Terminal.NONE));
  }

  static int run(String[] args, Streams streams) {
    PrintWriter out = new PrintWriter(streams.out(), true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(streams.err(), true, StandardCharsets.UTF_8);
    Ansi ansi = streams.terminal().colorsOut() ? Ansi.ON : Ansi.OFF;
    int exitCode = commands(streams)
        .setExpandAtFiles(false)
        .setUsageHelpAutoWidth(false)
        .setUsageHelpWidth(UsageErrors.WIDTH)
        .setColorScheme(CommandLine.Help.defaultColorScheme(ansi))
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(new UsageErrors(streams))
        .setExecutionExceptionHandler(UsageErrors::internalFault)
        .execute(args);
    out.flush();
    err.flush();
    return exitCode;
  }

  /** Every command of the tool; a new one is added here and nowhere else. */
  private static CommandLine commands(Streams streams) {
    return new CommandLine(new RootCommand(streams))
        .addSubcommand(new DecideCommand(streams))
        .addSubcommand(new ScheduleCommand(streams))
        .addSubcommand(new NextDelayCommand(streams))
        .addSubcommand(new ClassifyCommand(streams, InstantSource.system()))
        .addSubcommand(new RehearseCommand(streams))
        .addSubcommand(new CallCommand(streams))
        .addSubcommand(new DemoCommand(streams))
        .addSubcommand(new HelpCommand(streams));
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor)), false, StandardCharsets.UTF_8);
  }

  private Main() {}
}
