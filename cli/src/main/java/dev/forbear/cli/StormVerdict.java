package dev.forbear.cli;

import dev.forbear.plan.PlanSummary;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.Recovery;
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
    if (run.report().world().outages().isEmpty()) {
      return (run.recovers() ? "holds: " : "does not hold: ") + late(storm);
    }
    String load = storm.loadInOutage().isPresent()
        ? decimals(storm.loadInOutage().getAsDouble()) + "× in the outage"
        : "nothing began in the outage";
    String before = storm.goodputBefore().isPresent()
        ? PlanSummary.percent(storm.goodputBefore().getAsDouble())
        : "nothing";
    if (storm.recovery() == Recovery.CANNOT_BE_TOLD) {
      return "cannot be told: " + late(storm) + ", " + before + " before the outage; load " + load;
    }
    if (!run.recovers()) {
      return "never recovers: " + late(storm) + ", " + before + " before the outage; load " + load;
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

  private static String late(StormFigures storm) {
    return storm.lateGoodput().isPresent()
        ? PlanSummary.percent(storm.lateGoodput().getAsDouble()) + " succeed at the end"
        : "no task begins at the end";
  }

  private static String batch(StormRun run) {
    long tasks = run.total().tasks();
    String load = tasks == 0
        ? ""
        : ", " + decimals((double) run.total().attempts() / tasks) + " attempts per task";
    OptionalDouble over = run.overAfterMs();
    return over.isPresent()
        ? "all " + tasks + " tasks are over after " + HumanDuration.rounded(over.getAsDouble())
            + ": " + PlanSummary.percent(run.success()) + " succeed" + load
        : "not all of the " + tasks + " tasks are over at the end of the run" + load;
  }

  private StormVerdict() {}
}
