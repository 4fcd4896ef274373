package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code simulate} as people use it. */
class SimulateTest {

  /** A storm that feeds itself: the outage fills an endless queue with requests nobody waits for. */
  private static final String STORM =
      "simulate --attempts 4 --attempt-timeout 3s --outage hang --outage-for 15s --queue none --rate 30/s";

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void saysTheVerdictFirstAndTheWholeCourse() {
    CommandRun run = run("simulate");

    assertThat(run.out()).startsWith("""
            a provider that serves 100/s: 100 slots, 1 s each (exponential), queue of 100 fifo, a caller that
            goes is not noticed
            after 1 m it refuses every request for 30 s; watched for 5 m, seed 1
            policy:  80/s; 3 attempts, waits 500 ms × 2 up to 8 s, jitter full; deadline 1 m
            naive:   80/s; 5 attempts, waits 1 s, jitter none; deadline 24 h, 1 m an attempt

            policy  recovers at once after the outage, load normal at once (2.97× in the outage)
            naive   recovers at once after the outage, load normal after 4 s (4.65× in the outage)

                                           policy                naive
              recovers after               at once               at once
              load normal after            at once               4 s
              goodput before               98.1 %                98.1 %
              goodput at the end           100.2 %               100.7 %
              attempts per task before     1.00                  1.00
                in the outage              2.97                  4.65
                at most, over 10 s         3.04                  5.15
              attempts per second at most  285 (2.85× capacity)  443 (4.43× capacity)
              queue at most                13                    100

              client  tasks  success  load   p50     p95     p99     wasted  doubled  ended without success
              policy  23959  90.0 %   1.20×  732 ms  2.88 s  4.50 s  0.0 %   0        attempts 2389, not over 77
              naive   23959  91.0 %   1.40×  856 ms  4.25 s  5.05 s  0.0 %   0        attempts 2162, not over 64
            """);
    assertThat(run.out()).contains("""
                 0:50             82    81      0  #### |                    82    81      0  #### |
                 1:00 refuses    238   9.3      0  .....|......             324   9.3      0  .....|..........
                 1:10 refuses    236     0      0  .....|......             393     0      0  .....|..............
                 1:20 refuses    254     0      0  .....|.......            423     0      0  .....|...............
                 1:30             87    78      0  #### |                   141    98     16  #####|.
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void tellsAPolicyThatKeepsAStormAliveFromOneThatEndsIt() {
    CommandRun run = CommandRun.of(with(STORM, "--against", "retry-budget=10%"));

    assertThat(run.lines())
        .contains(
            "policy            never recovers: 0.0 % succeed at the end, 98.3 % before the outage; load 2.80× in the outage",
            "retry-budget=10%  recovers 3 s after the outage, load normal at once (1.02× in the outage)");
    assertThat(flat(run.out()))
        .contains(
            "While attempts time out, policy sends 4.00 of them per task: 30/s become 120/s, more than the 100/s"
                + " the provider can serve. Such an overload can feed itself; below 25.0 % of capacity it cannot. With"
                + " --retry-budget 10% it cannot below 90.9 %.");
  }

  @Test
  void showsCallersThatAreToldTheSameTimeInLockstep() {
    CommandRun run = run("simulate --together 2000 --hint 5s --against none");

    assertThat(run.lines())
        .contains(
            "policy  all 2000 tasks are over after 19 s: 29.7 % succeed, 2.70 attempts per task");
    assertThat(run.out()).contains("0:00           2000").contains("0:05           1800");
    assertThat(flat(run.out()))
        .contains("it leaves no jitter: callers that are told the same time");
    assertThat(run.lines()).noneMatch(line -> line.contains("0:19"));
  }

  @ParameterizedTest
  @CsvSource({
    "simulate --check, 0",
    "simulate --rate 30/s --check --csv, 0",
    "simulate --rate 200/s --outage none --check, 1",
    "simulate --rate 200/s --outage none, 0",
    "simulate --outage none --check --json, 0",
    "simulate --together 50 --check, 0",
    "simulate --together 2000 --check, 1"
  })
  void checksWhetherTheWorldRecovers(String command, int exitCode) {
    assertThat(run(command + " --against none").exitCode()).isEqualTo(exitCode);
  }

  @Test
  void saysWhyTheCheckFails() {
    CommandRun run = CommandRun.of(with(STORM, "--check"));

    assertThat(run.err())
        .isEqualTo(
            "check: never recovers: 0.0 % succeed at the end, 98.3 % before the outage; load 2.80×"
                + " in the outage\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --json", " --csv"})
  void takesTheSameCourseUnderTheSameSeed(String form) {
    CommandRun first = run("simulate --seed 7" + form);

    assertThat(run("simulate --seed 7" + form)).isEqualTo(first);
    assertThat(run("simulate --seed 8" + form).out()).isNotEqualTo(first.out());
  }

  @Test
  void letsTheComparedMeetTheSameCallers() throws JsonProcessingException {
    JsonNode runs = json(run("simulate --json")).path("runs");

    assertThat(runs).hasSize(2);
    assertThat(runs.get(0).at("/series/clients/0/tasks"))
        .isEqualTo(runs.get(1).at("/series/clients/0/tasks"));
    assertThat(runs.get(0).at("/series/clients/0/attempts"))
        .isNotEqualTo(runs.get(1).at("/series/clients/0/attempts"));
  }

  @Test
  void answersWorldFiguresAndSeriesInJson() throws JsonProcessingException {
    JsonNode answer = json(run("simulate --queue none --hint 2s --json --retry-budget 10%"));

    assertThat(answer.path("seed").asInt()).isEqualTo(1);
    assertThat(answer.path("durationMs").asInt()).isEqualTo(300_000);
    assertThat(answer.at("/provider/queueLimit").isNull()).isTrue();
    assertThat(answer.at("/provider/retryAfterMs").asInt()).isEqualTo(2000);
    assertThat(answer.at("/outages/0").toString())
        .isEqualTo("{\"kind\":\"refuse\",\"startMs\":60000,\"durationMs\":30000,\"share\":1}");
    JsonNode run = answer.at("/runs/0");
    assertThat(run.path("recovers").asBoolean()).isTrue();
    JsonNode client = run.at("/clients/0");
    assertThat(client.path("retryBudget").toString()).isEqualTo("{\"ratio\":0.1,\"capacity\":10}");
    assertThat(client.path("attemptTimeoutMs").isNull()).isTrue();
    assertThat(client.path("tasks").asLong())
        .isEqualTo(client.path("succeeded").asLong()
            + client.path("failed").asLong()
            + client.path("unfinished").asLong());
    assertThat(client.at("/failedBy/retry-budget").asLong())
        .isEqualTo(client.path("refused").asLong())
        .isPositive();
    assertThat(run.at("/series/atMs")).hasSize(301);
    JsonNode series = run.at("/series/clients/0");
    for (String name : List.of("tasks", "attempts", "succeeded", "failed", "refused", "timedOut")) {
      assertThat(series.path(name)).hasSize(301);
      assertThat(sum(series.path(name))).as(name).isEqualTo(client.path(name).asLong());
    }
  }

  @Test
  void writesTheSeriesAsRows() {
    CommandRun run = CommandRun.of(
        "simulate",
        "--against",
        "eager, \"quoted\": attempts=9",
        "--beside",
        "batch: together=300 from=100s",
        "--csv");

    List<String> lines = run.lines();
    assertThat(lines.get(0))
        .isEqualTo(
            "run,client,atMs,queued,working,shed,tasks,attempts,succeeded,failed,refused,timedOut,waiting,"
                + "inFlight,carriedOut,carriedOutForNobody,carriedOutAgain");
    assertThat(lines).hasSize(1 + 2 * 2 * 301);
    assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches("[^\n]*(,\\d+){15}"));
    assertThat(lines.get(1)).startsWith("policy,policy,0,");
    assertThat(lines.get(1 + 2 * 301))
        .startsWith("\"eager, \"\"quoted\"\"\",\"eager, \"\"quoted\"\"\",0,");
    long batch = lines.stream()
        .filter(line -> line.startsWith("policy,batch,"))
        .mapToLong(line -> Long.parseLong(line.split(",", -1)[6]))
        .sum();
    assertThat(batch).isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "attempts=8 jitter=none | maxAttempts | 8",
        "attempts=8 jitter=none | jitter | \"none\"",
        "attempts=8, jitter=none | deadlineMs | 20000",
        "other: --attempts=8 | maxAttempts | 8",
        "other: attempts=8 | name | \"other\"",
        "attempts=8 | name | \"attempts=8\"",
        "naive | name | \"naive\"",
        "naive | jitter | \"none\"",
        "naive | attemptTimeoutMs | 3000",
        "naive | retryBudget | null",
        "naive attempts=2 | maxAttempts | 2",
        "retry-budget=none | retryBudget | null",
        "attempt-timeout=none | attemptTimeoutMs | null",
        "retry-budget=20% | retryBudget | {\"ratio\":0.2,\"capacity\":5}",
        "from=10s | arrivals | {\"kind\":\"poisson\",\"perSecond\":20,\"fromMs\":10000,\"untilMs\":200000}",
        "rate=30/m | arrivals | {\"kind\":\"poisson\",\"perSecond\":0.5,\"fromMs\":5000,\"untilMs\":200000}",
        "together=9 | arrivals | {\"kind\":\"together\",\"tasks\":9,\"atMs\":0}",
        "workers=9 think=2s | arrivals | {\"kind\":\"closed\",\"workers\":9,\"thinkMs\":2000}",
        "write | operation | \"write\"",
        "key=secret | name | \"key=…\"",
        "key=secret | operation | \"write-with-key\""
      })
  void comparesWithWhatDiffers(String spec, String field, String value)
      throws JsonProcessingException {
    String own =
        "simulate --json --attempts 4 --deadline 20s --attempt-timeout 3s --retry-budget 10%"
            + " --retry-bucket 5 --rate 20/s --from 5s --until 200s --repeatable";

    JsonNode answer = json(CommandRun.of(with(own, "--against", spec)));

    JsonNode client = answer.at("/runs/1/clients/0");
    assertThat(client.path(field).toString()).isEqualTo(value);
    assertThat(answer.at("/runs/0/clients/0/maxAttempts").asInt()).isEqualTo(4);
    assertThat(answer.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--jitter decorrelated | --jitter: decorrelated jitter is planned only (forbear plan)",
        "--hint-rule spread | --hint-rule: the hint rule spread is planned only (forbear plan)",
        "--hint-rule exact | --hint-rule: the hint rule exact is planned only (forbear plan)",
        "--against jitter=decorrelated | --against 'jitter=decorrelated': --jitter: decorrelated jitter is planned only",
        "--rate 80 | --rate: 80 has no unit: 80/s or 80/m?",
        "--rate 80/d | --rate: '/d' is no unit of a rate: use /s, /m or /h, as in 80/s",
        "--rate fast | --rate: 'fast' is not a rate: write 80/s, 300/m or 1000/h",
        "--rate 0/s | --rate: must be more than 0, was '0/s'",
        "--rate 2000000/s | tasks per second must be more than 0 and at most 1000000, was 2000000.0",
        "--together 5 --rate 3/s | give one of --rate, --together and --workers",
        "--together 21000000 | --together must be at most 20000000, was 21000000",
        "--together 0 | --together: must be a whole number from 1",
        "--workers 10 --from 2s | --from does not go with --workers",
        "--workers 10 --think 0 | --think must be more than 0",
        "--workers 10 --until 10s | --until goes with --rate only",
        "--think 3s | --think needs --workers, as in --workers 50 --think 1s",
        "--from 10s --until 10s | end of the tasks must be after their start",
        "--retry-bucket 5 | --retry-bucket needs --retry-budget, as in --retry-budget 10%",
        "--retry-budget 120% | --retry-budget: must be a share from 0% to 100% or from 0 to 1, was '120%'",
        "--retry-budget 10% --retry-bucket 2000000000 | retry budget: capacity must be from 0 to 1e9 tokens",
        "--concurrency 0 | --concurrency: must be a whole number from 1",
        "--attempts 0 | --attempts: must be a whole number from 1",
        "--base 500 | --base: 500 has no unit: 500ms or 500s?",
        "--deadline 0 | --deadline must be more than 0",
        "--attempt-timeout 0 | --attempt-timeout must be more than 0",
        "--minimum 0 | --minimum must be more than 0",
        "--slots 0 | --slots must be at least 1, or none for no limit, was 0",
        "--slots many | --slots: must be a whole number below 2147483647, or none for no limit, was 'many'",
        "--queue -1 | --queue: must be a whole number below 2147483647, or none for no limit, was '-1'",
        "--queue-order random | --queue-order: must be one of fifo, lifo, was 'random'",
        "--service-law normal | --service-law: must be one of constant, exponential, was 'normal'",
        "--give-up leave | --give-up: must be one of unnoticed, leaves-queue, stops-work, was 'leave'; did you mean leaves-queue?",
        "--fail 2 | --fail: must be a share from 0% to 100% or from 0 to 1, was '2': 2%?",
        "--service 2000000h | service time must be from 0 to a hundred years in milliseconds",
        "--outage refus | --outage: must be one of refuse, hang, slow, fail, none, was 'refus'; did you mean refuse?",
        "--outage-share 20% | --outage-share goes with --outage slow or fail, not refuse",
        "--outage none --outage-share 20% | --outage-share needs --outage slow or fail",
        "--outage slow --outage-share 0% | --outage-share must be more than 0 with --outage slow",
        "--outage-for 0 | --outage-for must be more than 0",
        "--outage-start 5m | the outage ends after 330 s, and a recovery takes 10 s to be seen: --for must be at least 340 s",
        "--for 0 | --for must be more than 0",
        "--every 0 | --every must be more than 0",
        "--seed one | --seed: must be a whole number from -9223372036854775808 to 9223372036854775807, was 'one'",
        "--repeatable --write | give one of --repeatable, --undeclared and --write",
        "--csv --json | give either --json or --csv, not both",
        "--against none --against naive | --against none does not go with another --against",
        "--against naive --against naive | what is compared must have different names, was 'naive' twice",
        "--against a:attempts=1 --against b | --against 'b': there is no flag '--b'",
        "--against attempts=1 --against attempts=2 --against attempts=3 --against attempts=4 | --against may be given 3 times, was given 4",
        "--against storm: | --against 'storm:': write naive, or flags that are different",
        "--against atempts=1 | --against 'atempts=1': there is no flag '--atempts'; did you mean --attempts?",
        "--against seed=1 | --against 'seed=1': there is no flag '--seed'",
        "--beside attempts=0 | --beside 'attempts=0': --attempts: must be a whole number from 1",
        "--beside attempts=2 --beside attempts=2 | clients must have different names, was 'attempts=2' twice",
        "--rate 900000/s --for 1h | the run would begin about 3240000000 tasks, at most 20000000 are allowed",
        "--every 1ms --for 10m | has more than 100000 records; record less often or run for less time",
        "--together 20000000 | the run has 1048576 attempts and waits at once, more are not allowed",
        "line.jsonl | an argument of length 10 is one too many"
      })
  void refusesWhatItCannotSimulate(String flags, String message) {
    CommandRun run = run("simulate " + flags);

    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--slots none",
        "--slots none --service 0",
        "--slots 1 --queue 0",
        "--fail 100%",
        "--attempts 1",
        "--attempts 2000",
        "--together 1",
        "--together 1 --outage hang",
        "--together 1 --from 10m --outage none",
        "--rate 1/h --for 2m",
        "--rate 0.001/s --outage none",
        "--workers 1 --think 1h",
        "--until 30s",
        "--from 4m",
        "--for 1ms --outage none",
        "--for 1h --every 1m --rate 1/s",
        "--for 1500ms --every 7ms --outage none",
        "--outage slow --give-up stops-work --queue-order lifo",
        "--outage fail --outage-share 50% --outage-start 0",
        "--deadline 1ms",
        "--deadline 24h --service 20h --for 100h --every 1h --outage none --rate 1/m",
        "--concurrency 1 --retry-budget 0%",
        "--undeclared --outage hang --attempt-timeout 2s",
        "--seed -9223372036854775808"
      })
  void printsNumbersForTheUnusualToo(String flags) {
    List<String> outputs = new ArrayList<>();
    for (String form : List.of("", " --json", " --csv")) {
      CommandRun run = run("simulate " + flags + form);
      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isZero();
      outputs.add(run.out());
    }

    assertThat(String.join("", outputs)).doesNotContain("NaN", "Infinity", "\uFFFD");
    assertThat(outputs.get(2)).doesNotContainPattern(",,|\\dE\\d");
  }

  private static JsonNode json(CommandRun run) throws JsonProcessingException {
    assertThat(run.exitCode()).isZero();
    return JSON.readTree(run.out());
  }

  private static long sum(JsonNode numbers) {
    long sum = 0;
    for (JsonNode number : numbers) {
      sum += number.asLong();
    }
    return sum;
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }

  private static String[] with(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of(more));
    return args.toArray(new String[0]);
  }

  private static CommandRun run(String command) {
    return CommandRun.of(command.split(" "));
  }
}
