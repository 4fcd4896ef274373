package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.World;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** What runs assume, for people: the provider, the outage, the clients. */
final class WorldText {

  static String of(List<StormRun> runs) {
    World world = runs.get(0).report().world();
    List<String> lines = new ArrayList<>();
    lines.addAll(WrappedText.lines(provider(world.provider()), StormText.WIDTH));
    String watched = outages(world.outages()) + "watched for "
        + HumanDuration.text(world.durationMs()) + ", seed " + world.seed();
    lines.addAll(WrappedText.lines(watched, StormText.WIDTH));
    AlignedText clients = new AlignedText("", StormText.WIDTH);
    for (StormRun run : runs) {
      clients.row(run.name() + ":", client(run.report().world().clients().get(0)));
    }
    for (ClientModel beside : world.clients().subList(1, world.clients().size())) {
      clients.row(beside.name() + ":", client(beside) + "; beside each of them");
    }
    return String.join("\n", lines) + "\n" + clients;
  }

  private static String provider(ProviderModel model) {
    String times = HumanDuration.text(model.service().meanMs()) + " each ("
        + Word.of(model.service().law()) + ")";
    String rooms = model.slots() == ProviderModel.UNLIMITED
        ? "a provider without limits, " + times
        : "a provider " + capacity(model) + model.slots()
            + (model.slots() == 1 ? " slot, " : " slots, ") + times + ", " + queue(model);
    return rooms
        + (model.failureRate() > 0
            ? "; " + PlanSummary.percent(model.failureRate()) + " fail at any time"
            : "")
        + (model.hintMs().isPresent()
            ? "; hint " + HumanDuration.text(model.hintMs().getAsDouble())
            : "");
  }

  /** Nothing where requests take no time at all: then there is no such rate. */
  private static String capacity(ProviderModel model) {
    double perSecond = model.capacityPerSecond();
    return Double.isInfinite(perSecond) ? "with " : "that serves " + rate(perSecond) + ": ";
  }

  private static String queue(ProviderModel model) {
    String length = model.queueLimit() == ProviderModel.UNLIMITED
        ? "queue without limit"
        : "queue of " + model.queueLimit();
    return (model.queueLimit() == 0 ? "no queue" : length + " " + Word.of(model.queueOrder()))
        + ", a caller that goes "
        + switch (model.giveUp()) {
          case UNNOTICED -> "is not noticed";
          case LEAVES_QUEUE -> "leaves the queue";
          case STOPS_WORK -> "stops its work";
        };
  }

  private static String outages(List<Outage> outages) {
    if (outages.isEmpty()) {
      return "no outage; ";
    }
    StringBuilder text = new StringBuilder();
    for (Outage outage : outages) {
      text.append("after ")
          .append(HumanDuration.text(outage.startMs()))
          .append(" it ")
          .append(
              switch (outage.kind()) {
                case REFUSE -> "refuses every request";
                case HANG -> "finishes nothing";
                case SLOW -> "has " + PlanSummary.percent(outage.share()) + " of its speed";
                case FAIL -> "fails " + PlanSummary.percent(outage.share()) + " of the requests";
              })
          .append(" for ")
          .append(HumanDuration.text(outage.durationMs()))
          .append("; ");
    }
    return text.toString();
  }

  private static String client(ClientModel client) {
    RetryPolicy policy = client.rules().policy();
    Backoff backoff = policy.backoff();
    StringBuilder text = new StringBuilder(arrivals(client.arrivals()))
        .append("; ")
        .append(policy.maxAttempts())
        .append(policy.maxAttempts() == 1 ? " attempt" : " attempts");
    if (policy.maxAttempts() > 1) {
      text.append(", waits ")
          .append(HumanDuration.text(Math.min(backoff.baseMs(), backoff.capMs())));
      if (backoff.capMs() > backoff.baseMs() && backoff.multiplier() > 1) {
        text.append(" × ")
            .append(PlainNumber.of(backoff.multiplier()))
            .append(" up to ")
            .append(HumanDuration.text(backoff.capMs()));
      }
      text.append(", jitter ").append(Word.of(backoff.jitter()));
    }
    text.append("; deadline ").append(HumanDuration.text(client.deadlineMs()));
    if (Double.isFinite(client.rules().attemptTimeoutMs())) {
      text.append(", ")
          .append(HumanDuration.text(client.rules().attemptTimeoutMs()))
          .append(" an attempt");
    }
    if (client.retryBudget().isPresent()) {
      text.append("; retry budget ")
          .append(PlanSummary.percent(client.retryBudget().get().ratio()));
    }
    if (client.maxConcurrency() != Long.MAX_VALUE) {
      text.append("; at most ").append(client.maxConcurrency()).append(" at once");
    }
    return text.toString();
  }

  private static String arrivals(Arrivals arrivals) {
    if (arrivals instanceof Arrivals.Poisson poisson) {
      return rate(poisson.perSecond())
          + (poisson.fromMs() > 0 ? " from " + HumanDuration.text(poisson.fromMs()) : "")
          + (Double.isFinite(poisson.untilMs())
              ? " until " + HumanDuration.text(poisson.untilMs())
              : "");
    }
    if (arrivals instanceof Arrivals.Together together) {
      return together.tasks() + " tasks together"
          + (together.atMs() > 0 ? " after " + HumanDuration.text(together.atMs()) : "");
    }
    if (arrivals instanceof Arrivals.Closed closed) {
      return closed.workers() + " workers, " + HumanDuration.text(closed.thinkMs())
          + " between tasks";
    }
    throw new AssertionError("unknown arrivals " + arrivals);
  }

  /** A finite rate with up to three digits: {@code 80/s}, {@code 0.0167/s}. */
  static String rate(double perSecond) {
    BigDecimal rounded = new BigDecimal(perSecond).round(new MathContext(3));
    return (perSecond >= 1000 ? Long.toString(Math.round(perSecond)) : plain(rounded)) + "/s";
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  private WorldText() {}
}
