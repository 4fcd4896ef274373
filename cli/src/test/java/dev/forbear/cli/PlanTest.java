package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code plan} as people use it, and its lines. */
class PlanTest {

  private static final String LINE =
      "{\"baseMs\":500,\"multiplier\":2,\"maxAttempts\":4,\"capMs\":20000,\"jitter\":\"full\",\"failureRate\":0.08,"
          + "\"latencyMs\":1200,\"latencyFailMs\":1200,\"deadlineMs\":30000,\"minAttemptMs\":0,\"retryAfterMs\":null,"
          + "\"retryAfterRule\":\"floor\"}";

  @Test
  void saysThePublishedExample() {
    CommandRun run =
        run("plan --attempts 4 --base 500ms --cap 20s --fail 8% --latency 1200ms --deadline 30s");

    assertThat(run.out()).isEqualTo("""
            4 attempts, full jitter; 8.0 % of attempts fail, 1.2 s each; deadline 30 s
              success                             99.9959 %, up from 92.0 %
              waits                               0–500/0–1000/0–2000 ms with means 250/500/1000 ms
              waiting                             at worst 3.50 s, expected 24 ms
              attempts per request                1.087
              extra calls per successful request  0.087
              load                                1.09×
              end-to-end                          expected 1.33 s, worst 8.30 s
              quantiles                           p50 1.20 s, p90 1.20 s, p95 2.60 s, p99 2.88 s, p99.9 4.81 s
              failure after retries               <0.1 %
              attempts that fit                   4 of 4
              if every attempt fails              4.000 attempts per request; stable below 25.0 % of capacity

              attempt  wait before    mean    started after failures  success so far
              1                               100.0 %                 92.0 %
              2        0 ms – 500 ms  250 ms  100.0 %                 99.4 %
              3        0 ms – 1.00 s  500 ms  100.0 %                 99.9488 %
              4        0 ms – 2.00 s  1.00 s  100.0 %                 99.9959 %

              by      ended (# with success, . without)
              830 ms                                            0.0 %
              1.66 s  ####################################      92.0 %
              2.49 s  #####################################     93.3 %
              3.32 s  #######################################   99.4 %
              4.15 s  #######################################   99.5 %
              4.98 s  #######################################   99.9404 %
              5.81 s  #######################################   99.9565 %
              6.64 s  #######################################   99.9767 %
              7.47 s  #######################################   99.9954 %
              8.30 s  #######################################.  100.0 %

            note: Continuous waits; the runtime draws whole milliseconds, half a millisecond less per jittered
                  wait.
            note: The worst case has the longest waits and average attempts; independent failures.
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "plan --attempts 4 --deadline 30s --check, 0",
    "plan --attempts 4 --cap 20s --deadline 8300ms --check, 0",
    "plan --attempts 4 --cap 20s --deadline 8299ms --check, 1",
    "plan --attempts 4 --cap 20s --deadline 8299ms, 0",
    "plan --attempts 4 --jitter none --cap none --base 2s --deadline 18800ms --check, 0",
    "plan --attempts 4 --jitter none --cap none --base 2s --deadline 18s --check, 1",
    "plan --attempts 3 --deadline 10s --retry-after 4s --check --json, 1",
    "plan --attempts 1 --failed-latency 5s --deadline 4s --check, 1",
    "plan --attempts 1 --failed-latency 4s --deadline 4s --check, 0"
  })
  void checksWhetherThePlanMeetsItsDeadline(String command, int exitCode) {
    assertThat(run(command).exitCode()).isEqualTo(exitCode);
  }

  @Test
  void saysWhyTheCheckFails() {
    CommandRun run =
        run("plan --attempts 4 --cap 20s --fail 50% --deadline 4s --minimum 1200ms --check");

    assertThat(run.err())
        .isEqualTo("check: the plan cannot meet its deadline of 4 s: 2 of 4 attempts are certain to"
            + " end in time; 23.0 % of tasks end there without success\n");
    assertThat(run.out()).contains("attempts that fit                   2 of 4");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void saysThatAFailingAttemptIsCut() {
    CommandRun run = run("plan --attempts 1 --failed-latency 5s --deadline 4s --check");

    assertThat(run.err())
        .isEqualTo(
            "check: the plan cannot meet its deadline of 4 s: an attempt that fails may not end in time;"
                + " 8.0 % of tasks end there without success\n");
    assertThat(run.out())
        .contains("note: An attempt that fails may not end before the deadline of 4.00 s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--attempts 12",
        "--attempts 7",
        "--attempts 10 --base 1h --cap none --jitter equal --deadline 2000h --retry-after 5s",
        "--attempts 8 --jitter decorrelated --cap 20s",
        "--attempts 5 --base 0.25ms --latency 0.5ms --failed-latency 12345.678s --deadline 99999.999s",
        "--attempts 1000 --fail 99.99% --deadline 100000h --latency 1000h"
      })
  void keepsWithinAHundredColumns(String flags) {
    CommandRun run = run("plan " + flags);

    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void showsWhatIsShorterThanAMillisecond() {
    assertThat(run("plan --attempts 3 --base 0.25ms --latency 0.5ms").out())
        .contains("0–0.25/0–0.5 ms with means 0.125/0.25 ms")
        .contains("end-to-end                          expected 0.555 ms, worst 2.25 ms")
        .contains("2        0 ms – 0.25 ms  0.125 ms");
  }

  @Test
  void answersFlagsAndLinesAlike() {
    CommandRun flags = run("plan --attempts 4 --cap 20s --deadline 30s --minimum 0 --json");

    assertThat(flags.out()).isEqualTo(CommandRun.fed(LINE, "plan", "--jsonl").out());
    assertThat(flags.out()).isEqualTo(CommandRun.fed(LINE, "plan").out());
    assertThat(flags.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fail 0.08 --jitter decorrelated --cap none | true",
        "--retry-after 700ms --hint-rule spread | true",
        "--retry-after 700ms --hint-rule exact | true",
        "--retry-after 700ms --hint-rule add | false",
        "--retry-after 700ms --hint-rule on-top | false",
        "--hint-rule exact | false",
        "--draws whole-ms | false"
      })
  void saysWhatIsPlannedOnly(String flags, boolean plannedOnly) throws JsonProcessingException {
    JsonNode plan = new ObjectMapper().readTree(run("plan --json " + flags).out());

    assertThat(plan.path("plannedOnly").asBoolean()).isEqualTo(plannedOnly);
    assertThat(run("plan " + flags).out().contains("note: Planned only:")).isEqualTo(plannedOnly);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fail 8 | must be a share from 0% to 100% or from 0 to 1, was '8': 8%?",
        "--fail 101% | must be a share from 0% to 100% or from 0 to 1, was '101%'",
        "--fail -1 | must be a share",
        "--cap 0 | --cap must be more than 0; write --cap none for no cap",
        "--cap 20 | --cap: 20 has no unit: 20ms or 20s?, or none",
        "--deadline 0 | --deadline must be more than 0; leave it out for no deadline",
        "--jitter ful | must be one of none, full, equal, decorrelated, was 'ful'",
        "--hint-rule flor | must be one of floor, add, spread, exact, was 'flor'",
        "--attempts 5000 | --attempts: must be a whole number from 1 to 1000, was '5000'",
        "--attempts 0 | --attempts: must be a whole number from 1 to 1000, was '0'",
        "--attempts 30 --jitter decorrelated | --attempts must be from 1 to 20 with --jitter decorrelated, was 30",
        "--base 99999999999999999999999h | --base must be at most 104249991.37 d (2^53 ms), was longer",
        "--cap 99999999999999999999999h | --cap must be at most 104249991.37 d (2^53 ms), was longer",
        "--minimum 99999999999999999999999h | --minimum must be at most",
        "--latency 99999999999999999999999h | --latency must be at most",
        "--failed-latency 99999999999999999999999h | --failed-latency must be at most",
        "--deadline 99999999999999999999999h | --deadline must be at most",
        "--retry-after 99999999999999999999999h | --retry-after must be at most",
        "--multiplier 0.5 | --multiplier must be a finite number >= 1, was 0.5",
        "--cap none --attempts 60 | the waits of a plan may be 2^53 ms long in all",
        "--draws whole-ms --cap 3h --attempts 20 --base 1h | a plan in whole milliseconds may take 8388608 cells",
        "--draws whole-ms --jitter decorrelated | jitter decorrelated is planned only",
        "--check | --check needs a --deadline to check, such as --deadline 30s",
        "--jsonl --fail 8% | --jsonl reads every setting from its lines; leave the other flags out",
        "--fail 8% file.jsonl | give either flags or files, not both"
      })
  void refusesWhatItCannotPlan(String flags, String message) {
    CommandRun run = run("plan " + flags);

    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"capMs\":20000 | \"capMs\":0 | capMs must be more than 0, or null for none, was 0",
        "\"capMs\":20000, | '' | capMs is missing; it must be a number or null",
        "\"deadlineMs\":30000 | \"deadlineMs\":0.0 | deadlineMs must be more than 0, or null for none, was 0",
        "\"deadlineMs\":30000 | \"deadlineMs\":\"30s\" | deadlineMs must be a number, was a string",
        "\"maxAttempts\":4 | \"maxAttempts\":4.5 | maxAttempts must be a whole number, was 4.5",
        "\"maxAttempts\":4 | \"maxAttempts\":0 | maxAttempts must be from 1 to 1000 in a plan, was 0",
        "\"failureRate\":0.08 | \"failureRate\":8 | failureRate must be from 0 to 1, was 8.0",
        "\"failureRate\":0.08, | '' | failureRate is missing; it must be a number",
        "\"baseMs\":500 | \"baseMs\":1e999 | baseMs must be a finite number >= 0, was Infinity",
        "\"baseMs\":500 | \"baseMs\":1e300 | baseMs must be a number from 0 to 2^53 milliseconds, was 1.0E300",
        "\"multiplier\":2 | \"multiplier\":0.5 | multiplier must be a finite number >= 1, was 0.5",
        "\"minAttemptMs\":0 | \"minAttemptMs\":-1 | minAttemptMs must be a finite number >= 0, was -1.0",
        "\"jitter\":\"full\" | \"jitter\":\"total\" | jitter must be one of none, full, equal, decorrelated, was 'total'",
        "\"retryAfterRule\":\"floor\" | \"retryAfterRule\":7 | retryAfterRule must be a string, was a number"
      })
  void answersABadLineInItsPlace(String good, String bad, String message)
      throws JsonProcessingException {
    assertThat(LINE).contains(good);
    String line = LINE.replace(good, bad);

    CommandRun run = CommandRun.fed(LINE + "\n" + line + "\n" + LINE + "\n", "plan", "--jsonl");

    assertThat(run.lines()).hasSize(3);
    assertThat(new ObjectMapper().readTree(run.lines().get(1)).path("error").asText())
        .startsWith(message);
    assertThat(run.lines().get(2))
        .isEqualTo(run.lines().get(0))
        .startsWith("{\"ceilingsMs\":[500,");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"latencyFailMs", "retryAfterMs", "retryAfterRule"})
  void takesLinesWithoutWhatIsOptional(String name) {
    String line = LINE.replaceAll(",\"" + name + "\":(\"floor\"|\\d+|null)", "");
    assertThat(line).isNotEqualTo(LINE);

    assertThat(CommandRun.fed(line, "plan").out())
        .isEqualTo(CommandRun.fed(LINE, "plan").out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--fail 100%",
        "--fail 0%",
        "--latency 0 --base 0",
        "--attempts 1",
        "--attempts 1000 --cap 1m",
        "--deadline 500ms",
        "--deadline 1ms",
        "--latency 1000h --fail 99.99%"
      })
  void printsNumbersForTheUnusualToo(String flags) {
    CommandRun text = run("plan " + flags);
    CommandRun json = run("plan --json " + flags);

    assertThat(text.out() + json.out()).doesNotContain("NaN", "Infinity", "\uFFFD");
    assertThat(text.exitCode() + json.exitCode()).isZero();
  }

  private static CommandRun run(String command) {
    return CommandRun.of(command.split(" "));
  }
}
