package dev.forbear.cli;

import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanBounds;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.WaitRule;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.World;
import dev.forbear.task.Operation;
import java.util.OptionalDouble;

/**
 * What all clients of a world send while every attempt is answered too late: what a queue of requests nobody waits for is fed
 * with.
 *
 * <p>L. Huang et al., "Metastable Failures in the Wild", OSDI 2022: an overload can keep itself alive only where this is more
 * than the capacity.
 *
 * @param offered tasks a second, as far as they do not depend on the provider and do not end
 * @param sent attempts a second that these tasks become
 */
record Overload(double offered, double sent) {

  /** Attempts that are planned to find out what is sent while everything fails. */
  static final int MOST_ATTEMPTS = 60;

  static Overload of(World world) {
    double offered = 0;
    double sent = 0;
    for (ClientModel client : world.clients()) {
      double tasks = offered(client);
      offered += tasks;
      sent += tasks == 0 ? 0 : tasks * load(client);
    }
    return new Overload(offered, sent);
  }

  /** Attempts per task. */
  double factor() {
    return offered == 0 ? 1 : sent / offered;
  }

  /** Whether what is offered can be served, and what is sent while attempts time out cannot. */
  boolean isPossible(ProviderModel provider) {
    double capacity = provider.capacityPerSecond();
    return offered > 0 && offered < capacity && sent > capacity;
  }

  /** Tasks that begin per second over the whole run; 0 where that depends on the provider or ends. */
  static double offered(ClientModel client) {
    return client.arrivals() instanceof Arrivals.Poisson poisson
            && Double.isInfinite(poisson.untilMs())
        ? poisson.perSecond()
        : 0;
  }

  /** Attempts per task of one client; at most {@value #MOST_ATTEMPTS}, more are not planned. */
  static double load(ClientModel client) {
    Operation operation = client.operation();
    if (operation.kind() != Operation.Kind.REPEATABLE && operation.key() == null) {
      return 1; // an attempt that timed out may have run
    }
    double load = planned(client);
    return client.retryBudget().isPresent()
        ? Math.min(load, 1 + client.retryBudget().get().ratio())
        : load;
  }

  /** How long an attempt may take at most, milliseconds. */
  static double limitMs(ClientModel client) {
    return Math.min(client.rules().attemptTimeoutMs(), client.deadlineMs());
  }

  private static double planned(ClientModel client) {
    RetryPolicy policy = client.rules().policy();
    int attempts = attempts(policy);
    if (attempts == 1) {
      return 1;
    }
    double limitMs = limitMs(client);
    return Plan.of(new PlanInput(
            WaitRule.of(policy.backoff()),
            attempts,
            Math.min(policy.minimumAttemptMs(), PlanBounds.MAX_MS),
            1,
            limitMs,
            limitMs,
            client.deadlineMs(),
            OptionalDouble.empty(),
            Draws.CONTINUOUS))
        .attemptsIfAllFail();
  }

  /** As many as can be planned: the waits of the others would take longer than any deadline. */
  private static int attempts(RetryPolicy policy) {
    Backoff backoff = policy.backoff();
    double waitsMs = 0;
    int attempts = 1;
    while (attempts < Math.min(MOST_ATTEMPTS, policy.maxAttempts())) {
      waitsMs += backoff.ceilingMs(attempts);
      if (waitsMs > PlanBounds.MAX_MS || backoff.baseMs() > PlanBounds.MAX_MS) {
        return attempts;
      }
      attempts++;
    }
    return attempts;
  }
}
