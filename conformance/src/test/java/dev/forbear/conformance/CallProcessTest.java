package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a process of its own can show: settings of the virtual machine, and streams that cannot be written. */
class CallProcessTest {

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST"})
  void sendsAWriteOnceWhateverItsMethod(String method) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset, ok x3")) {
      CommandRun run = run("", "call", "--write", "-X", method, provider.uri().toString());

      assertThat(provider.requests()).hasSize(1);
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err()).contains("unknown: unsafe after 1 attempt");
    }
  }

  @Test
  void countsEveryRequestOfARepeatableGet() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset x2, ok")) {
      CommandRun run =
          run("", "call", "--repeatable", "--base", "1ms", provider.uri().toString());

      assertThat(provider.requests()).hasSize(3);
      assertThat(run.exitCode()).isZero();
      assertThat(run.err()).contains("success after 3 attempts");
    }
  }

  @Test
  void tellsWhyNoConnectionCameAbout() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      CommandRun run = run("", "call", "--attempts", "1", provider.refusedUri().toString());

      assertThat(run.err())
          .contains("last: connect_failed (exception java.net.ConnectException)")
          .contains("nothing could be reached at the host and port of the URL");
    }
  }

  @Test
  void isNoSuccessWhenTheBodyCannotBeWritten() throws Exception {
    try (ScriptedProvider provider =
        ScriptedProvider.playing(Script.of(ScriptedReply.status(200).withBody("body")))) {
      CommandRun run = run(fullDisk(), "call", provider.uri().toString());

      assertThat(run.err()).contains("error: standard output cannot be written: ");
      assertThat(run.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void isNoSuccessWhenAnswersCannotBeWritten() throws Exception {
    CommandRun run = run(fullDisk(), "schedule", "--base", "1s", "503");

    assertThat(run.err()).startsWith("error: standard output cannot be written: ");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  /** A file that refuses every byte; Linux has one. */
  private static String fullDisk() {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    return "/dev/full";
  }

  /** Runs the command with its answers thrown away or, where it is named, written to a file. */
  private static CommandRun run(String out, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        System.getProperty("java.home") + "/bin/java",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.forbear.cli.Main"));
    command.addAll(List.of(args));
    Process process = new ProcessBuilder(command)
        .redirectOutput(
            out.isEmpty()
                ? ProcessBuilder.Redirect.DISCARD
                : ProcessBuilder.Redirect.to(new File(out)))
        .start();
    process.getOutputStream().close();
    return Checkout.ended(process);
  }
}
