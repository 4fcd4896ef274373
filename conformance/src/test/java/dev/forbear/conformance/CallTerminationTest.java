package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.testkit.ScriptedProvider;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code call} as a process of its own that is told to end. */
class CallTerminationTest {

  /** A start of Java on a busy machine. */
  private static final Duration AT_MOST = Duration.ofSeconds(60);

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void closesTheConnectionAndSaysHowItEnded(String signal, int exitCode) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, hang")) {
      Process call =
          start("--base", "1ms", "--write", "-d", "{}", provider.uri().toString());
      BufferedReader err = call.errorReader(StandardCharsets.UTF_8);
      assertThat(err.readLine()).startsWith("attempt 1   status 503");
      assertThat(provider.awaitRequests(2, AT_MOST)).isTrue();

      CommandProcess.send(signal, call);

      assertThat(provider.awaitHangUp(1, AT_MOST)).isTrue();
      assertThat(err.readLine()).startsWith("attempt 2   no reply").contains("stop: cancelled");
      assertThat(err.readLine())
          .startsWith("cancelled after 2 attempts in ")
          .endsWith("; it may have been carried out");
      assertThat(err.readLine()).isNull();
      assertEndsWith(exitCode, call);
      assertThat(provider.requests()).hasSize(2);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void endsAWaitAtOnce(String signal, int exitCode) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("429 after 300s, ok")) {
      Process call = start("--deadline", "1h", provider.uri().toString());
      BufferedReader err = call.errorReader(StandardCharsets.UTF_8);
      assertThat(err.readLine()).startsWith("attempt 1   status 429").contains("retry after 5 m");

      CommandProcess.send(signal, call);

      assertThat(err.readLine()).startsWith("cancelled after 1 attempt in ");
      assertThat(err.readLine()).isNull();
      assertEndsWith(exitCode, call);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void closesAStreamAndKeepsWhatWasPrinted(String signal, int exitCode) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(Hel) then hang")) {
      Process call = start(
          "--stream", "--format", "openai-chat", "-d", "{}", provider.uri().toString());
      BufferedReader err = call.errorReader(StandardCharsets.UTF_8);
      assertThat(call.getInputStream().readNBytes(3))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("Hel");

      CommandProcess.send(signal, call);

      assertThat(provider.awaitHangUp(0, AT_MOST)).isTrue();
      assertThat(err.readLine()).startsWith("attempt 1 ").contains("stop: cancelled");
      assertThat(err.readLine()).startsWith("cancelled after 1 attempt in ");
      assertThat(err.readLine())
          .isEqualTo("the answer was cut: 3 characters came, and its end did not");
      assertThat(err.readLine()).isNull();
      assertThat(call.getInputStream().read()).isEqualTo(-1);
      assertEndsWith(exitCode, call);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  private static void assertEndsWith(int exitCode, Process call) throws InterruptedException {
    assertThat(call.waitFor(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(call.exitValue()).isEqualTo(exitCode);
  }

  private static Process start(String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of("call"));
    command.addAll(List.of(args));
    return CommandProcess.start(command);
  }
}
