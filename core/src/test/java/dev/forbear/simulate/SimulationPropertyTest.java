package dev.forbear.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.limit.RetryBudget;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Outage.Kind;
import dev.forbear.simulate.ProviderModel.GiveUp;
import dev.forbear.simulate.ProviderModel.QueueOrder;
import dev.forbear.task.Operation;
import dev.forbear.task.Step;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Worlds made by chance: whatever happens in them, nothing is lost, nothing is made up, and no limit is passed. */
class SimulationPropertyTest {

  private static final long SEED = 1_764_547_300_000L;
  private static final int WORLDS = 400;

  @Test
  void keepsItsBooksInEveryWorld() {
    for (int i = 0; i < WORLDS; i++) {
      World world = world(new Random(SEED + i), SEED + i);
      String story = "seed " + (SEED + i);
      Watch watch = new Watch(world, story);
      Simulation simulation = new Simulation(world, watch);

      simulation.advanceTo(world.durationMs());

      checkMoments(world, simulation.moments(), story);
      for (int j = 0; j < world.clients().size(); j++) {
        checkEnd(world.clients().get(j), simulation.report().clients().get(j), story);
      }
    }
  }

  private static void checkMoments(World world, List<Moment> moments, String story) {
    Moment before = moments.get(0);
    assertThat(moments.get(moments.size() - 1).atMs()).isEqualTo(world.durationMs());
    for (Moment moment : moments) {
      assertThat(moment.working()).as(story).isBetween(0L, (long)
          world.provider().slots());
      assertThat(moment.queued()).as(story).isBetween(0L, (long)
          world.provider().queueLimit());
      long inFlight = 0;
      for (int j = 0; j < moment.clients().size(); j++) {
        Counts counts = moment.clients().get(j);
        Counts step = counts.since(before.clients().get(j));
        assertThat(step.tasks()).as(story).isNotNegative();
        assertThat(step.attempts()).as(story).isNotNegative();
        assertThat(step.succeeded()).as(story).isNotNegative();
        assertThat(step.failed()).as(story).isNotNegative();
        assertThat(counts.waiting()).as(story).isNotNegative();
        assertThat(counts.tasks())
            .as("%s: every task has ended, waits or is on its way", story)
            .isEqualTo(counts.succeeded() + counts.failed() + counts.waiting() + counts.inFlight());
        inFlight += counts.inFlight();
      }
      if (world.provider().giveUp() == GiveUp.STOPS_WORK) {
        assertThat(moment.working() + moment.queued())
            .as("%s: nobody is worked for in vain", story)
            .isLessThanOrEqualTo(inFlight);
      }
      before = moment;
    }
  }

  private static void checkEnd(ClientModel client, ClientReport report, String story) {
    Counts counts = report.counts();
    assertThat(counts.attempts())
        .as(story)
        .isLessThanOrEqualTo(counts.tasks() * client.rules().policy().maxAttempts());
    assertThat(counts.carriedOut()).as(story).isLessThanOrEqualTo(counts.attempts());
    assertThat(counts.carriedOutForNobody() + counts.succeeded())
        .as("%s: what is carried out reaches somebody or nobody", story)
        .isEqualTo(counts.carriedOut());
    assertThat(counts.carriedOutAgain()).as(story).isLessThanOrEqualTo(counts.carriedOut());
    if (client.operation().kind() != Operation.Kind.REPEATABLE) {
      assertThat(counts.carriedOutAgain())
          .as("%s: nothing unsafe is repeated", story)
          .isZero();
    }
    assertThat(report.failedBy().values().stream().mapToLong(Long::longValue).sum())
        .as(story)
        .isEqualTo(counts.failed());
    if (client.retryBudget().isPresent()) {
      RetryBudget budget = client.retryBudget().get();
      assertThat((double) counts.attempts())
          .as("%s: the budget holds", story)
          .isLessThanOrEqualTo(
              counts.tasks() + budget.capacity() + budget.ratio() * counts.succeeded() + 1e-6);
    }
    report.quantiles().ifPresent(quantiles -> {
      assertThat(quantiles.p50Ms()).as(story).isLessThanOrEqualTo(quantiles.p999Ms());
      assertThat(quantiles.p999Ms()).as(story).isLessThanOrEqualTo(client.deadlineMs() + 1e-6);
    });
  }

  /** Watches the limits that hold for every single step. */
  private static final class Watch implements SimulationListener {

