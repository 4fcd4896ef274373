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
              recovers after              at once               at once
              load normal after           at once               4 s
              goodput before              98.1 %                98.1 %
              goodput at the end          100.0 %               100.0 %
              attempts per task before    1.00                  1.00
                in the outage             2.97                  4.65
                at most, over 10 s        3.04                  5.15
              attempts at most, over 1 s  285 (2.85× capacity)  443 (4.43× capacity)
              queue at most               13                    100

              client  tasks  success  load   p50     p95     p99     wasted  doubled
              policy  23959  90.0 %   1.20×  732 ms  2.88 s  4.50 s  0.0 %   0
                without success: attempts 2389, not over 77
              naive   23959  91.0 %   1.40×  856 ms  4.25 s  5.05 s  0.0 %   0
                without success: attempts 2162, not over 64
            """);
    assertThat(run.out()).contains("""
                 0:50             82    81      0  ####|                   82    81      0  ####|
                 1:00 refuses    238   9.3      0  ....|......            324   9.3      0  ....|..........
                 1:10 refuses    236     0      0  ....|......            393     0      0  ....|.............
                 1:20 refuses    254     0      0  ....|......            423     0      0  ....|..............
                 1:30             87    78      0  ###.|                  141    98     16  ####|.
            """);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void tellsAPolicyThatKeepsAStormAliveFromOneThatEndsIt() {
    CommandRun run = CommandRun.of(with(STORM, "--against", "retry-budget=10%"));

    assertThat(run.lines())
        .contains(
            "policy            never recovers: 0.0 % succeed at the end, 98.3 % before the outage; load 2.80× in",
            "                  the outage",
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
    "simulate --together 2000 --check, 1",
    "simulate --until 2m --check, 1",
    "simulate --from 2m --check, 1",
    "simulate --fail 60% --check, 1",
    "simulate --for 0.001ms --outage none --check, 1",
    "simulate --together 3 --from 10m --check, 1"
  })
  void checksWhetherTheWorldRecovers(String command, int exitCode) {
    assertThat(run(command + " --against none").exitCode()).isEqualTo(exitCode);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--until 2m | no task begins at the end of the run, when it would show",
        "--from 2m | no task began before the outage, so there is nothing to compare with",
        "--outage-start 0 | no task began before the outage, so there is nothing to compare with",
        "--fail 60% | only 48.9 % succeeded before the outage, so there is nothing to recover to",
        "--for 0.001ms --outage none | no task begins at the end of the run, when it would show",
        "--together 3 --from 10m | no task begins before the end of the run"
      })
  void saysNothingOfARecoveryWhereThereIsNothingToCompare(String flags, String why)
      throws JsonProcessingException {
    CommandRun run = run("simulate --against none --check " + flags);

    assertThat(run.lines()).contains("policy  cannot be told: " + why);
    assertThat(run.out()).doesNotContain("never recovers", "holds");
    assertThat(run.err()).isEqualTo("check: cannot be told: " + why + "\n");
    JsonNode told = json(run("simulate --against none --json " + flags)).at("/runs/0");
    assertThat(told.path("recovers").isNull()).isTrue();
    assertThat(told.path("verdict").asText()).isEqualTo("cannot be told: " + why);
  }

  @Test
  void showsNoGoodputAboveAHundredPercent() throws JsonProcessingException {
    assertThat(json(run("simulate --json")).at("/runs/0/lateGoodput").asDouble())
        .isGreaterThan(1);
    assertThat(run("simulate").out())
        .contains("goodput at the end          100.0 %               100.0 %")
        .doesNotContainPattern("10[0-9]\\.[1-9] %");
    assertThat(flat(run("simulate").out()))
        .contains("where tasks succeed that began before it, --json says more than 1");
  }

  @Test
  void saysWhatAProviderServesThatTakesNoTime() {
    assertThat(run("simulate --service 0s").out())
        .startsWith("a provider with 100 slots, 0 ms each (exponential), queue of 100 fifo,")
        .doesNotContain("capacity");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 30/s | policy sends 4.00 of them per task: 30/s become 120/s",
        "--rate 30/s --key order-1 | policy sends 4.00 of them per task: 30/s become 120/s",
        "--rate 30/s --write | ''",
        "--rate 30/s --undeclared | ''",
        "--rate 30/s --retry-budget 10% | ''",
        "--rate 92/s --retry-budget 10% | policy sends 1.10 of them per task: 92/s become 101/s",
        "--rate 20/s | ''",
        "--rate 20/s --beside few:rate=1/s,attempts=1 | ''",
        "--rate 20/s --beside few:rate=3/s,attempts=8 | policy sends 4.00 of them per task and few sends 8.00: 23/s become 104/s",
        "--rate 10/s --attempts 1 --beside loud:rate=20/s,attempts=5 | policy sends 1.00 of them per task and loud sends 5.00: 30/s become 110/s",
        "--rate 10/s --beside loud:rate=20/s,attempts=9,write | ''"
      })
  void addsUpWhatEverybodySendsWhileAttemptsTimeOut(String flags, String sent) {
    String attempts = flags.contains("--attempts") ? "" : "--attempts 4 ";
    String out = flat(
        run("simulate --attempt-timeout 3s --outage none --for 20s --queue none --against none "
                + attempts + flags)
            .out());

    if (sent.isEmpty()) {
      assertThat(out).doesNotContain("While attempts time out");
    } else {
      assertThat(out).contains("While attempts time out, " + sent + ", more than the 100/s");
    }
  }

  @Test
  void promisesNothingOfAShortQueueThatDidNotHelp() {
    String storm =
        "simulate --rate 70/s --attempts 50 --attempt-timeout 2s --queue 100 --outage hang --base 100ms"
            + " --cap 200ms --against none";

    String never = flat(run(storm).out());
    String recovered = flat(run(storm.replace("--attempts 50", "--attempts 5")).out());

    assertThat(never)
        .contains("never recovers")
        .contains("It helps that the queue is so short")
        .contains("With --retry-budget 10% it cannot below 90.9 %.");
    assertThat(recovered)
        .contains("policy recovers")
        .contains("Here it did not: the queue is so short");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--hint 10s | --hint-rule on-top keeps them apart.",
        "--hint 10s --jitter none | --jitter full and --hint-rule on-top keep them apart.",
        "--hint 10s --jitter none --hint-rule on-top | --jitter full and --hint-rule on-top keep them apart.",
        "--hint 10s --base 0 | --jitter full and --hint-rule on-top, with a --base above 0, keep them apart.",
        "--hint 1h | do not fit into --deadline (1 m): whoever is told it gives up at once, so nobody returns.",
        "--hint 10s --max-retry-after 5s | longer than --max-retry-after (5 s): whoever is told it gives up at once",
        "--hint 10s --hint-rule on-top | ''",
        "--hint 10s --attempts 1 | ''",
        "--hint 500ms | ''"
      })
  void saysWhatAHintDoes(String flags, String note) {
    String out = flat(run("simulate --against none " + flags).out());

    assertThat(out.contains("hint is") || out.contains(" hint: ") || out.contains("The hint and"))
        .isEqualTo(!note.isEmpty());
    assertThat(out).contains(note);
    assertThat(out.contains("return together"))
        .isEqualTo(!note.isEmpty() && !note.contains("gives up"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--beside batch:together=2000",
        "--against 一二三四五六七八九十一二:attempts=8 --against retry-budget=10% --against attempts=1"
            + " --beside もう一つ:rate=10/s,attempts=9",
        "--attempts 4 --attempt-timeout 3s --outage hang --queue none --rate 30/s --retry-budget 10% --hint 12s",
        "--together 2000 --hint 5s --seed -9223372036854775808",
        "--until 2m --beside a-name-of-24-characters!:rate=1/s,retry-budget=10%"
      })
  void keepsWithinAHundredColumns(String flags) {
    CommandRun run = run("simulate" + (flags.isEmpty() ? "" : " " + flags));

    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).allMatch(line -> TextWidth.of(line) <= 100);
  }

  @Test
  void comparesInTheSameOutage() throws JsonProcessingException {
    JsonNode answer = json(run("simulate --rate 20/s --against together=9 --json"));

    assertThat(answer.path("outages")).hasSize(1);
    assertThat(answer.at("/runs/1/recovery").asText()).isNotEqualTo("no-outage");
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
        "--rate 2000000/s | --rate must be at most 1000000/s, was 2000000/s",
        "--together 5 --rate 3/s | give one of --rate, --together and --workers",
        "--together 21000000 | --together must be at most 20000000, was 21000000",
        "--together 0 | --together: must be a whole number from 1",
        "--workers 10 --from 2s | --from does not go with --workers",
        "--workers 10 --think 0 | --think must be more than 0",
        "--workers 10 --until 10s | --until goes with --rate only",
        "--think 3s | --think needs --workers, as in --workers 50 --think 1s",
        "--from 10s --until 10s | --until must be after --from (10 s), was 10 s",
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
        "--service 2000000h | --service must be at most a hundred years, was longer",
        "--failed-service 2000000h | --failed-service must be at most a hundred years",
        "--shed-after 2000000h | --shed-after must be at most a hundred years",
        "--hint 2000000h | --hint must be at most a hundred years",
        "--deadline 2000000h | --deadline must be at most a hundred years",
        "--from 2000000h | --from must be at most a hundred years",
        "--workers 3 --think 2000000h | --think must be at most a hundred years",
        "--for 2000000h | --for must be at most a hundred years",
        "--outage-start 2000000h | --outage-start must be at most a hundred years",
        "--multiplier 0.5 | --multiplier must be a finite number >= 1, was 0.5",
        "--outage refus | --outage: must be one of refuse, hang, slow, fail, none, was 'refus'; did you mean refuse?",
        "--outage-share 20% | --outage-share goes with --outage slow or fail, not refuse",
        "--outage none --outage-share 20% | --outage-share needs --outage slow or fail",
        "--outage none --outage-start 10s | --outage-start needs an outage, such as --outage refuse; here there is none",
        "--outage none --outage-for 5s | --outage-for needs an outage, such as --outage refuse; here there is none",
        "--together 9 --outage-for 5s | --outage-for needs an outage, such as --outage refuse; here there is none",
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
        "--rate 900000/s --for 1h | the run would begin about 3240000000 tasks, at most 20000000 are allowed; lower --rate or --for",
        "--every 1ms --for 10m | --for 10 m with --every 1 ms is more than 100000 records; raise --every or lower --for",
        "--together 20000000 | the run has 1048576 attempts and waits at once, more are not allowed; lower --together",
        "--rate 100000/s --queue none --for 2m | 1048576 attempts and waits at once, more are not allowed; lower --rate or --for",
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
        "--service 0s",
        "--attempts 60 --cap 100000000h --rate 30/s",
        "--base 99999999999999999999999h --cap 99999999999999999999999h --rate 30/s",
        "--minimum 999999999999999h",
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
