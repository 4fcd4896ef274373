package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.limit.RetryBudget;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.ProviderModel.GiveUp;
import dev.forbear.simulate.ProviderModel.QueueOrder;
import dev.forbear.task.EndReason;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is said of a run is what happened in it, and nothing where there is nothing to say. */
class StormFiguresTest {

  private static final ProviderModel ROOM = ProviderModel.unlimited(ServiceTime.constant(100), 0);

  @Test
  void recoversToNothingWhereNothingSucceededBefore() {
    assertThat(figures(ROOM.withFailureRate(1), Outage.refuse(60_000, 30_000)).recovery())
        .isEqualTo(Recovery.CANNOT_BE_TOLD);
    assertThat(figures(ROOM.withFailureRate(0.9), Outage.refuse(60_000, 30_000)).recovery())
        .isEqualTo(Recovery.CANNOT_BE_TOLD);
  }

  @Test
  void cannotTellWhereNothingWasBefore() {
    StormFigures storm = figures(ROOM, Outage.refuse(0, 30_000));

    assertThat(storm.goodputBefore()).isEmpty();
    assertThat(storm.recovery()).isEqualTo(Recovery.CANNOT_BE_TOLD);
    assertThat(storm.recoveredAfterMs()).isEmpty();
    assertThat(storm.loadNormalAfterMs()).isEmpty();
  }

  @Test
  void cannotTellWhereNobodyComesAfterwards() {
    ClientModel leaving =
        ClientModel.of("a", rules(3), 20_000, new Arrivals.Poisson(20, 0, 100_000));
    World world = World.of(ROOM, List.of(Outage.refuse(60_000, 30_000)), leaving, 300_000, 1);

    assertThat(Simulation.run(world).storm().recovery()).isEqualTo(Recovery.CANNOT_BE_TOLD);
  }

  @Test
  void saysNothingOfRecoveryWithoutAnOutage() {
    assertThat(figures(ROOM).recovery()).isEqualTo(Recovery.NO_OUTAGE);
    assertThat(figures(ROOM).goodputBefore().getAsDouble()).isBetween(0.99, 1.0);
  }

  @Test
  void doesNotDependOnHowOftenTheRunIsRecorded() {
    ProviderModel provider = ProviderModel.of(30, ServiceTime.exponential(1000), 1000);
    Set<StormFigures> seen = new HashSet<>();
    for (double everyMs : new double[] {10, 333, 1000, 7000, 15_000, 29_000, 400_000}) {
      World world = new World(
          provider, List.of(Outage.hang(60_000, 15_500)), List.of(client(20)), 300_000, everyMs, 7);
      seen.add(Simulation.run(world).storm());
    }

    assertThat(seen).hasSize(1);
  }

  @Test
  void knowsTheLongestQueueOfAnInstant() {
    ProviderModel provider = ProviderModel.of(10, ServiceTime.constant(10), 100);
    ClientModel crowd = ClientModel.of("a", rules(1), 20_000, Arrivals.together(2000));

    StormFigures storm =
        Simulation.run(World.of(provider, List.of(), crowd, 60_000, 1)).storm();

    assertThat(storm.longestQueue()).isEqualTo(100);
    assertThat(storm.peakAttemptsPerSecond()).isEqualTo(2000);
  }

  @Test
  void forgetsLimitsThatWillNotBeReached() {
    ProviderModel provider =
        ProviderModel.of(100, ServiceTime.constant(10), ProviderModel.UNLIMITED);
    ClientModel patient = ClientModel.of("a", rules(1), 3_600_000, new Arrivals.Closed(300, 20));

    // A million tasks with an hour each: more limits than may be pending, if they were kept.
    SimulationReport report = Simulation.run(World.of(provider, List.of(), patient, 180_000, 1));

    assertThat(report.clients().get(0).counts().tasks()).isGreaterThan(1 << 20);
  }

  @Test
  void forgetsWhoHasLeftTheEndOfAQueueThatIsServedFromTheFront() {
    ProviderModel provider = new ProviderModel(
        10,
        ServiceTime.exponential(1000),
        0,
        1000,
        QueueOrder.LIFO,
        50,
        OptionalDouble.empty(),
        GiveUp.LEAVES_QUEUE);
    TaskRules rules =
        new TaskRules(RetryPolicy.of(1, 0, 0, 1), 100, Double.POSITIVE_INFINITY, Targets.single());
    ClientModel client = ClientModel.of("a", rules, 1000, Arrivals.poisson(4000));

    SimulationReport report = Simulation.run(World.of(provider, List.of(), client, 300_000, 1));

    assertThat(report.clients().get(0).counts().tasks()).isGreaterThan(1 << 20);
    assertThat(report.storm().longestQueue()).isLessThanOrEqualTo(1000);
  }

  @Test
  void givesBackTheTokenOfARepeatThatFindsNoRoom() {
    ClientModel crowded = ClientModel.of("a", rules(2), 20_000, Arrivals.poisson(20))
        .withRetryBudget(new RetryBudget(0, 100))
        .withMaxConcurrency(2);

    SimulationReport report =
        Simulation.run(World.of(ROOM.withFailureRate(1), List.of(), crowded, 300_000, 1));

    ClientReport client = report.clients().get(0);
    long repeats =
        client.counts().attempts() - client.counts().tasks() + refusedAtTheFirst(crowded);
    assertThat(client.failedBy().get(EndReason.RETRY_BUDGET)).isPositive();
    assertThat(repeats).as("every token becomes a repeat").isEqualTo(100);
  }

  /** Tasks whose first attempt found no room: they made none. */
  private static long refusedAtTheFirst(ClientModel client) {
    List<Long> sent = new ArrayList<>();
    long[] tasks = new long[1];
    Simulation simulation = new Simulation(
        World.of(ROOM.withFailureRate(1), List.of(), client, 300_000, 1),
        (name, task, nowMs, step) -> {
          tasks[0] = Math.max(tasks[0], task);
          if (step.toString().startsWith("End")
              && step.toString().contains("CONCURRENCY")
              && step.toString().contains("failure=null")) {
            sent.add(task);
          }
        });
    simulation.advanceTo(300_000);
    return sent.size();
  }

  private static StormFigures figures(ProviderModel provider, Outage... outages) {
    return Simulation.run(World.of(provider, List.of(outages), client(20), 300_000, 1))
        .storm();
  }

  private static ClientModel client(double perSecond) {
    return ClientModel.of("a", rules(3), 20_000, Arrivals.poisson(perSecond));
  }

  private static TaskRules rules(int attempts) {
    return TaskRules.of(RetryPolicy.of(attempts, 500, 8000, 1));
  }
}
