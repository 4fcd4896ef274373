package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.StormFigures;
import java.util.Locale;
import java.util.OptionalDouble;

/** What a run comes to, in one sentence. */
final class StormVerdict {

  static String of(StormRun run) {
    if (StormRun.isBatch(run.report().world().clients())) {
      return batch(run);
    }
    StormFigures storm = run.report().storm();
    if (!run.isTold()) {
      return "cannot be told: " + untold(storm);
    }
    if (run.report().world().outages().isEmpty()) {
      return (run.recovers() ? "holds: " : "does not hold: ") + late(storm);
    }
    String load = storm.loadInOutage().isPresent()
        ? decimals(storm.loadInOutage().getAsDouble()) + "× in the outage"
        : "nothing began in the outage";
    if (!run.recovers()) {
      return "never recovers: " + late(storm) + ", " + percent(storm.goodputBefore())
          + " before the outage; load " + load;
    }
    return "recovers " + after(storm.recoveredAfterMs()) + " after the outage, load normal "
        + normal(storm) + " (" + load + ")";
  }

  /** How long after the outage: {@code at once}, {@code 3 s}. */
  static String after(OptionalDouble ms) {
    if (ms.isEmpty()) {
      return "never";
    }
    return ms.getAsDouble() == 0 ? "at once" : HumanDuration.rounded(ms.getAsDouble());
  }

  /** Attempts per task, and other small numbers. */
  static String decimals(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** What the provider does in the outage. */
  static String kind(Outage outage) {
    return switch (outage.kind()) {
      case REFUSE -> "refuses";
      case HANG -> "hangs";
      case SLOW -> "is slow";
      case FAIL -> "fails";
    };
  }

  private static String normal(StormFigures storm) {
    OptionalDouble ms = storm.loadNormalAfterMs();
    if (ms.isEmpty()) {
      return "not before the end";
    }
    return ms.getAsDouble() == 0 ? "at once" : "after " + HumanDuration.rounded(ms.getAsDouble());
  }

  /** A share as percent, at most 100: tasks may succeed in a later stretch than they began in. */
  static String percent(OptionalDouble share) {
    return share.isPresent() ? PlanSummary.percent(Math.min(1, share.getAsDouble())) : "–";
  }

  private static String untold(StormFigures storm) {
    if (storm.lateGoodput().isEmpty()) {
      return "no task begins at the end of the run, when it would show";
    }
    return storm.goodputBefore().isEmpty()
        ? "no task began before the outage, so there is nothing to compare with"
        : "only " + percent(storm.goodputBefore())
            + " succeeded before the outage, so there is nothing to recover to";
  }

  private static String late(StormFigures storm) {
    return percent(storm.lateGoodput()) + " succeed at the end";
  }

  private static String batch(StormRun run) {
    long tasks = run.total().tasks();
    if (!run.isTold()) {
      return "cannot be told: no task begins before the end of the run";
    }
    String load = ", " + decimals((double) run.total().attempts() / tasks) + " attempts per task";
    OptionalDouble over = run.overAfterMs();
    return over.isPresent()
        ? "all " + tasks + " tasks are over after " + HumanDuration.rounded(over.getAsDouble())
            + ": " + PlanSummary.percent(run.success()) + " succeed" + load
        : "not all of the " + tasks + " tasks are over at the end of the run" + load;
  }

  private StormVerdict() {}
}
