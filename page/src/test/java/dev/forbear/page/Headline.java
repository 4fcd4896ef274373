package dev.forbear.page;

import static java.math.RoundingMode.HALF_UP;

import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanSummary;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * What the page has to say of a plan, from the rules on the JVM.
 *
 * @param large the figures under their names
 * @param small the figures in the words below each of them, in order
 */
record Headline(Map<String, String> large, Map<String, List<String>> small) {

  /** For what stands in the fields of the page. */
  static Headline of(Map<String, String> fields) {
    KnobTexts knobs = new KnobTexts(fields);
    Plan plan = Plan.of(input(knobs.plan()));
    Plan worstDay = Plan.of(input(knobs.with("fail", "100%").plan()));
    return new Headline(
        Map.of(
            "success",
            PlanSummary.percent(plan.outcomes().success()),
            "time",
            PlanSummary.time(plan.expectedMs()),
            "load",
            decimals(plan.expectedAttempts(), 2) + "×",
            "worst-day",
            decimals(worstDay.attemptsIfAllFail(), 2) + "×"),
        Map.of(
            "success", List.of(PlanSummary.percent(plan.successWithoutRetry())),
            "time",
                List.of(
                    PlanSummary.time(plan.quantiles().p95Ms()),
                    PlanSummary.time(plan.worstCaseMs())),
            "load",
                List.of(
                    decimals(plan.expectedAttempts(), 3),
                    PlanSummary.time(plan.totalWaitExpectedMs())),
            "worst-day",
                List.of(
                    PlanSummary.time(worstDay.expectedMs()),
                    PlanSummary.time(worstDay.worstCaseMs()),
                    PlanSummary.percent(plan.stableUtilization()))));
  }

  private static PlanInput input(Map<String, Object> plan) {
    return PlanAnswer.input(Fields.of(plan));
  }

  /** As JavaScript's toFixed rounds: the exact value of the double, halves up. */
  private static String decimals(double value, int digits) {
    return new BigDecimal(value).setScale(digits, HALF_UP).toPlainString();
  }
}
