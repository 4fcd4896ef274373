package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.Quantiles;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ClientReport;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.World;
import dev.forbear.task.EndReason;
import dev.forbear.task.Step;
import dev.forbear.task.TaskRules;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plans beside the world they assume, simulated: room for everybody, failures that are independent, one time for successes and
 * one for failures. Every vector of a plan that the runtime can run, within five standard errors.
 */
class SimulatedPlansTest {

  private static final boolean EVIDENCE = Boolean.getBoolean("forbear.evidence");
  private static final int TASKS = EVIDENCE ? 1_000_000 : 100_000;
  private static final double STANDARD_ERRORS = 5;
  private static final long SEED = 20_261_130;
  private static final double HOUR_MS = 3_600_000;

  /** A wait drawn in whole milliseconds is half of one shorter, on average, than one drawn from any number. */
  private static final double HALF_MS = 0.5;

  static Stream<VectorLine> runnable() {
    return PlanVectors.of("plan").filter(line -> PlanVectors.input(line.input()).isRuntimeRule());
  }

  @Test
  void leavesOutOnlyWhatIsPlannedOnly() {
    List<String> left = PlanVectors.of("plan")
        .filter(line -> !PlanVectors.input(line.input()).isRuntimeRule())
        .map(line -> line.input().path("jitter").asText() + " "
            + line.input().path("retryAfterRule").asText())
        .toList();

    assertThat(left)
        .isNotEmpty()
        .allMatch(rule ->
            rule.startsWith("decorrelated") || rule.endsWith("spread") || rule.endsWith("exact"));
  }

  @ParameterizedTest
  @MethodSource("runnable")
  void agreesWithThePlan(VectorLine line) {
    PlanInput input = PlanVectors.input(line.input());
    Waited waited = new Waited();
    Simulation simulation = new Simulation(world(input), waited::hear);
    simulation.advanceTo(Double.POSITIVE_INFINITY);
    ClientReport report = simulation.report().clients().get(0);
    String story = line.name() + " " + line.json().path("id").asText();

    assertThat(report.unfinished()).as(story).isZero();
    checkPlan(story, report, waited, Plan.of(input.withDraws(Draws.WHOLE_MS)));
    checkVector(story, report, waited, PlanVectors.expected(line), input.maxAttempts());
  }

  /** The plan in whole milliseconds is the simulated world, exactly. */
  private static void checkPlan(String story, ClientReport report, Waited waited, Plan plan) {
    assertShare(story + " success", report.counts().succeeded(), plan.outcomes().success());
    assertShare(
        story + " ended at the deadline or by it",
        count(report, EndReason.DEADLINE) + count(report, EndReason.ATTEMPTS),
        plan.outcomes().failure());
    assertMean(
        story + " attempts",
        (double) report.counts().attempts() / TASKS,
        plan.expectedAttempts(),
        waited.attempts.error());
    assertMean(
        story + " time", report.meanMs().orElseThrow(), plan.expectedMs(), waited.took.error());
    assertMean(
        story + " waits", waited.waits.mean(), plan.totalWaitExpectedMs(), waited.waits.error());
    Quantiles quantiles = report.quantiles().orElseThrow();
    assertQuantile(story + " p50", 0.5, quantiles.p50Ms(), plan);
    assertQuantile(story + " p90", 0.9, quantiles.p90Ms(), plan);
    assertQuantile(story + " p95", 0.95, quantiles.p95Ms(), plan);
    assertQuantile(story + " p99", 0.99, quantiles.p99Ms(), plan);
    assertQuantile(story + " p99.9", 0.999, quantiles.p999Ms(), plan);
    assertThat(waited.took.largest())
        .as(story + " worst")
        .isLessThanOrEqualTo(plan.worstCaseMs() + 1e-6);
  }

