package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The command {@code forbear} as a process of its own, which can be told to end. */
final class CommandProcess {

  /** Starts it with nothing to read. */
  static Process start(List<String> args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(listeningToSignals());
    command.addAll(List.of(
        System.getProperty("java.home") + "/bin/java",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.forbear.cli.Main"));
    command.addAll(args);
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    return process;
  }

  /** A build in the background of a shell ignores Ctrl-C, and so would its children; GNU's env can undo that. */
  private static List<String> listeningToSignals() throws InterruptedException {
    List<String> prefix = List.of("env", "--default-signal=INT");
    List<String> trial = new ArrayList<>(prefix);
    trial.add("true");
    try {
      Process process = new ProcessBuilder(trial)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      return process.waitFor() == 0 ? prefix : List.of();
    } catch (IOException thereIsNoEnv) {
      return List.of();
    }
  }

  /**
   * Sends a signal.
   *
   * @param signal its name, such as {@code INT}
   */
  static void send(String signal, Process process) throws IOException, InterruptedException {
    // The shell's own kill: a small system has no other.
    Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid())
        .inheritIO()
        .start();
    assertThat(kill.waitFor()).isZero();
  }

  private CommandProcess() {}
}
