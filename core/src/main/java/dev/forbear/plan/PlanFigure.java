package dev.forbear.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a plan under the name it has in JSON, wherever plans are written: command, page and report.
 *
 * @param name camel case, the unit last
 * @param values the numbers; empty where the figure is not defined
 * @param isList whether there is one number per wait or attempt
 */
public record PlanFigure(String name, List<Double> values, boolean isList) {

  /** Keeps its own list. */
  public PlanFigure {
    values = List.copyOf(values);
  }

  /** Every figure of a plan, in a fixed order. */
  public static List<PlanFigure> all(Plan plan) {
    List<PlanFigure> figures = new ArrayList<>();
    figures.add(list("ceilingsMs", plan.waits(), WaitFigures::ceilingMs));
    figures.add(list("waitMinMs", plan.waits(), WaitFigures::minMs));
    figures.add(list("waitMaxMs", plan.waits(), WaitFigures::maxMs));
    figures.add(list("waitMeanMs", plan.waits(), WaitFigures::meanMs));
    figures.add(one("successProbability", plan.outcomes().success()));
    figures.add(one("successWithoutRetry", plan.successWithoutRetry()));
    figures.add(one("failureAfterRetries", plan.outcomes().failure()));
    figures.add(one("expectedAttempts", plan.expectedAttempts()));
    figures.add(one("loadMultiplier", plan.expectedAttempts()));
    figures.add(one("extraCallsPerRequest", plan.extraCallsPerRequest()));
    figures.add(oneOrNone("callsPerSuccess", plan.callsPerSuccess()));
    figures.add(oneOrNone("extraCallsPerSuccess", plan.extraCallsPerSuccess()));
    figures.add(one("attemptsIfAllFail", plan.attemptsIfAllFail()));
    figures.add(one("stableUtilization", plan.stableUtilization()));
    figures.add(list("startProbability", plan.attempts(), AttemptFigures::startProbability));
    figures.add(one("totalWaitWorstMs", plan.totalWaitWorstMs()));
    figures.add(one("totalWaitExpectedMs", plan.totalWaitExpectedMs()));
    figures.add(one("expectedMs", plan.expectedMs()));
    figures.add(oneOrNone("expectedMsGivenSuccess", plan.expectedMsGivenSuccess()));
    figures.add(oneOrNone("expectedMsGivenFailure", plan.expectedMsGivenFailure()));
    figures.add(one("worstCaseMs", plan.worstCaseMs()));
    figures.add(list("successByAttempt", plan.attempts(), AttemptFigures::successProbability));
    figures.add(one("stopAttempts", plan.outcomes().stopAttempts()));
    figures.add(one("stopDeadline", plan.outcomes().stopDeadline()));
    figures.add(one("cutAtDeadline", plan.outcomes().cutAtDeadline()));
    figures.add(one("fitsWorst", plan.fits().worst()));
    figures.add(one("fitsMean", plan.fits().mean()));
    figures.add(one("fitsBest", plan.fits().best()));
    figures.add(one("fitsWorstStart", plan.fits().worstStart()));
    addQuantiles(figures, "", Optional.of(plan.quantiles()));
    addQuantiles(figures, "Success", plan.successQuantiles());
    figures.add(one("probabilityError", plan.precision().probabilityError()));
    return figures;
  }

  private static void addQuantiles(
      List<PlanFigure> figures, String of, Optional<Quantiles> quantiles) {
    figures.add(quantile("p50" + of + "Ms", quantiles, Quantiles::p50Ms));
    figures.add(quantile("p90" + of + "Ms", quantiles, Quantiles::p90Ms));
    figures.add(quantile("p95" + of + "Ms", quantiles, Quantiles::p95Ms));
    figures.add(quantile("p99" + of + "Ms", quantiles, Quantiles::p99Ms));
    figures.add(quantile("p999" + of + "Ms", quantiles, Quantiles::p999Ms));
  }

  private static PlanFigure quantile(
      String name, Optional<Quantiles> quantiles, ToDoubleFunction<Quantiles> which) {
    return quantiles.isPresent()
        ? one(name, which.applyAsDouble(quantiles.get()))
        : oneOrNone(name, OptionalDouble.empty());
  }

  private static PlanFigure one(String name, double value) {
    return new PlanFigure(name, List.of(value), false);
  }

  private static PlanFigure oneOrNone(String name, OptionalDouble value) {
    return value.isPresent()
        ? one(name, value.getAsDouble())
        : new PlanFigure(name, List.of(), false);
  }

  private static <T> PlanFigure list(String name, List<T> from, ToDoubleFunction<T> figure) {
    List<Double> values = new ArrayList<>();
    for (T each : from) {
      values.add(figure.applyAsDouble(each));
    }
    return new PlanFigure(name, values, true);
  }
}
