package dev.forbear.cli;

import dev.forbear.policy.Backoff;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.World;
import dev.forbear.task.Operation;
import java.util.OptionalDouble;

/** What a run is made from, as JSON; null for no limit. */
final class WorldJson {

  /** An object with everything but the clients, still open. */
  static JsonText begin(World world) {
    return JsonText.object()
        .count("seed", world.seed())
        .field("durationMs", world.durationMs())
        .field("momentMs", world.momentMs())
        .raw("provider", provider(world.provider()))
        .raw("outages", StormJson.array(world.outages().stream().map(WorldJson::outage)));
  }

  /** An object with everything a client is, still open. */
  static JsonText begin(ClientModel client) {
    RetryPolicy policy = client.rules().policy();
    Backoff backoff = policy.backoff();
    String budget = client.retryBudget().isEmpty()
        ? "null"
        : JsonText.object()
            .field("ratio", client.retryBudget().get().ratio())
            .field("capacity", client.retryBudget().get().capacity())
            .end();
    return JsonText.object()
        .field("name", client.name())
        .count("maxAttempts", policy.maxAttempts())
        .field("baseMs", backoff.baseMs())
        .field("multiplier", backoff.multiplier())
        .field("capMs", backoff.capMs())
        .field("jitter", Word.of(backoff.jitter()))
        .field("hintRule", Word.of(backoff.hintRule()))
        .field("minAttemptMs", policy.minimumAttemptMs())
        .field("deadlineMs", client.deadlineMs())
        .field("attemptTimeoutMs", orNone(client.rules().attemptTimeoutMs()))
        .field("maxRetryAfterMs", orNone(client.rules().maxHintMs()))
        .field("operation", operation(client.operation()))
        .raw("arrivals", arrivals(client.arrivals()))
        .raw("retryBudget", budget)
        .field("maxConcurrency", orNone(client.maxConcurrency(), Long.MAX_VALUE));
  }

  private static String provider(ProviderModel model) {
    return JsonText.object()
        .field("slots", orNone(model.slots(), ProviderModel.UNLIMITED))
        .field("capacityPerSecond", orNone(model.capacityPerSecond()))
        .field("serviceMs", model.service().meanMs())
        .field("serviceFailMs", model.service().failedMeanMs())
        .field("serviceLaw", Word.of(model.service().law()))
        .field("failureRate", model.failureRate())
        .field("queueLimit", orNone(model.queueLimit(), ProviderModel.UNLIMITED))
        .field("queueOrder", Word.of(model.queueOrder()))
        .field("shedMs", model.shedMs())
        .field("retryAfterMs", model.hintMs())
        .field("giveUp", Word.of(model.giveUp()))
        .end();
  }

  private static String outage(Outage outage) {
    return JsonText.object()
        .field("kind", Word.of(outage.kind()))
        .field("startMs", outage.startMs())
        .field("durationMs", outage.durationMs())
        .field("share", outage.share())
        .end();
  }

  /** What repeating means; whether there is a key, but not which. */
  private static String operation(Operation operation) {
    return Word.of(operation.kind()) + (operation.key() == null ? "" : "-with-key");
  }

  private static String arrivals(Arrivals arrivals) {
    if (arrivals instanceof Arrivals.Poisson poisson) {
      return JsonText.object()
          .field("kind", "poisson")
          .field("perSecond", poisson.perSecond())
          .field("fromMs", poisson.fromMs())
          .field("untilMs", orNone(poisson.untilMs()))
          .end();
    }
    if (arrivals instanceof Arrivals.Together together) {
      return JsonText.object()
          .field("kind", "together")
          .count("tasks", together.tasks())
          .field("atMs", together.atMs())
          .end();
    }
    if (arrivals instanceof Arrivals.Closed closed) {
      return JsonText.object()
          .field("kind", "closed")
          .count("workers", closed.workers())
          .field("thinkMs", closed.thinkMs())
          .end();
    }
    throw new AssertionError("unknown arrivals " + arrivals);
  }

  private static OptionalDouble orNone(double limit) {
    return Double.isInfinite(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit);
  }

  private static OptionalDouble orNone(long limit, long none) {
    return limit == none ? OptionalDouble.empty() : OptionalDouble.of((double) limit);
  }

  private WorldJson() {}
}
