package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.limit.RetryBudget;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ClientReport;
import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.World;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code simulate} says what the library finds, and draws the border of the storms. */
class SimulateCommandTest {

  private static final String HANG =
      "simulate --outage hang --outage-for 15s --queue none --attempt-timeout 3s --deadline 60s --attempts 4"
          + " --cap 20s --against none --json";

  @Test
  void saysWhatTheLibraryFinds() {
    JsonNode run = answer(HANG + " --rate 30/s --retry-budget 10% --seed 5").at("/runs/0");

    SimulationReport report = Simulation.run(world(30, 5));
    ClientReport client = report.clients().get(0);
    assertThat(run.path("recovers").asBoolean()).isTrue();
    assertNumber(run.path("recoveredAfterMs"), report.storm().recoveredAfterMs());
    assertNumber(run.path("loadNormalAfterMs"), report.storm().loadNormalAfterMs());
    assertNumber(run.path("loadInOutage"), report.storm().loadInOutage());
    assertNumber(run.path("peakLoad"), report.storm().peakLoad());
    assertNumber(run.path("lateGoodput"), report.storm().lateGoodput());
    JsonNode told = run.at("/clients/0");
    assertNumber(told.path("meanMs"), client.meanMs());
    assertNumber(told.path("attemptsPerTask"), client.load());
    assertNumber(told.path("wastedShare"), client.wastedShare());
    assertThat(told.path("p99SuccessMs").asDouble())
        .isEqualTo(client.successQuantiles().orElseThrow().p99Ms());
    assertThat(told.path("carriedOutAgain").asLong()).isEqualTo(client.counts().carriedOutAgain());
    assertSeries(run.path("series"), report.moments());
  }

  /** Both sides of the border at which the load while all fails, times what is offered, reaches the capacity. */
  @ParameterizedTest
  @CsvSource({
    "--rate 20/s, true",
    "--rate 30/s, false",
    "--rate 30/s --attempts 1, true",
    "--rate 30/s --retry-budget 10%, true",
    "--rate 30/s --give-up leaves-queue, true",
    "--rate 80/s --retry-budget 10%, true"
  })
  void drawsTheBorderOfStormsThatFeedThemselves(String flags, boolean recovers) {
    String command = flags.contains("--attempts") ? HANG.replace(" --attempts 4", "") : HANG;
    JsonNode answer = answer(command + " " + flags);

    assertThat(answer.at("/runs/0/recovers").asBoolean()).isEqualTo(recovers);
    assertThat(answer.at("/runs/0/recoveredAfterMs").isNull()).isEqualTo(!recovers);
  }

  @Test
  void isNoSuccessWhenTheAnswerCannotBeWritten() throws Exception {
    Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here");
    Process process = new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.forbear.cli.Main",
            "simulate",
            "--csv")
        .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/full")))
        .start();
    process.getOutputStream().close();

    CommandRun run = Checkout.ended(process);

    assertThat(run.err()).startsWith("error: standard output cannot be written: ");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  private static JsonNode answer(String command) {
    CommandRun run = CommandRun.of("", command.split(" "));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).hasSize(1);
    return VectorLine.parse(run.lines().get(0));
  }

  private static World world(double perSecond, long seed) {
    RetryPolicy policy =
        RetryPolicy.of(4, Duration.ofMillis(500), Duration.ofSeconds(20), Duration.ofSeconds(1));
    TaskRules rules = new TaskRules(policy, 3000, Double.POSITIVE_INFINITY, Targets.single());
    return World.of(
        ProviderModel.of(100, ServiceTime.exponential(1000), ProviderModel.UNLIMITED),
        List.of(Outage.hang(60_000, 15_000)),
        ClientModel.of("policy", rules, 60_000, Arrivals.poisson(perSecond))
            .withRetryBudget(new RetryBudget(0.1, 10)),
        300_000,
        seed);
  }

  private static void assertNumber(JsonNode told, OptionalDouble found) {
    assertThat(told.isNull()).isEqualTo(found.isEmpty());
    if (found.isPresent()) {
      assertThat(told.asDouble()).isEqualTo(found.getAsDouble());
    }
  }

  private static void assertSeries(JsonNode series, List<Moment> moments) {
    JsonNode client = series.at("/clients/0");
    for (int i = 1; i < moments.size(); i++) {
      Counts since = moments.get(i).all().since(moments.get(i - 1).all());
      assertThat(series.path("atMs").get(i).asDouble()).isEqualTo(moments.get(i).atMs());
      assertThat(series.path("queued").get(i).asLong()).isEqualTo(moments.get(i).queued());
      assertThat(client.path("attempts").get(i).asLong()).isEqualTo(since.attempts());
      assertThat(client.path("succeeded").get(i).asLong()).isEqualTo(since.succeeded());
      assertThat(client.path("waiting").get(i).asLong()).isEqualTo(since.waiting());
    }
  }
}
