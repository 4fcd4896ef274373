package dev.forbear.cli;

import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanSummary;
import dev.forbear.plan.WaitRule;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.StormFigures;
import dev.forbear.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** What a reader has to know to read a storm right, and what to try next. */
final class StormNotes {

  /** Attempts that are planned to find out what is sent while everything fails; more would say the same. */
  private static final int MOST_ATTEMPTS = 60;

  /** A tenth of the requests, the usual retry budget. */
  private static final double USUAL_BUDGET = 0.1;

  static List<String> of(List<StormRun> runs) {
    List<String> notes = new ArrayList<>();
    World world = runs.get(0).report().world();
    double offered = offered(world);
    double capacity = world.provider().capacityPerSecond();
    if (offered >= capacity) {
      notes.add("Offered are " + WorldText.rate(offered) + ", which is not less than the "
          + WorldText.rate(capacity) + " the provider can serve: no policy makes up for that.");
    }
    for (StormRun run : runs) {
      ClientModel client = run.report().world().clients().get(0);
      double load = loadIfAllFail(client);
      if (offered < capacity && offered(client) > 0 && offered * load > capacity) {
        notes.add(overload(run.name(), client, world, offered, load));
      }
    }
    ClientModel own = world.clients().get(0);
    if (hintErasesJitter(own, world.provider())) {
      notes.add(
          "The hint is as long as the longest wait, so it leaves no jitter: callers that are told the same"
              + " time return together. --hint-rule on-top keeps them apart.");
    }
    StormFigures storm = runs.get(0).report().storm();
    if (!world.outages().isEmpty() && storm.goodputBefore().orElse(1) < StormFigures.RECOVERED) {
      notes.add("Before the outage already only "
          + PlanSummary.percent(storm.goodputBefore().orElse(1))
          + " of tasks succeed; recovered means "
          + PlanSummary.percent(StormFigures.RECOVERED) + " of that.");
    }
    notes.add(
        "Recovered is the first stretch of " + HumanDuration.text(StormFigures.WINDOW_MS)
            + " with " + PlanSummary.percent(StormFigures.RECOVERED)
            + " of the goodput before, normal the first with at most "
            + StormVerdict.decimals(StormFigures.NORMAL_LOAD)
            + " times the load before. Goodput is successes per task begun, load attempts per task. p50 to p99 are times"
            + " of tasks that are over; wasted is work for callers that had gone, doubled are effects carried out again.");
    notes.add(
        "Every decision is the runtime's own, in whole milliseconds. Decorrelated jitter and the hint rules"
            + " spread and exact, which it does not have, are planned only (forbear plan).");
    return notes;
  }

  /**
   * Attempts per task while every one is answered too late: what a queue of requests nobody waits for is fed with.
   *
   * <p>L. Huang et al., "Metastable Failures in the Wild", OSDI 2022: an overload can keep itself alive only where the load
   * offered times this is more than the capacity.
   */
  static double loadIfAllFail(ClientModel client) {
    RetryPolicy policy = client.rules().policy();
    double limitMs = Math.min(client.rules().attemptTimeoutMs(), client.deadlineMs());
    double load = Plan.of(new PlanInput(
            WaitRule.of(policy.backoff()),
            (int) Math.min(MOST_ATTEMPTS, policy.maxAttempts()),
            policy.minimumAttemptMs(),
            1,
            limitMs,
            limitMs,
            client.deadlineMs(),
            OptionalDouble.empty(),
            Draws.CONTINUOUS))
        .attemptsIfAllFail();
    return client.retryBudget().isPresent()
        ? Math.min(load, 1 + client.retryBudget().get().ratio())
        : load;
  }

  private static String overload(
      String name, ClientModel client, World world, double offered, double load) {
    double capacity = world.provider().capacityPerSecond();
    StringBuilder note = new StringBuilder("While attempts time out, ")
        .append(name)
        .append(" sends ")
        .append(StormVerdict.decimals(load))
        .append(" of them per task: ")
        .append(WorldText.rate(offered))
        .append(" become ")
        .append(WorldText.rate(offered * load))
        .append(", more than the ")
        .append(WorldText.rate(capacity))
        .append(" the provider can serve. Such an overload can feed itself; below ")
        .append(PlanSummary.percent(1 / load))
        .append(" of capacity it cannot.");
    if (isShortQueue(client, world.provider())) {
      note.append(
          " Here the queue is so short that what waits in it is still wanted, which prevents that.");
    } else if (client.retryBudget().isEmpty()) {
      note.append(" With --retry-budget 10% it cannot below ")
          .append(PlanSummary.percent(1 / (1 + USUAL_BUDGET)))
          .append('.');
    }
    return note.toString();
  }

  private static boolean isShortQueue(ClientModel client, ProviderModel provider) {
    double limitMs = Math.min(client.rules().attemptTimeoutMs(), client.deadlineMs());
    double queueMs = provider.queueLimit() * 1000.0 / provider.capacityPerSecond();
    return queueMs + provider.service().meanMs() <= limitMs;
  }

  private static boolean hintErasesJitter(ClientModel client, ProviderModel provider) {
    RetryPolicy policy = client.rules().policy();
    return provider.hintMs().isPresent()
        && policy.maxAttempts() > 1
        && policy.backoff().hintRule() == HintRule.FLOOR
        && provider.hintMs().getAsDouble() >= policy.backoff().ceilingMs(policy.maxAttempts() - 1);
  }

  private static double offered(World world) {
    return world.clients().stream().mapToDouble(StormNotes::offered).sum();
  }

  /** Tasks that begin per second over the whole run; 0 where that depends on the provider or ends. */
  private static double offered(ClientModel client) {
    return client.arrivals() instanceof Arrivals.Poisson poisson
            && Double.isInfinite(poisson.untilMs())
        ? poisson.perSecond()
        : 0;
  }

  private StormNotes() {}
}
