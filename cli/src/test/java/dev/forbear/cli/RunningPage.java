package dev.forbear.cli;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The command {@code page}, running on a thread of its own until it is interrupted. */
final class RunningPage implements AutoCloseable {

  private static final long AT_MOST_SECONDS = 30;

  private final BufferedReader out;
  private final BufferedReader err;
  private final FutureTask<Integer> run;
  private final Thread thread;

  RunningPage(Terminal terminal, Browser browser, String... args) {
    try {
      PipedInputStream outPipe = new PipedInputStream();
      PipedInputStream errPipe = new PipedInputStream();
      Streams streams = new Streams(
          new ByteArrayInputStream(new byte[0]), into(outPipe), into(errPipe), terminal);
      out = reader(outPipe);
      err = reader(errPipe);
      run = new FutureTask<>(() -> {
        int exitCode = new CommandLine(new PageCommand(streams, "", browser)).execute(args);
        streams.out().close();
        streams.err().close();
        return exitCode;
      });
      thread = new Thread(run, "the command page");
      thread.start();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The next line of the answer, as soon as it is there; null at the end. */
  @Nullable
  String line() throws IOException {
    return out.readLine();
  }

  /** The same of the conversation. */
  @Nullable
  String errLine() throws IOException {
    return err.readLine();
  }

  /** Interrupts it and takes its exit code. */
  int stop() throws Exception {
    thread.interrupt();
    return run.get(AT_MOST_SECONDS, TimeUnit.SECONDS);
  }

  private static PrintStream into(PipedInputStream pipe) throws IOException {
    return new PrintStream(new PipedOutputStream(pipe), false, StandardCharsets.UTF_8);
  }

  private static BufferedReader reader(PipedInputStream pipe) {
    return new BufferedReader(new InputStreamReader(pipe, StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
