package dev.forbear.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The command {@code forbear}. */
public final class Main {

  /** Runs the command and leaves the virtual machine with its {@link #run exit code}. */
  public static void main(String[] args) {
    sendRequestsOnce();
    Terminal terminal = Terminal.detect(System.getenv(), System.getProperties());
    FaultKeeper output = new FaultKeeper(new FileOutputStream(FileDescriptor.out));
    PrintStream out = utf8(output);
    PrintStream err = utf8(new FileOutputStream(FileDescriptor.err));
    int exitCode = run(args, new Streams(System.in, out, err, terminal));
    if (out.checkError() && exitCode == ExitCode.ANSWERED) {
      // What was not handed out was not answered. No word for a reader that has gone, as is the
      // custom.
      exitCode = ExitCode.SOME_ERRORS;
      String fault = output.fault();
      if (!fault.startsWith("Broken pipe")) {
        err.println("error: standard output cannot be written: " + fault);
      }
    }
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
        .addSubcommand(new ExplainCommand(streams, InstantSource.system()))
        .addSubcommand(new ProvidersCommand(streams))
        .addSubcommand(new RehearseCommand(streams))
        .addSubcommand(new PlanCommand(streams))
        .addSubcommand(new CallCommand(streams))
        .addSubcommand(new DemoCommand(streams))
        .addSubcommand(new HelpCommand(streams));
  }

  /**
   * By itself the JDK's client sends a GET or HEAD again when its connection ends without an answer: a second request that no
   * budget counts, even of a declared write. It reads these settings once, so they are made before the first client, and here
   * only: a program that calls {@link #run} keeps its own.
   */
  private static void sendRequestsOnce() {
    Properties settings = System.getProperties();
    // The sendings of one request, the first included (jdk.internal.net.http.MultiExchange, read in
    // JDK 17 and 25).
    settings.putIfAbsent("jdk.httpclient.redirects.retrylimit", "1");
    // Else the limit would refuse the second try of a connect, and hide why the first one failed.
    settings.putIfAbsent("jdk.httpclient.disableRetryConnect", "true");
  }

  private static PrintStream utf8(OutputStream stream) {
    return new PrintStream(new BufferedOutputStream(stream), false, StandardCharsets.UTF_8);
  }

  private Main() {}
}
