package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.testkit.Fault;
import dev.forbear.testkit.ScriptedReply;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help.Ansi;

/** The figures of the demo, and what it does when it is stopped. */
class DemoTest {

  private static final DemoFigures OURS =
      new DemoFigures(300, 266, 0, Map.of("deadline", 13, "permanent", 21), 431, 405, 1_612, 0, 0);
  private static final DemoFigures THEIRS =
      new DemoFigures(300, 240, 27, Map.of("attempts", 33), 564, 483, 4_349, 60, 100);

  @Test
  void putsBothClientsSideBySide() {
    assertThat(DemoTable.of(OURS, THEIRS, Ansi.OFF)).isEqualTo("""
                                             forbear       naive
        tasks                                    300         300
        succeeded in time                        266         240
        succeeded too late                         0          27
        gave up: attempts                          0          33
        gave up: deadline                         13           0
        gave up: permanent                        21           0
        requests at the provider                 431         564
        load, requests per task                 1.44        1.88
        time to an answer, p50                405 ms      483 ms
        time to an answer, p95                 1.6 s       4.3 s
        tasks that overran the deadline            0          60
        requests after the deadline                0         100
        """);
  }

  @Test
  void colorsTheTableWithoutMovingAColumn() {
    String colored = DemoTable.of(OURS, THEIRS, Ansi.ON);

    assertThat(colored).contains("\u001B[32m", "\u001B[31m");
    assertThat(colored.replaceAll("\u001B\\[[0-9;]*m", ""))
        .isEqualTo(DemoTable.of(OURS, THEIRS, Ansi.OFF));
  }

  @Test
  void countsLateSuccessesApart() {
    List<DemoRun.Ended> tasks = List.of(
        new DemoRun.Ended("", 0, 100),
        new DemoRun.Ended("", 0, 3_100),
        new DemoRun.Ended("", 0, 3_101),
        new DemoRun.Ended("attempts", 0, 9_000),
        new DemoRun.Ended("permanent", 0, 50));

    assertThat(DemoFigures.of(tasks, 12, 4))
        .isEqualTo(new DemoFigures(
            5, 2, 1, Map.of("attempts", 1, "permanent", 1), 12, 3_100, 9_000, 2, 4));
  }

  @Test
  void tellsItsFiguresAsJson() {
    assertThat(THEIRS.json())
        .isEqualTo(
            "{\"tasks\":300,\"succeeded\":240,\"succeededLate\":27,\"ended\":{\"attempts\":33},"
                + "\"requests\":564,\"load\":1.88,\"p50Ms\":483,\"p95Ms\":4349,\"overruns\":60,"
                + "\"requestsAfterDeadline\":100}");
  }

  @Test
  void endsWhatIsStillRunning() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(3);
    DemoClient neverDone = task -> {
      try {
        new CountDownLatch(1).await();
        return DemoClient.SUCCESS;
      } finally {
        interrupted.countDown();
      }
    };
    try (DemoRun run =
        new DemoRun((task, attempt) -> ScriptedReply.of(Fault.HANG), 3, requests -> neverDone)) {
      assertThat(new DemoProgress(streams(Terminal.NONE, new ByteArrayOutputStream()), 3)
              .await(run, run, Duration.ofMillis(10)))
          .isFalse();

      assertThat(run.over()).isZero();
      assertThat(run.figures().ended()).isEqualTo(Map.of("not finished", 3));
    }
    interrupted.await();
  }

  @Test
  void drawsItsProgressAgainOnATerminalOnly() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    DemoClient gated = task -> {
      gate.await();
      return DemoClient.SUCCESS;
    };
    ByteArrayOutputStream err = new ByteArrayOutputStream() {
      @Override
      public synchronized void write(byte[] bytes, int from, int length) {
        super.write(bytes, from, length);
        gate.countDown();
      }
    };
    try (DemoRun run =
        new DemoRun((task, attempt) -> ScriptedReply.status(200), 2, requests -> gated)) {
      Terminal terminal = new Terminal(false, false, true, true);

      assertThat(new DemoProgress(streams(terminal, err), 2).await(run, run, Duration.ofMinutes(1)))
          .isTrue();

      assertThat(err.toString(StandardCharsets.UTF_8))
          .startsWith("\r\u001B[Kforbear 0 of 2, naive 0 of 2, 0 s")
          .endsWith("\r\u001B[K")
          .doesNotContain("\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tasks 0 | --tasks: must be a whole number from 1 to",
        "--tasks 1001 | --tasks must be at most 1000, was 1001",
        "--tasks many | --tasks: must be a whole number from 1 to",
        "--seed x | --seed: must be a whole number from -9223372036854775808",
        "now | an argument of length 3 is one too many"
      })
  void refusesWrongUsage(String flags, String message) {
    CommandRun run = CommandRun.of(("demo " + flags).split(" "));

    assertThat(run.err()).startsWith("error: " + message).endsWith("try: forbear demo --help\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  private static Streams streams(Terminal terminal, ByteArrayOutputStream err) {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
    return new Streams(
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, false, StandardCharsets.UTF_8),
        terminal);
  }
}