    private final Map<String, ClientModel> clients = new HashMap<>();
    private final Map<String, Double> notBeforeMs = new HashMap<>();
    private final String story;
    private double lastMs;

    Watch(World world, String story) {
      this.story = story;
      world.clients().forEach(client -> clients.put(client.name(), client));
    }

    @Override
    public void step(String client, long task, double nowMs, Step step) {
      String key = client + task;
      assertThat(nowMs).as("%s: time goes on", story).isGreaterThanOrEqualTo(lastMs);
      lastMs = nowMs;
      if (step instanceof Step.Wait wait) {
        notBeforeMs.put(key, nowMs + wait.delayMs());
      } else if (step instanceof Step.Send send) {
        assertThat(nowMs)
            .as("%s: no attempt before its wait is over", story)
            .isGreaterThanOrEqualTo(notBeforeMs.getOrDefault(key, 0.0) - 1e-6);
        assertThat(send.timeoutMs()).as(story).isPositive();
      } else if (step instanceof Step.Ignore) {
        throw new AssertionError(story + ": a signal came too late or twice");
      }
    }
  }

  private static <T> T pick(Random random, T[] values) {
    return values[random.nextInt(values.length)];
  }

  private static World world(Random random, long seed) {
    int slots = random.nextInt(4) == 0 ? ProviderModel.UNLIMITED : 1 + random.nextInt(20);
    ServiceTime service = new ServiceTime(
        random.nextBoolean() ? ServiceTime.Law.CONSTANT : ServiceTime.Law.EXPONENTIAL,
        random.nextInt(400),
        random.nextInt(400));
    ProviderModel provider = new ProviderModel(
        slots,
        service,
        random.nextInt(3) == 0 ? random.nextDouble() : 0,
        random.nextInt(3) == 0 ? ProviderModel.UNLIMITED : random.nextInt(30),
        random.nextBoolean() ? QueueOrder.FIFO : QueueOrder.LIFO,
        random.nextInt(100),
        random.nextInt(3) == 0 ? OptionalDouble.of(random.nextInt(1500)) : OptionalDouble.empty(),
        pick(random, GiveUp.values()));
    List<Outage> outages = new ArrayList<>();
    double fromMs = random.nextInt(3000);
    for (int i = random.nextInt(3); i > 0; i--) {
      double durationMs = 1 + random.nextInt(3000);
      Kind kind = pick(random, Kind.values());
      outages.add(new Outage(kind, fromMs, durationMs, 0.1 + 0.9 * random.nextDouble()));
      fromMs += durationMs + random.nextInt(2) * random.nextInt(2000);
    }
    List<ClientModel> clients = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      clients.add(client("c" + i, random));
    }
    return new World(provider, outages, clients, 10_000, 100 + random.nextInt(900), seed);
  }

  private static ClientModel client(String name, Random random) {
    Backoff backoff = new Backoff(
        random.nextInt(500),
        1 + random.nextInt(2),
        random.nextInt(3000),
        pick(random, Jitter.values()),
        pick(random, HintRule.values()));
    TaskRules rules = new TaskRules(
        new RetryPolicy(1 + random.nextInt(6), backoff, 1 + random.nextInt(300)),
        random.nextBoolean() ? Double.POSITIVE_INFINITY : 1 + random.nextInt(600),
        random.nextBoolean() ? Double.POSITIVE_INFINITY : random.nextInt(2000),
        Targets.single());
    Arrivals arrivals = switch (random.nextInt(3)) {
      case 0 -> Arrivals.poisson(1 + random.nextInt(60));
      case 1 -> new Arrivals.Together(1 + random.nextInt(100), random.nextInt(3000));
      default -> new Arrivals.Closed(1 + random.nextInt(20), 1 + random.nextInt(500));
    };
    return new ClientModel(
        name,
        rules,
        List.of(
                Operation.repeatable(),
                Operation.undeclared(),
                Operation.write(),
                Operation.write("op-1"))
            .get(random.nextInt(4)),
        1 + random.nextInt(6000),
        arrivals,
        random.nextInt(3) == 0
            ? Optional.of(new RetryBudget(random.nextInt(100) / 100.0, random.nextInt(20)))
            : Optional.empty(),
        random.nextInt(3) == 0 ? 1 + random.nextInt(10) : Long.MAX_VALUE);
  }
}
