package dev.forbear.page;

import dev.forbear.plan.BurstPlan;
import dev.forbear.plan.Bursts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A plan under outages of the mean length {@code meanBadMs} that make the plan's share of attempts fail. */
final class BurstsAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    Bursts bursts = Bursts.outages(input.number("failureRate"), input.number("meanBadMs"));
    BurstPlan plan = BurstPlan.of(PlanAnswer.input(input), bursts);
    OptionalDouble afterFailed = plan.successGivenFirstFailed();
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("successProbability", plan.successProbability());
    answer.put(
        "successGivenFirstFailed", afterFailed.isPresent() ? afterFailed.getAsDouble() : null);
    answer.put("loadMultiplier", plan.loadMultiplier());
    answer.put("independentPrediction", plan.independentPrediction());
    return answer;
  }

  private BurstsAnswer() {}
}
