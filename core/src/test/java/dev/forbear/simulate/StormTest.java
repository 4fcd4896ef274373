package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.limit.RetryBudget;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.ProviderModel.GiveUp;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The border beyond which an outage outlives itself: 100 slots, a second of work on average, clients that give up after three.
 *
 * <p>With n attempts the load of the worst day is n times the tasks, so a provider with an endless queue recovers below 1/n of
 * its capacity and not above (Huang et al., "Metastable Failures in the Wild", OSDI 2022, theorem 2).
 */
class StormTest {

  private static final double START_MS = 60_000;
  private static final double DURATION_MS = 300_000;
  private static final double DEADLINE_MS = 120_000;
  private static final int CAPACITY = 100;

  private static final ProviderModel ENDLESS_QUEUE =
      ProviderModel.of(CAPACITY, ServiceTime.exponential(1000), ProviderModel.UNLIMITED);

  private static final ProviderModel SHORT_QUEUE =
      ProviderModel.of(CAPACITY, ServiceTime.exponential(1000), 50);

  private static final Outage HANG = Outage.hang(START_MS, 15_000);
  private static final Outage REFUSE = Outage.refuse(START_MS, 30_000);

  /** A tenth of the traffic, and a bucket of 100. */
  private static final RetryBudget BUDGET = new RetryBudget(0.1, 100);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void recoversBelowTheBorder(long seed) {
    StormFigures storm = storm(ENDLESS_QUEUE, HANG, client(0.2, 4), seed);

    assertThat(storm.recoveredAfterMs()).as("seed %d", seed).isPresent();
    assertThat(storm.recoveredAfterMs().getAsDouble()).isBetween(5_000.0, 45_000.0);
    assertThat(storm.loadInOutage().getAsDouble()).isBetween(2.3, 3.2);
    assertThat(storm.lateGoodput().getAsDouble()).isBetween(0.95, 1.05);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverRecoversAboveIt(long seed) {
    StormFigures storm = storm(ENDLESS_QUEUE, HANG, client(0.3, 4), seed);

    assertThat(storm.recoveredAfterMs()).as("seed %d", seed).isEmpty();
    assertThat(storm.loadNormalAfterMs()).isEmpty();
    assertThat(storm.lateGoodput().getAsDouble()).isLessThan(0.01);
    assertThat(storm.peakLoad().getAsDouble()).isBetween(3.8, 4.9);
  }

  /** The border moves with the attempts: 1/2, 1/4, 1/8, each time with a tenth to spare on either side. */
  @ParameterizedTest
  @CsvSource({"2, 0.40, 0.65", "4, 0.20, 0.30", "8, 0.10, 0.16"})
  void liesAtOneOverTheAttempts(int attempts, double below, double above) {
    assertThat(storm(ENDLESS_QUEUE, HANG, client(below, attempts), 1).recoveredAfterMs())
        .isPresent();
    assertThat(storm(ENDLESS_QUEUE, HANG, client(above, attempts), 1).recoveredAfterMs())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.8})
  void isNeverReachedWithOneAttempt(double utilization) {
    StormFigures storm = storm(ENDLESS_QUEUE, HANG, client(utilization, 1), 1);

    assertThat(storm.recoveredAfterMs()).isPresent();
    // One exponential service in three seconds: 1 - e^-3.
    assertThat(storm.lateGoodput().getAsDouble()).isBetween(0.95 - 0.03, 0.95 + 0.03);
  }

  @ParameterizedTest
  @CsvSource({"0.2, 10000", "0.3, 10000", "0.8, 120000"})
  void isNeverReachedUnderABudget(double utilization, double atMostMs) {
    ClientModel client = client(utilization, 4).withRetryBudget(BUDGET);
    World world = world(ENDLESS_QUEUE, HANG, client, 1);

    SimulationReport report = Simulation.run(world);

    assertThat(report.storm().recoveredAfterMs().getAsDouble()).isLessThanOrEqualTo(atMostMs);
    Counts counts = report.clients().get(0).counts();
    assertThat((double) counts.attempts())
        .as("1 + ratio per task, and the bucket")
        .isLessThanOrEqualTo(counts.tasks() * 1.1 + 100);
  }

  @Test
  void isNoneWhereRefusingIsFree() {
    StormFigures storm = storm(SHORT_QUEUE, REFUSE, client(0.8, 4), 1);

    assertThat(storm.loadInOutage().getAsDouble()).isBetween(3.7, 4.1);
    assertThat(storm.recoveredAfterMs().getAsDouble()).isLessThanOrEqualTo(2_000);
    assertThat(storm.lateGoodput().getAsDouble()).isBetween(0.95, 1.05);
  }

  @Test
  void isNoneWhereTheProviderStopsWorkThatNobodyWaitsFor() {
    ProviderModel stopping = ENDLESS_QUEUE.withGiveUp(GiveUp.STOPS_WORK);

    StormFigures storm = storm(stopping, HANG, client(0.3, 4), 1);

    assertThat(storm.recoveredAfterMs()).isPresent();
    assertThat(storm.lateGoodput().getAsDouble()).isBetween(0.95, 1.05);
  }

  @Test
  void isMovedButNotRemovedByAQueueThatIsLeft() {
    ProviderModel leaving = ENDLESS_QUEUE.withGiveUp(GiveUp.LEAVES_QUEUE);

    assertThat(storm(leaving, HANG, client(0.3, 4), 1).recoveredAfterMs()).isPresent();
    assertThat(storm(leaving, HANG, client(0.5, 4), 1).recoveredAfterMs()).isEmpty();
  }

  private static StormFigures storm(
      ProviderModel provider, Outage outage, ClientModel client, long seed) {
    return Simulation.run(world(provider, outage, client, seed)).storm();
  }

  private static World world(ProviderModel provider, Outage outage, ClientModel client, long seed) {
    return World.of(provider, List.of(outage), client, DURATION_MS, seed);
  }

  private static ClientModel client(double utilization, int attempts) {
    Backoff backoff = new Backoff(500, 2, 20_000, Jitter.FULL, HintRule.FLOOR);
    TaskRules rules = new TaskRules(
        new RetryPolicy(attempts, backoff, 1), 3000, Double.POSITIVE_INFINITY, Targets.single());
    return ClientModel.of("a", rules, DEADLINE_MS, Arrivals.poisson(CAPACITY * utilization));
  }
}
