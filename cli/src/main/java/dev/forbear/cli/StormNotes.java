package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.StormFigures;
import dev.forbear.simulate.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a reader has to know to read a storm right, and what to try next. */
final class StormNotes {

  /** A tenth of the requests, the usual retry budget. */
  private static final double USUAL_BUDGET = 0.1;

  static List<String> of(List<StormRun> runs) {
    List<String> notes = new ArrayList<>();
    World world = runs.get(0).report().world();
    double offered = Overload.of(world).offered();
    double capacity = world.provider().capacityPerSecond();
    if (offered >= capacity) {
      notes.add("Offered are " + WorldText.rate(offered) + ", which is not less than the "
          + WorldText.rate(capacity) + " the provider can serve: no policy makes up for that.");
    }
    for (StormRun run : runs) {
      World each = run.report().world();
      Overload overload = Overload.of(each);
      if (overload.isPossible(each.provider())) {
        notes.add(overload(run, overload));
      }
    }
    hint(world.clients().get(0), world.provider()).ifPresent(notes::add);
    StormFigures storm = runs.get(0).report().storm();
    double before = storm.goodputBefore().orElse(0);
    if (runs.get(0).isTold()
        && !world.outages().isEmpty()
        && !StormRun.isBatch(world.clients())
        && before < StormFigures.RECOVERED) {
      notes.add("Before the outage already only " + PlanSummary.percent(before)
          + " of tasks succeed; recovered means "
          + PlanSummary.percent(StormFigures.RECOVERED) + " of that.");
    }
    notes.add(
        "Recovered is the first stretch of " + HumanDuration.text(StormFigures.WINDOW_MS)
            + " with " + PlanSummary.percent(StormFigures.RECOVERED)
            + " of the goodput before, normal the first with at most "
            + StormVerdict.decimals(StormFigures.NORMAL_LOAD)
            + " times the load before. Goodput is successes per task begun in a stretch; where tasks succeed that began"
            + " before it, --json says more than 1 and this text 100.0 %. Load is attempts per task. p50 to p99 are times of"
            + " tasks that are over; wasted is work for callers that had gone, doubled are effects carried out again.");
    notes.add(
        "Every decision is the runtime's own, in whole milliseconds. Decorrelated jitter and the hint rules"
            + " spread and exact, which it does not have, are planned only (forbear plan).");
    return notes;
  }

  private static String overload(StormRun run, Overload overload) {
    World world = run.report().world();
    double capacity = world.provider().capacityPerSecond();
    StringBuilder note = new StringBuilder("While attempts time out, ")
        .append(senders(world))
        .append(": ")
        .append(WorldText.rate(overload.offered()))
        .append(" become ")
        .append(WorldText.rate(overload.sent()))
        .append(", more than the ")
        .append(WorldText.rate(capacity))
        .append(" the provider can serve. Such an overload can feed itself; below ")
        .append(PlanSummary.percent(1 / overload.factor()))
        .append(" of capacity it cannot.");
    boolean isShortQueue =
        world.clients().stream().allMatch(client -> isShortQueue(client, world.provider()));
    if (isShortQueue) {
      note.append(
          run.recovers()
              ? " Here it did not: the queue is so short that most of what waits in it is still wanted."
              : " It helps that the queue is so short that most of what waits in it is still wanted.");
    }
    if (!(isShortQueue && run.recovers()) && isWithoutBudget(world)) {
      note.append(" With --retry-budget 10%")
          .append(world.clients().size() == 1 ? "" : " for everybody")
          .append(" it cannot below ")
          .append(PlanSummary.percent(1 / (1 + USUAL_BUDGET)))
          .append('.');
    }
    return note.toString();
  }

  /** {@code policy sends 4.00 of them per task and batch 2.00}. */
  private static String senders(World world) {
    List<String> senders = new ArrayList<>();
    for (ClientModel client : world.clients()) {
      if (Overload.offered(client) > 0) {
        double load = Overload.load(client);
        // Half an attempt less than what is planned: there may be more.
        String atLeast = load > Overload.MOST_ATTEMPTS - 0.5 ? "at least " : "";
        senders.add(client.name() + " sends " + atLeast + StormVerdict.decimals(load));
      }
    }
    return senders.get(0) + " of them per task"
        + (senders.size() == 1
            ? ""
            : " and " + String.join(" and ", senders.subList(1, senders.size())));
  }

  /** Whether a budget would change something for everybody who repeats. */
  private static boolean isWithoutBudget(World world) {
    return world.clients().stream()
        .filter(client -> Overload.offered(client) > 0 && Overload.load(client) > 1 + USUAL_BUDGET)
        .allMatch(client -> client.retryBudget().isEmpty());
  }

  private static boolean isShortQueue(ClientModel client, ProviderModel provider) {
    double queueMs = provider.queueLimit() * 1000.0 / provider.capacityPerSecond();
    return queueMs + provider.service().meanMs() <= Overload.limitMs(client);
  }

  private static Optional<String> hint(ClientModel client, ProviderModel provider) {
    RetryPolicy policy = client.rules().policy();
    double hintMs = provider.hintMs().orElse(0);
    if (hintMs == 0 || policy.maxAttempts() == 1) {
      return Optional.empty();
    }
    if (hintMs > client.rules().maxHintMs()) {
      return Optional.of("The hint is longer than --max-retry-after ("
          + HumanDuration.text(client.rules().maxHintMs())
          + "): whoever is told it gives up at once, so nobody returns.");
    }
    if (!policy.fits(hintMs, client.deadlineMs())) {
      return Optional.of("The hint and the time an attempt needs do not fit into --deadline ("
          + HumanDuration.text(client.deadlineMs())
          + "): whoever is told it gives up at once, so nobody returns.");
    }
    Backoff backoff = policy.backoff();
    double longestMs = backoff.ceilingMs(policy.maxAttempts() - 1);
    if (backoff.jitter() == Jitter.NONE || longestMs == 0) {
      return Optional.of(
          "Nothing spreads the waits after a hint: callers that are told the same time return together."
              + " --jitter full and --hint-rule on-top"
              + (longestMs == 0 ? ", with a --base above 0," : "") + " keep them apart.");
    }
    return backoff.hintRule() == HintRule.FLOOR && hintMs >= longestMs
        ? Optional.of(
            "The hint is at least as long as the longest wait, so it leaves no jitter: callers that are told the same"
                + " time return together. --hint-rule on-top keeps them apart.")
        : Optional.empty();
  }

  private StormNotes() {}
}
