package dev.forbear.page;

import dev.forbear.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a plan's time at the times {@code atMs}: the shares of tasks that have {@code ended}, and that have
 * {@code succeeded}, by then.
 */
final class CurveAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    Plan plan = Plan.of(PlanAnswer.input(input));
    List<Double> times = input.numbers("atMs");
    List<Double> ended = new ArrayList<>();
    List<Double> succeeded = new ArrayList<>();
    for (double atMs : times) {
      ended.add(plan.time().endedBy(atMs));
      succeeded.add(plan.time().succeededBy(atMs));
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("atMs", times);
    answer.put("ended", ended);
    answer.put("succeeded", succeeded);
    return answer;
  }

  private CurveAnswer() {}
}
