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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The command {@code forbear}. */
public final class Main {

  private static final String HELP = "help";

  /** Runs the command and leaves the virtual machine with its {@link #run exit code}. */
  public static void main(String[] args) {
    sendRequestsOnce();
    limitClients();
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
    int exitCode = commands(streams, args)
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

  /**
   * The tool with the command that is asked for, or with every one where that is none of them: reading all their flags takes
   * as long as the answer of most.
   */
  private static CommandLine commands(Streams streams, String[] args) {
    CommandLine tool = new CommandLine(new RootCommand(streams));
    Map<String, Supplier<Callable<Integer>>> all = all(streams);
    Supplier<Callable<Integer>> asked = args.length == 0 ? null : all.get(args[0]);
    if (asked != null && !args[0].equals(HELP)) { // which speaks of the others
      return tool.addSubcommand(args[0], asked.get());
    }
    all.forEach((name, command) -> tool.addSubcommand(name, command.get()));
    return tool;
  }

  /** Every command of the tool, in the order of the help; a new one is added here and nowhere else. */
  private static Map<String, Supplier<Callable<Integer>>> all(Streams streams) {
    Map<String, Supplier<Callable<Integer>>> all = new LinkedHashMap<>();
    all.put("decide", () -> new DecideCommand(streams));
    all.put("schedule", () -> new ScheduleCommand(streams));
    all.put("next-delay", () -> new NextDelayCommand(streams));
    all.put("classify", () -> new ClassifyCommand(streams, InstantSource.system()));
    all.put("explain", () -> new ExplainCommand(streams, InstantSource.system()));
    all.put("providers", () -> new ProvidersCommand(streams));
    all.put("rehearse", () -> new RehearseCommand(streams));
    all.put("plan", () -> new PlanCommand(streams));
    all.put("generate", () -> new GenerateCommand(streams));
    all.put("simulate", () -> new SimulateCommand(streams));
    all.put("page", () -> {
      String builtFolder = System.getProperty(PageCommand.PROPERTY, "");
      return new PageCommand(
          streams, builtFolder, Browser.of(System.getProperty("os.name"), System.getenv()));
    });
    all.put("call", () -> new CallCommand(streams));
    all.put("demo", () -> new DemoCommand(streams));
    all.put(HELP, () -> new HelpCommand(streams));
    return all;
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

  /**
   * By itself the JDK's server waits for ever: for the end of a request, and for a client to fetch its answer. It reads these
   * settings once too (sun.net.httpserver.ServerConfig), before the first server, and counts them in seconds.
   */
  private static void limitClients() {
    Properties settings = System.getProperties();
    settings.putIfAbsent("sun.net.httpserver.maxReqTime", "5");
    settings.putIfAbsent("sun.net.httpserver.maxRspTime", "60");
    // Else the body of a small answer waits for the receipt of its head.
    settings.putIfAbsent("sun.net.httpserver.nodelay", "true");
  }

  private static PrintStream utf8(OutputStream stream) {
    return new PrintStream(new BufferedOutputStream(stream), false, StandardCharsets.UTF_8);
  }

  private Main() {}
}
