package dev.forbear.page;

import dev.forbear.limit.RetryBudget;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.simulate.World;
import dev.forbear.task.Operation;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A world to simulate, under the names that the records of {@code dev.forbear.simulate} have; what is absent has their
 * defaults, and no limit where it is a limit.
 *
 * <p>A client's {@code arrivals} say their {@code kind}: {@code poisson}, {@code together} or {@code closed}.
 */
final class WorldFields {

  private enum Arriving {
    POISSON,
    TOGETHER,
    CLOSED
  }

  static World world(Fields world) {
    List<Outage> outages = new ArrayList<>();
    if (world.has("outages")) {
      world.objects("outages").forEach(outage -> outages.add(outage(outage)));
    }
    List<ClientModel> clients = new ArrayList<>();
    world.objects("clients").forEach(client -> clients.add(client(client)));
    return new World(
        provider(world.object("provider")),
        outages,
        clients,
        world.number("durationMs"),
        world.numberOr("momentMs", World.DEFAULT_MOMENT_MS),
        world.count("seed"));
  }

  private static ProviderModel provider(Fields provider) {
    double meanMs = provider.number("meanMs");
    ServiceTime service = new ServiceTime(
        provider.wordOr("law", ServiceTime.Law.values(), ServiceTime.Law.EXPONENTIAL),
        meanMs,
        provider.numberOr("failedMeanMs", meanMs));
    return new ProviderModel(
        provider.smallCountOr("slots", ProviderModel.UNLIMITED),
        service,
        provider.numberOr("failureRate", 0),
        provider.smallCountOr("queueLimit", ProviderModel.UNLIMITED),
        provider.wordOr(
            "queueOrder", ProviderModel.QueueOrder.values(), ProviderModel.QueueOrder.FIFO),
        provider.numberOr("shedMs", ProviderModel.DEFAULT_SHED_MS),
        provider.has("hintMs")
            ? OptionalDouble.of(provider.number("hintMs"))
            : OptionalDouble.empty(),
        provider.wordOr("giveUp", ProviderModel.GiveUp.values(), ProviderModel.GiveUp.UNNOTICED));
  }

  private static Outage outage(Fields outage) {
    return new Outage(
        outage.word("kind", Outage.Kind.values()),
        outage.number("startMs"),
        outage.number("durationMs"),
        outage.numberOr("share", 1));
  }

  private static ClientModel client(Fields client) {
    TaskRules rules = new TaskRules(
        PolicyFields.policy(client.object("policy")),
        client.numberOr("attemptTimeoutMs", Double.POSITIVE_INFINITY),
        client.numberOr("maxHintMs", Double.POSITIVE_INFINITY),
        Targets.single());
    Operation.Kind operation =
        client.wordOr("operation", Operation.Kind.values(), Operation.Kind.REPEATABLE);
    return new ClientModel(
        client.text("name"),
        rules,
        new Operation(operation, null),
        client.number("deadlineMs"),
        arrivals(client.object("arrivals")),
        client.has("retryBudget")
            ? Optional.of(retryBudget(client.object("retryBudget")))
            : Optional.empty(),
        client.has("maxConcurrency") ? client.count("maxConcurrency") : Long.MAX_VALUE);
  }

  private static RetryBudget retryBudget(Fields budget) {
    return new RetryBudget(
        budget.numberOr("ratio", RetryBudget.DEFAULT_RATIO), budget.number("capacity"));
  }

  private static Arrivals arrivals(Fields arrivals) {
    return switch (arrivals.word("kind", Arriving.values())) {
      case POISSON ->
        new Arrivals.Poisson(
            arrivals.number("perSecond"),
            arrivals.numberOr("fromMs", 0),
            arrivals.numberOr("untilMs", Double.POSITIVE_INFINITY));
      case TOGETHER ->
        new Arrivals.Together(arrivals.smallCount("tasks"), arrivals.numberOr("atMs", 0));
      case CLOSED ->
        new Arrivals.Closed(arrivals.smallCount("workers"), arrivals.number("thinkMs"));
    };
  }

  private WorldFields() {}
}
