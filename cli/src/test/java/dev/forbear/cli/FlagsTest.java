package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands as people use them. */
class FlagsTest {

  @Test
  void explainsADecision() {
    CommandRun run =
        run("decide --attempts 3 --base 500ms --cap 8s --minimum 1s --completed 2 --remaining 12s"
            + " --random 0.5 --retry-after 2s");

    assertThat(run.out()).isEqualTo("""
            retry after 2 s
              safe to retry  yes
              transient      yes
              attempts       2 of 3 made
              own wait       500 ms       draw 0.5 below a ceiling of 1 s
              hint           2 s
              time left      12 s         wait 2 s + minimum attempt 1 s fit
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "decide --unsafe --permanent, stop: unsafe",
    "decide --permanent, stop: permanent",
    "decide --completed 3, stop: attempts",
    "decide --retry-after 60s, stop: deadline",
    "decide --remaining 1250ms, retry after 250 ms",
    "decide --remaining 1249.9ms, stop: deadline",
    "decide --jitter none --completed 2, retry after 1 s",
    "decide --jitter equal --random 0, retry after 250 ms",
    "decide --hint-rule on-top --retry-after 2s, retry after 2.25 s",
    "decide --multiplier 3 --completed 2 --jitter none, retry after 1.5 s",
    "decide --retry-after 1m --remaining 2m, retry after 1 m"
  })
  void answersFirstWhatWasAsked(String command, String answer) {
    assertThat(run(command).lines()).startsWith(answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "decide --completed 1 --json | {\"retry\":true,\"delayMs\":250}",
        "decide --unsafe --json | {\"retry\":false,\"reason\":\"unsafe\"}",
        "schedule --json --base 100ms --cap 10s --attempts 5 500 429:1500ms 200 | [100,1500]",
        "schedule --json --attempts 5 404 | []",
        "next-delay --json --base 0.1s --attempt 2 | 0.2",
        "next-delay --json --error auth | null"
      })
  void answersFlagsInTheFormOfALine(String command, String answer) {
    assertThat(run(command)).isEqualTo(new CommandRun(0, answer + "\n", ""));
  }

  @Test
  void listsTheWaitsOfASchedule() {
    assertThat(run("schedule --base 100ms --cap 10s --attempts 5 500 429:1500ms 200")
            .out())
        .isEqualTo("""
            attempt  reply       then
            1        500         wait 100 ms
            2        429:1500ms  wait 1.5 s
            3        200         end
            2 waits, 1.6 s in all
            """);
  }

  @Test
  void endsAScheduleAtItsLastAttempt() {
    assertThat(run("schedule --attempts 2 --base 1s 503 503 503").out()).isEqualTo("""
            attempt  reply  then
            1        503    wait 1 s
            2        503    end
            1 wait, 1 s in all
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "next-delay --base 0.5s --attempt 2 | retry after 1 s",
        "next-delay --attempt 3 | stop: attempt 3 of 3 was the last",
        "next-delay --error auth --retryable timeout,529 | stop: 'auth' is not retryable",
        "next-delay --error 529 --retryable timeout,529 | retry after 0.5 s"
      })
  void saysTheNextDelay(String command, String answer) {
    assertThat(run(command)).isEqualTo(new CommandRun(0, answer + "\n", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "decid | there is no command 'decid'; did you mean decide?",
        "shcedule | there is no command 'shcedule'; did you mean schedule?",
        "help nextdelay | there is no command 'nextdelay'; did you mean next-delay?",
        "--verson | there is no flag '--verson'; did you mean --version?",
        "decide --atempts 3 | there is no flag '--atempts'; did you mean --attempts?",
        "decide --min=1s | there is no flag '--min'; did you mean --minimum?",
        "decide --base 20 | --base: 20 has no unit: 20ms or 20s?",
        "decide --remaining 0.5 | --remaining: 0.5 has no unit: 0.5ms or 0.5s?",
        "decide --jitter ful | --jitter: must be one of none, full, equal, was 'ful'; did you mean full?",
        "decide --hint-rule top | --hint-rule: must be one of floor, on-top, was 'top'; did you mean on-top?",
        "decide --attempts 0 | --attempts: must be a whole number from 1 to 9007199254740992, was '0'",
        "decide --attempts 2.5 | --attempts: must be a whole number from 1 to 9007199254740992, was '2.5'",
        "decide --random 1 | random must be >= 0 and < 1, was 1.0",
        "decide --random NaN | --random: must be a number such as 0.5, was 'NaN'",
        "decide --multiplier 0.5 | --multiplier must be a finite number >= 1, was 0.5",
        "decide --minimum 0 | --minimum must be more than 0: the time an attempt needs to be worth starting",
        "decide --unsafe lines.jsonl | give either flags or files, not both; the file was 'lines.jsonl'",
        "decide --base | Missing required parameter for option '--base' (TIME)",
        "schedule 500 429 | there is no file '500'; for the waits of these replies add a flag, as in --attempts 3",
        "schedule --attempts 3 5oo | '5oo' is not a reply: write a status, or a status and its hint as in 429:1500ms",
        "schedule --attempts 3 429:2 | 2 has no unit: 2ms or 2s?"
      })
  void refusesWrongUsageAndNamesTheNearest(String command, String message) {
    CommandRun run = run(command);

    assertThat(run.err().lines()).first().isEqualTo("error: " + message);
    assertThat(run.err().lines()).hasSize(2).last().asString().startsWith("try: forbear");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void showsWhatThereIsWhenNothingIsAsked() {
    CommandRun run = CommandRun.of();

    assertThat(run.err()).contains("Usage: forbear", "decide", "schedule", "next-delay");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"decide", "schedule", "next-delay", "classify", "rehearse", "plan"})
  void helpsWithExamples(String command) {
    CommandRun help = CommandRun.of(command, "--help");

    assertThat(help.out())
        .contains("Usage: forbear " + command, "Examples:", "Exit codes:", "A line");
    assertThat(help.exitCode()).isZero();
    assertThat(CommandRun.of("help", command)).isEqualTo(help);
  }

  @Test
  void tellsItsVersion() {
    assertThat(CommandRun.of("--version").out())
        .matches("forbear \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
    assertThat(CommandRun.of("decide", "--version")).isEqualTo(CommandRun.of("--version"));
  }

  @Test
  void colorsOnlyForPeopleWhoWantIt() {
    Terminal colors = new Terminal(false, true, true, true);
    Terminal noColors = new Terminal(false, true, true, false);

    assertThat(on(colors, "decide", "--help").out()).contains("\u001B[");
    assertThat(on(colors, "decid").err()).contains("\u001B[");
    assertThat(on(noColors, "decide", "--help").out()).doesNotContain("\u001B[");
    assertThat(on(noColors, "decid").err()).doesNotContain("\u001B[");
    assertThat(on(Terminal.NONE, "decide", "--help").out()).doesNotContain("\u001B[");
    assertThat(on(Terminal.NONE, "decid").err()).doesNotContain("\u001B[");
  }

  private static CommandRun run(String command) {
    return CommandRun.of(command.split(" "));
  }

  private static CommandRun on(Terminal terminal, String... args) {
    return CommandRun.on(terminal, InputStream.nullInputStream(), args);
  }
}
