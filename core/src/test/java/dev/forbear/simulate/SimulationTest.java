package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.limit.RetryBudget;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.ProviderModel.GiveUp;
import dev.forbear.simulate.ProviderModel.QueueOrder;
import dev.forbear.task.Operation;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small worlds without chance, whose every step can be told beforehand. */
class SimulationTest {

  private static final double LONG_MS = 60_000;

  @Test
  void answersWhoFindsRoom() {
    ProviderModel provider = ProviderModel.of(2, ServiceTime.constant(100), 0);

    assertThat(Heard.of(world(provider, client(2, 1))))
        .containsExactly("0 a1 send 1", "0 a2 send 1", "100 a1 success", "100 a2 success");
  }

  @Test
  void refusesWhoFindsNoneAndLetsHimComeBack() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 0);

    assertThat(Heard.of(world(provider, client(2, 3))))
        .containsExactly(
            "0 a1 send 1",
            "0 a2 send 1",
            "50 a2 wait 500",
            "100 a1 success",
            "550 a2 send 2",
            "650 a2 success");
  }

  @Test
  void namesAHintThatIsWaitedFor() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 0).withHintMs(2000);

    assertThat(Heard.of(world(provider, client(2, 3)))).contains("50 a2 wait 2000");
  }

  @Test
  void letsTheQueueMoveOnInOrder() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 2);

    assertThat(Heard.of(world(provider, client(4, 1))))
        .containsExactly(
            "0 a1 send 1",
            "0 a2 send 1",
            "0 a3 send 1",
            "0 a4 send 1",
            "50 a4 attempts",
            "100 a1 success",
            "200 a2 success",
            "300 a3 success");
  }

  @Test
  void servesTheLastFirstWhereTheProviderDoes() {
    ProviderModel provider = new ProviderModel(
        1,
        ServiceTime.constant(100),
        0,
        10,
        QueueOrder.LIFO,
        50,
        OptionalDouble.empty(),
        GiveUp.UNNOTICED);

    assertThat(Heard.of(world(provider, client(3, 1))))
        .containsSubsequence("100 a1 success", "200 a3 success", "300 a2 success");
  }

  @Test
  void worksForNobodyWhereTheProviderDoesNotNotice() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 10);
    World world = world(provider, impatient(3, 1, 150));

    assertThat(Heard.of(world))
        .containsSubsequence("100 a1 success", "150 a2 attempts", "150 a3 attempts");
    Counts counts = Simulation.run(world).clients().get(0).counts();
    assertThat(counts.carriedOut()).isEqualTo(3);
    assertThat(counts.carriedOutForNobody()).isEqualTo(2);
    assertThat(counts.timedOut()).isEqualTo(2);
  }

  @Test
  void forgetsWhoLeavesTheQueue() {
    ProviderModel provider =
        ProviderModel.of(1, ServiceTime.constant(100), 10).withGiveUp(GiveUp.LEAVES_QUEUE);

    Counts counts =
        Simulation.run(world(provider, impatient(3, 1, 150))).clients().get(0).counts();

    assertThat(counts.carriedOut())
        .as("one in time, one begun before its client went")
        .isEqualTo(2);
    assertThat(counts.carriedOutForNobody()).isEqualTo(1);
  }

  @Test
  void stopsWorkWhereTheProviderCan() {
    ProviderModel provider =
        ProviderModel.of(1, ServiceTime.constant(100), 10).withGiveUp(GiveUp.STOPS_WORK);

    Counts counts =
        Simulation.run(world(provider, impatient(3, 1, 150))).clients().get(0).counts();

    assertThat(counts.carriedOut()).isEqualTo(1);
    assertThat(counts.carriedOutForNobody()).isZero();
  }

  @Test
  void countsAnEffectThatIsCarriedOutTwice() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(1000), 0);
    World world = world(provider, impatient(1, 2, 600));

    assertThat(Heard.of(world))
        .containsExactly("0 a1 send 1", "600 a1 wait 500", "1100 a1 send 2", "1700 a1 attempts");
    Counts counts = Simulation.run(world).clients().get(0).counts();
    assertThat(counts.carriedOut()).isEqualTo(2);
    assertThat(counts.carriedOutForNobody()).isEqualTo(2);
    assertThat(counts.carriedOutAgain()).isEqualTo(1);
  }

  @Test
  void neverRepeatsWhatIsNotDeclaredRepeatable() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(1000), 0);
    World world = world(provider, impatient(1, 2, 600).withOperation(Operation.write()));

    assertThat(Heard.of(world)).containsExactly("0 a1 send 1", "600 a1 unsafe");
  }

  @Test
  void prefersAnAnswerToALimitOfTheSameInstant() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 10);

    assertThat(Heard.of(world(provider, impatient(2, 1, 200))))
        .containsExactly("0 a1 send 1", "0 a2 send 1", "100 a1 success", "200 a2 success");
  }

  @Test
  void refusesEverybodyInAnOutage() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 0);
    World world = world(provider, client(1, 4), Outage.refuse(0, 600));

    assertThat(Heard.of(world))
        .containsExactly(
            "0 a1 send 1",
            "50 a1 wait 500",
            "550 a1 send 2",
            "600 a1 wait 1000",
            "1600 a1 send 3",
            "1700 a1 success");
  }

  @Test
  void finishesNothingWhileItHangs() {
    ProviderModel provider = ProviderModel.of(2, ServiceTime.constant(100), 10);
    World world =
        world(provider, List.of(client("a", 2, 0), client("b", 2, 150)), Outage.hang(50, 1000));

    assertThat(Heard.of(world))
        .containsExactly(
            "0 a1 send 1",
            "0 a2 send 1",
            "150 b1 send 1",
            "150 b2 send 1",
            "1100 a1 success",
            "1100 a2 success",
            "1200 b1 success",
            "1200 b2 success");
  }

  @Test
  void cutsWhatAnOutageMovesBeyondItsLimit() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 0);
    World world = world(provider, impatient(1, 1, 400), Outage.hang(50, 1000));

    assertThat(Heard.of(world)).containsExactly("0 a1 send 1", "400 a1 attempts");
  }

  @Test
  void takesLongerWhileItIsSlow() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 0);
    World world =
        world(provider, List.of(client("a", 1, 0), client("b", 1, 600)), Outage.slow(0, 500, 0.25));

    assertThat(Heard.of(world)).contains("400 a1 success", "700 b1 success");
  }

  @Test
  void failsWhatItWorksOn() {
    ProviderModel provider =
        ProviderModel.unlimited(new ServiceTime(ServiceTime.Law.CONSTANT, 100, 30), 0);
    World world = world(provider, client(1, 3), Outage.fail(0, 500, 1));

    assertThat(Heard.of(world))
        .containsExactly("0 a1 send 1", "30 a1 wait 500", "530 a1 send 2", "630 a1 success");
  }

  @Test
  void followsOneOutageByAnother() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 0);
    ClientModel client = client("a", 1, 700);

    World world = world(provider, List.of(client), Outage.fail(500, 500, 1), Outage.refuse(0, 500));

    assertThat(Heard.of(world))
        .containsExactly("700 a1 send 1", "800 a1 wait 500", "1300 a1 send 2", "1400 a1 success");
  }

  @Test
  void endsAWaitThatTheBudgetForbidsAtOnce() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 1);
    ClientModel client = client(2, 3).withRetryBudget(new RetryBudget(0.1, 3));

    assertThat(Heard.of(world(provider, client)))
        .containsExactly(
            "0 a1 send 1",
            "0 a2 send 1",
            "100 a1 wait 500",
            "100 a2 wait 500",
            "600 a1 send 2",
            "600 a2 send 2",
            "700 a1 wait 1000",
            "700 a2 wait 1000",
            "700 a2 retry-budget",
            "1700 a1 send 3",
            "1800 a1 attempts");
  }

  @ParameterizedTest
  @CsvSource({"0.5, 400 a4 wait 500", "0.4, 400 a4 retry-budget"})
  void earnsRepeatsByTasksThatSucceed(double ratio, String fourth) {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(100), 10);
    ClientModel client = client(4, 2).withRetryBudget(new RetryBudget(ratio, 1));

    // The first spends the bucket, two succeed, the fourth needs what they brought.
    World world = world(provider, client, Outage.fail(0, 50, 1), Outage.fail(300, 50, 1));

    assertThat(Heard.of(world))
        .containsSubsequence("100 a1 wait 500", "200 a2 success", "300 a3 success", fourth);
  }

  @Test
  void refusesBeyondTheLimitOnAttemptsAtOnce() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 0);
    ClientModel client = client(3, 1).withMaxConcurrency(2);

    assertThat(Heard.of(world(provider, client)))
        .containsExactly(
            "0 a1 send 1",
            "0 a2 send 1",
            "0 a3 send 1",
            "0 a3 concurrency",
            "100 a1 success",
            "100 a2 success");
  }

  @Test
  void keepsThePermitOfAnAttemptThatWasGivenUpUntilItHasEnded() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(5000), 0);
    ClientModel client = impatient(1, 2, 600).withMaxConcurrency(1);

    assertThat(Heard.of(world(provider, client)))
        .containsExactly("0 a1 send 1", "600 a1 wait 500", "1100 a1 send 2", "1100 a1 concurrency");
    World stopping = world(provider.withGiveUp(GiveUp.STOPS_WORK), client);
    assertThat(Heard.of(stopping)).endsWith("1100 a1 send 2", "1700 a1 attempts");
  }

  @Test
  void givesBackThePermitDuringAWait() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(100), 1);
    World world = world(
        provider,
        List.of(client("a", 1, 0).withMaxConcurrency(1), client("b", 1, 200)),
        new Outage[0]);

    assertThat(Heard.of(world)).contains("600 a1 send 2");
  }

  @Test
  void beginsTheNextTaskOfAWorkerWhenTheLastHasEnded() {
    ProviderModel provider = ProviderModel.unlimited(ServiceTime.constant(1000), 0);
    ClientModel client =
        ClientModel.of("w", rules(1, LONG_MS), LONG_MS, new Arrivals.Closed(3, 500));

    Simulation simulation =
        new Simulation(new World(provider, List.of(), List.of(client), 600_000, 100, 5));
    simulation.advanceTo(600_000);

    for (Moment moment : simulation.moments()) {
      assertThat(moment.working()).isLessThanOrEqualTo(3);
    }
    double perWorker = simulation.report().clients().get(0).counts().tasks() / 3.0;
    assertThat(perWorker).as("a task every 1.5 s").isBetween(360.0, 440.0);
  }

  @Test
  void tellsTheStateAtEachMoment() {
    ProviderModel provider = ProviderModel.of(1, ServiceTime.constant(1500), 1);
    World world = new World(provider, List.of(), List.of(client(3, 2)), 4000, 1000, 1);

    List<Moment> moments = Simulation.run(world).moments();

    assertThat(moments)
        .extracting(Moment::atMs)
        .containsExactly(0.0, 1000.0, 2000.0, 3000.0, 4000.0);
    assertThat(moments).extracting(Moment::working).containsExactly(0L, 1L, 1L, 0L, 0L);
    assertThat(moments).extracting(Moment::queued).containsExactly(0L, 1L, 0L, 0L, 0L);
    assertThat(moments).extracting(Moment::shed).containsExactly(0L, 2L, 2L, 2L, 2L);
    assertThat(moments).extracting(m -> m.all().waiting()).containsExactly(0L, 0L, 0L, 0L, 0L);
    assertThat(moments).extracting(m -> m.all().succeeded()).containsExactly(0L, 0L, 1L, 2L, 2L);
    assertThat(moments).extracting(m -> m.all().failed()).containsExactly(0L, 1L, 1L, 1L, 1L);
  }

  @Test
  void advancesInPiecesAsInOneGo() {
    World world = stormy(3);
    Heard whole = new Heard();
    Simulation oneGo = new Simulation(world, whole);
    oneGo.advanceTo(Double.POSITIVE_INFINITY);

    Simulation pieces = new Simulation(world);
    for (double ms = 0; ms < world.durationMs(); ms += 333.3) {
      pieces.advanceTo(ms);
      assertThat(pieces.nowMs()).isEqualTo(ms);
    }
    pieces.advanceTo(world.durationMs());

    assertThat(pieces.moments()).isEqualTo(oneGo.moments());
    assertThat(pieces.report()).isEqualTo(oneGo.report());
  }

  @Test
  void takesTheSameCourseUnderTheSameSeedAndAnotherUnderAnother() {
    assertThat(Heard.of(stormy(3))).isEqualTo(Heard.of(stormy(3)));
    assertThat(Heard.of(stormy(3))).isNotEqualTo(Heard.of(stormy(4)));
  }

  @Test
  void letsTwoPoliciesMeetTheSameCallers() {
    World one = stormy(3);
    ClientModel other =
        ClientModel.of("a", rules(1, 800), LONG_MS, one.clients().get(0).arrivals());
    World same = new World(
        one.provider(),
        one.outages(),
        List.of(other),
        one.durationMs(),
        one.momentMs(),
        one.seed());

    assertThat(starts(Heard.of(same))).isEqualTo(starts(Heard.of(one)));
  }

  private static List<String> starts(List<String> lines) {
    return lines.stream().filter(line -> line.endsWith("send 1")).toList();
  }

  private static World stormy(long seed) {
    ProviderModel provider =
        ProviderModel.of(5, ServiceTime.exponential(100), 5).withFailureRate(0.1);
    ClientModel client = ClientModel.of(
            "a", TaskRules.of(RetryPolicy.of(4, 200, 2000, 50)), 5000, Arrivals.poisson(30))
        .withRetryBudget(new RetryBudget(0.3, 50));
    return new World(
        provider, List.of(Outage.hang(5000, 3000)), List.of(client), 20_000, 250, seed);
  }

  private static World world(ProviderModel provider, ClientModel client, Outage... outages) {
    return world(provider, List.of(client), outages);
  }

  private static World world(ProviderModel provider, List<ClientModel> clients, Outage... outages) {
    return new World(provider, List.of(outages), clients, LONG_MS, 1000, 1);
  }

  private static ClientModel client(int tasks, int attempts) {
    return ClientModel.of("a", rules(attempts, LONG_MS), LONG_MS, Arrivals.together(tasks));
  }

  private static ClientModel client(String name, int tasks, double atMs) {
    return ClientModel.of(name, rules(2, LONG_MS), LONG_MS, new Arrivals.Together(tasks, atMs));
  }

  private static ClientModel impatient(int tasks, int attempts, double timeoutMs) {
    return ClientModel.of("a", rules(attempts, timeoutMs), LONG_MS, Arrivals.together(tasks));
  }

  /** Waits of 500, 1000, 2000 … milliseconds, without jitter. */
  private static TaskRules rules(int attempts, double timeoutMs) {
    Backoff backoff = new Backoff(500, 2, 20_000, Jitter.NONE, HintRule.FLOOR);
    return new TaskRules(
        new RetryPolicy(attempts, backoff, 1),
        timeoutMs,
        Double.POSITIVE_INFINITY,
        Targets.single());
  }
}
