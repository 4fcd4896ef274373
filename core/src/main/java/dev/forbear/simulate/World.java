package dev.forbear.simulate;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Everything a run depends on. The same world always takes the same course.
 *
 * @param provider how the provider behaves
 * @param outages when it does not do its work; none may overlap
 * @param clients who calls it, at least one
 * @param durationMs how long it is watched, milliseconds, more than 0
 * @param momentMs how often the state is recorded, milliseconds, more than 0
 * @param seed of all chance; arrivals, the provider's work and each client's jitter have streams of their own, so two policies
 *     under one seed meet the same callers
 */
public record World(
    ProviderModel provider,
    List<Outage> outages,
    List<ClientModel> clients,
    double durationMs,
    double momentMs,
    long seed) {

  /** The state once a second. */
  public static final double DEFAULT_MOMENT_MS = 1000;

  /** Checks what the parts do not. */
  public World {
    outages = List.copyOf(outages);
    clients = List.copyOf(clients);
    Checks.requirePositiveMs("duration", durationMs);
    Checks.requirePositiveMs("momentMs", momentMs);
    requireDistinct(clients);
    requireApart(outages);
    if (Math.ceil(durationMs / momentMs) > SimulationBounds.MAX_MOMENTS) {
      throw new IllegalArgumentException("a run of " + durationMs + " ms with one record every "
          + momentMs + " ms has more than " + SimulationBounds.MAX_MOMENTS
          + " records; record less often or run for less time");
    }
    double tasks = expectedTasks(clients, durationMs);
    if (tasks > SimulationBounds.MAX_TASKS) {
      throw new IllegalArgumentException("the run would begin about " + (long) tasks
          + " tasks, at most " + SimulationBounds.MAX_TASKS
          + " are allowed; lower the rate or the duration");
    }
  }

  /** One client, one outage at most, the state once a second. */
  public static World of(
      ProviderModel provider,
      List<Outage> outages,
      ClientModel client,
      double durationMs,
      long seed) {
    return new World(provider, outages, List.of(client), durationMs, DEFAULT_MOMENT_MS, seed);
  }

  /** The same under another seed. */
  public World withSeed(long other) {
    return new World(provider, outages, clients, durationMs, momentMs, other);
  }

  private static void requireDistinct(List<ClientModel> clients) {
    if (clients.isEmpty() || clients.size() > SimulationBounds.MAX_CLIENTS) {
      throw new IllegalArgumentException("a world has from 1 to " + SimulationBounds.MAX_CLIENTS
          + " clients, was " + clients.size());
    }
    Set<String> names = new HashSet<>();
    for (ClientModel client : clients) {
      if (!names.add(client.name())) {
        throw new IllegalArgumentException(
            "clients must have different names, was '" + client.name() + "' twice");
      }
    }
  }

  private static void requireApart(List<Outage> outages) {
    for (int i = 0; i < outages.size(); i++) {
      for (int j = 0; j < i; j++) {
        Outage one = outages.get(i);
        Outage other = outages.get(j);
        if (one.startMs() < other.endMs() && other.startMs() < one.endMs()) {
          throw new IllegalArgumentException(
              "outages must not overlap, was " + other + " and " + one);
        }
      }
    }
  }

  private static double expectedTasks(List<ClientModel> clients, double durationMs) {
    double tasks = 0;
    for (ClientModel client : clients) {
      if (client.arrivals() instanceof Arrivals.Poisson poisson) {
        double untilMs = Math.min(durationMs, poisson.untilMs());
        tasks += poisson.perSecond() * Math.max(0, untilMs - poisson.fromMs()) / 1000;
      } else if (client.arrivals() instanceof Arrivals.Together together) {
        tasks += together.tasks();
      }
    }
    return tasks;
  }
}