  /** What the vector says of continuous waits, with the half millisecond of each wait to spare. */
  private static void checkVector(
      String story, ClientReport report, Waited waited, JsonNode expected, int maxAttempts) {
    double roundingMs = HALF_MS * (maxAttempts - 1);
    assertShare(
        story + " success of the vector",
        report.counts().succeeded(),
        expected.path("successProbability").doubleValue());
    assertMean(
        story + " attempts of the vector",
        (double) report.counts().attempts() / TASKS,
        expected.path("expectedAttempts").doubleValue(),
        waited.attempts.error());
    assertThat(report.meanMs().orElseThrow())
        .as(story + " time of the vector")
        .isCloseTo(
            expected.path("expectedMs").doubleValue(),
            within(roundingMs + STANDARD_ERRORS * waited.took.error() + 1e-6));
    assertThat(waited.waits.mean())
        .as(story + " waits of the vector")
        .isCloseTo(
            expected.path("totalWaitExpectedMs").doubleValue(),
            within(roundingMs + STANDARD_ERRORS * waited.waits.error() + 1e-6));
  }

  private static World world(PlanInput input) {
    RetryPolicy policy = new RetryPolicy(
        input.maxAttempts(),
        input.waits().runtime().orElseThrow(),
        // A plan allows none; the smallest there is makes no difference.
        Math.max(Double.MIN_VALUE, input.minimumAttemptMs()));
    ServiceTime service =
        new ServiceTime(ServiceTime.Law.CONSTANT, input.latencyMs(), input.failedLatencyMs());
    ProviderModel provider = ProviderModel.unlimited(service, input.failureRate());
    if (input.retryAfterMs().isPresent()) {
      provider = provider.withHintMs(input.retryAfterMs().getAsDouble());
    }
    double deadlineMs = Math.min(HOUR_MS, input.deadlineMs());
    ClientModel client =
        ClientModel.of("plan", TaskRules.of(policy), deadlineMs, Arrivals.together(TASKS));
    return new World(provider, List.of(), List.of(client), 2 * HOUR_MS, HOUR_MS, SEED);
  }

  private static long count(ClientReport report, EndReason reason) {
    return report.failedBy().getOrDefault(reason, 0L);
  }

  private static void assertShare(String story, long count, double probability) {
    double error = Math.sqrt(TASKS * probability * (1 - Math.min(1, probability)));
    assertThat((double) count)
        .as(story)
        .isCloseTo(TASKS * probability, within(STANDARD_ERRORS * Math.max(0.2, error)));
  }

  private static void assertMean(String story, double mean, double expected, double error) {
    assertThat(mean).as(story).isCloseTo(expected, within(STANDARD_ERRORS * error + 1e-9));
  }

  /** The share that ends by the simulated quantile is the share it stands for. */
  private static void assertQuantile(String story, double share, double simulatedMs, Plan plan) {
    double error = STANDARD_ERRORS * Math.sqrt(share * (1 - share) / TASKS);
    assertThat(plan.time().endedBy(simulatedMs + 1e-6))
        .as(story + " at " + simulatedMs)
        .isGreaterThanOrEqualTo(share - error);
    assertThat(plan.time().endedBy(simulatedMs - 1e-6))
        .as(story + " before " + simulatedMs)
        .isLessThanOrEqualTo(share + error);
  }

  /** What the tasks did, one by one: all begin at 0. */
  private static final class Waited {

    private final double[] waitedMs = new double[TASKS + 1];
    private final double[] made = new double[TASKS + 1];
    private final Spread waits = new Spread();
    private final Spread attempts = new Spread();
    private final Spread took = new Spread();

    void hear(String client, long task, double nowMs, Step step) {
      int index = (int) task;
      if (step instanceof Step.Wait wait) {
        waitedMs[index] += wait.delayMs();
      } else if (step instanceof Step.Send) {
        made[index]++;
      } else if (step instanceof Step.End) {
        waits.add(waitedMs[index]);
        attempts.add(made[index]);
        took.add(nowMs);
      }
    }
  }

  private static final class Spread {

    private long size;
    private double sum;
    private double squares;
    private double largest;

    void add(double value) {
      size++;
      sum += value;
      squares += value * value;
      largest = Math.max(largest, value);
    }

    double mean() {
      return sum / size;
    }

    double largest() {
      return largest;
    }

    double error() {
      return Math.sqrt(Math.max(0, squares / size - mean() * mean()) / size);
    }
  }
}
