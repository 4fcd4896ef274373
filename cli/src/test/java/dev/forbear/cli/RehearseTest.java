package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rehearsals, for people and line by line. */
class RehearseTest {

  private static final String LINE =
      "{\"policy\":{\"maxAttempts\":2,\"baseDelayMs\":500,\"maxDelayMs\":8000,\"minimumAttemptMs\":200%s},"
          + "\"deadlineMs\":%s,\"script\":%s}\n";

  @Test
  void showsTheCourseAttemptByAttempt() {
    CommandRun run = run(
        "--attempts 3 --base 500ms --cap 8s --minimum 200ms --deadline 60s",
        "503, 429 after 2s, ok in 400ms");

    assertThat(run).isEqualTo(new CommandRun(0, """
            attempt  start   came                  meaning      then                left
            1        0 ms    status 503            unavailable  retry after 250 ms  1 m
            2        250 ms  status 429, hint 2 s  rate_limit   retry after 2 s     59.75 s
            3        2.25 s  ok                    success      done                57.35 s
            success after 3 attempts in 2.6 s of 1 m
            """, ""));
  }

  @Test
  void showsWhereAttemptsWentWhenThereAreTargets() {
    CommandRun run = run("--targets A,B --per-target 1", "503 in 100ms, ok in 400ms");

    assertThat(run.out()).isEqualTo("""
            attempt  start   target  came        meaning      then       left
            1        0 ms    A       status 503  unavailable  move to B  59.9 s
            2        100 ms  B       ok          success      done       59.5 s
            success after 2 attempts in 500 ms of 1 m; a fallback answered
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--attempt-timeout 4s --deadline 10s --minimum 200ms --attempts 5 | hang x3 | failed: deadline after 3 attempts in 10 s of 10 s; last: timeout (attempt timeout)",
        "--deadline 45s | 429 after 60s in 100ms | failed: deadline after 1 attempt in 100 ms of 45 s; last: rate_limit (status 429); the provider asks for a wait of 1 m",
        "--max-retry-after 1s | 429 after 2s | failed: retry-after-too-long after 1 attempt in 0 ms of 1 m; last: rate_limit (status 429); the provider asks for a wait of 2 s",
        "--write | reset in 900ms | unknown: unsafe after 1 attempt in 900 ms of 1 m; last: unknown_outcome (exception java.net.SocketException); it may have been carried out",
        "--key op-1 | reset, ok | success after 2 attempts in 250 ms of 1 m",
        "--undeclared | 500 | failed: unsafe after 1 attempt in 0 ms of 1 m; last: server_error (status 500); it may have been carried out",
        "--undeclared | 503, ok | success after 2 attempts in 250 ms of 1 m",
        "--cancel-at 500ms | ok in 8s | cancelled after 1 attempt in 500 ms of 1 m",
        "--cancel-at 500ms --write | ok in 8s | cancelled after 1 attempt in 500 ms of 1 m; it may have been carried out",
        "--targets A,B --fallback-on auth | 401 x2 | failed: permanent after 2 attempts in 0 ms of 1 m; last: auth (status 401)",
        "--targets A,B --full B --per-target 1 | 529 | failed: fallback-full after 1 attempt in 0 ms of 1 m; last: overloaded (status 529)",
        "--targets A,B --fallback-if-wait-over 5s | 429 after 6s, ok in 1s | success after 2 attempts in 1 s of 1 m; a fallback answered",
        "--deadline 500ms | ok | failed: deadline after 0 attempts in 0 ms of 500 ms; the deadline leaves less than the minimum attempt",
        "--random 0 | 503, ok | success after 2 attempts in 0 ms of 1 m"
      })
  void saysHowItEnded(String flags, String script, String ending) {
    assertThat(run(flags, script).lines()).last().isEqualTo(ending);
  }

  @Test
  void answersFlagsInTheFormOfALine() {
    assertThat(run("--json --key op-7 --targets A,B", "reset in 10ms, ok in 1s").out())
        .isEqualTo("{\"attempts\":2,\"startsMs\":[0,260],\"waitsMs\":[250],\"outcome\":\"success\","
            + "\"reason\":null,\"elapsedMs\":1260,\"failure\":null,\"retryAfterMs\":null,"
            + "\"upstreamAbortedAtMs\":[],\"degraded\":false,\"uncertain\":false,"
            + "\"keys\":[\"op-7\",\"op-7\"],\"targets\":[\"A\",\"A\"],"
            + "\"trace\":\"1@A:unknown_outcome wait 250 | 2@A:ok t=1260\"}\n");
  }

  @Test
  void answersLinesWithEveryFact() {
    String line = LINE.formatted(
        "", "60000", "[{\"afterMs\":100,\"status\":429,\"headers\":{\"retry-after\":\"90\"}}]");

    assertThat(CommandRun.fed(line, "rehearse"))
        .isEqualTo(new CommandRun(
            0,
            "{\"attempts\":1,\"startsMs\":[0],\"waitsMs\":[],\"outcome\":\"failed\","
                + "\"reason\":\"deadline\",\"elapsedMs\":100,\"failure\":\"rate_limit\","
                + "\"retryAfterMs\":90000,\"upstreamAbortedAtMs\":[],\"degraded\":false,"
                + "\"uncertain\":false,\"trace\":\"1:429 | failed deadline t=100\"}\n",
            ""));
  }

  @Test
  void answersAStreamWithItsTextAndWhatWasDropped() {
    String line = LINE.formatted(
        ",\"onPartial\":\"restart\"",
        "60000",
        "[{\"afterMs\":100,\"status\":200,\"chunks\":[\"text:a\",\"tool:{\"],\"everyMs\":20,\"then\":\"break\"},"
            + "{\"afterMs\":100,\"status\":200,\"chunks\":[\"text:b\",\"done\"],\"everyMs\":20}]");

    assertThat(CommandRun.fed(line, "rehearse").out())
        .isEqualTo("{\"attempts\":2,\"startsMs\":[0,410],\"waitsMs\":[250],\"outcome\":\"success\","
            + "\"reason\":null,\"elapsedMs\":550,\"failure\":null,\"retryAfterMs\":null,"
            + "\"upstreamAbortedAtMs\":[],\"degraded\":false,\"uncertain\":false,"
            + "\"text\":\"b\",\"events\":[\"discard:a<tool:{>\"],"
            + "\"trace\":\"1:stream_interrupted wait 250 | 2:ok t=550\"}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--attempts 3 | stream(Hel, lo, done) every 20ms in 100ms | text: Hello | success after 1 attempt in 160 ms of 1 m",
        "--attempts 3 | stream(Hel, lo) every 20ms in 100ms then break | text: Hello | partial: partial-output after 1 attempt in 160 ms of 1 m; last: stream_interrupted (stream without its end)",
        "--idle-timeout 2s | stream(Hel) every 20ms then hang | text: Hel | partial: partial-output after 1 attempt in 2 s of 1 m; last: timeout (attempt timeout)",
        "--first-token-timeout 1s | stream(meta) every 20ms then hang, stream(a, done) | text: a | success after 2 attempts in 1.2 s of 1 m",
      })
  void tellsOfAStreamWhatWasDeliveredAndHowItEnded(
      String flags, String script, String text, String ending) {
    CommandRun run = run(flags, script);

    assertThat(run.err()).isEmpty();
    assertThat(run.lines()).contains(text).last().isEqualTo(ending);
  }

  @Test
  void refusesFlagsOfStreamsWithoutAStream() {
    for (String flag :
        List.of("--idle-timeout 2s", "--first-token-timeout 2s", "--on-partial keep")) {
      CommandRun run = run(flag, "503, ok");

      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .contains(flag.substring(0, flag.indexOf(" ")) + " holds for streams only");
    }
    assertThat(run("--on-partial drop", "stream(a, done)").err())
        .contains("--on-partial must be keep or restart, was 'drop'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        " | 60000 | [{\"afterMs\":0,\"status\":503}] | the script has no reply left for attempt 2 on target 'primary'; add one, or allow fewer attempts",
        " | 0 | [] | deadlineMs must be > 0, was 0.0",
        " | 1e999 | [] | 'deadlineMs' must be a finite number",
        " | 9 | {} | 'script' must be an array of replies",
        " | 9 | [{\"status\":200}] | script[0]: afterMs is missing: a number >= 0, or null for never",
        ",\"random\":1 | 9 | [] | random must be >= 0 and < 1, was 1.0",
        ",\"operation\":\"read\" | 9 | [] | 'operation' must be repeatable, undeclared or write, was 'read'",
        ",\"maxCost\":5 | 9 | [] | 'maxCost' is not rehearsed; leave it out",
        ",\"mode\":\"ledger\" | 9 | [] | a scenario of mode 'ledger' is not a task of its own and is not rehearsed; leave 'mode' out",
        ",\"idleTimeoutMs\":5 | 9 | [] | 'idleTimeoutMs' holds for streams only; leave it out, or say \"stream\": true",
        ",\"stream\":1 | 9 | [] | 'stream' must be true or false",
        ",\"stream\":true,\"onPartial\":\"resume\" | 9 | [] | 'onPartial' must be keep or restart, was 'resume'",
        ",\"stream\":true,\"firstTokenTimeoutMs\":0 | 9 | [] | firstTokenTimeoutMs must be > 0, was 0.0",
        " | 9 | [{\"afterMs\":1,\"status\":200,\"chunks\":[\"tex:a\"]}] | script[0]: chunks[0]: a chunk must be meta:…, text:…, tool:…, error:{json} or done, nearest is 'text'"
      })
  void refusesInItsPlaceWhatCannotBeRehearsed(
      String policy, String deadlineMs, String script, String error) {
    String bad = LINE.formatted(policy == null ? "" : policy, deadlineMs, script);
    String good = LINE.formatted("", "60000", "[{\"afterMs\":1,\"status\":200}]");

    CommandRun run = CommandRun.fed(good + bad + good, "rehearse");

    assertThat(run.lines()).hasSize(3);
    assertThat(run.lines().get(1)).isEqualTo(JsonText.error(error));
    assertThat(run.lines().get(0))
        .isEqualTo(run.lines().get(2))
        .contains("\"outcome\":\"success\"");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void staysWithinTimeWhereADelayIsBeyondAllTime() {
    String line = LINE.formatted(
        "", "5000", "[{\"afterMs\":1,\"status\":503},{\"afterMs\":1e300,\"status\":200}]");

    assertThat(CommandRun.fed(line, "rehearse").out())
        .contains("\"trace\":\"1:503 wait 250 | 2:timeout | failed attempts t=5000\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--write --repeatable | ok | give one of --repeatable, --undeclared and --write (with --key or without)",
        "--targets A,Beta --full Bta | ok | --full: must be one of A, Beta, was 'Bta'; did you mean Beta?",
        "--per-target 2 | ok | --per-target, --fallback-on, --fallback-if-wait-over and --full need --targets, as in --targets A,B",
        "--targets A --fallback-on atuh | ok | --fallback-on: must be one of rate_limit, quota_exhausted",
        "--deadline 0 | ok | --deadline must be more than 0",
        "--attempt-timeout 0 | ok | --attempt-timeout must be more than 0",
        "--random 1 | ok | random must be >= 0 and < 1, was 1.0",
        "--attempts 2 | 503 | the script has no reply left for attempt 2 on target 'primary'; add one, or allow fewer attempts",
        "--attempts 2 | hnag | cannot read 'hnag' (reply 1 of 1 in the script): unknown word 'hnag', nearest is 'hang'"
      })
  void refusesWrongUsage(String flags, String script, String message) {
    CommandRun run = run(flags, script);

    assertThat(run.err())
        .startsWith("error: " + message)
        .endsWith("try: forbear rehearse --help\n");
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void asksForTheScript() {
    assertThat(CommandRun.of("rehearse", "--attempts", "3").err())
        .startsWith("error: --script is missing: what the provider does, as in --script");
  }

  private static CommandRun run(String flags, String script) {
    List<String> args = new ArrayList<>(List.of("rehearse"));
    args.addAll(Arrays.asList(flags.split(" ")));
    args.addAll(List.of("--script", script));
    return CommandRun.of(args.toArray(String[]::new));
  }
}
