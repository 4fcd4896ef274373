package dev.forbear.page;

import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanFigure;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanJitter;
import dev.forbear.plan.WaitRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A plan as a plain object, under the names that {@code forbear plan --jsonl} reads and writes: every figure, null where one is
 * not defined.
 */
final class PlanAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    Plan plan = Plan.of(input(input));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    for (PlanFigure figure : PlanFigure.all(plan)) {
      answer.put(figure.name(), value(figure));
    }
    answer.put("draws", Fields.wordOf(plan.precision().draws()));
    answer.put("plannedOnly", !plan.input().isRuntimeRule());
    answer.put("meetsDeadline", plan.meetsDeadline());
    return answer;
  }

  private static @Nullable Object value(PlanFigure figure) {
    if (figure.isList()) {
      return figure.values();
    }
    return figure.values().isEmpty() ? null : figure.values().get(0);
  }

  static PlanInput input(Fields input) {
    double latencyMs = input.finite("latencyMs");
    WaitRule waits = new WaitRule(
        input.finite("baseMs"),
        input.number("multiplier"),
        limit(input, "capMs"),
        input.word("jitter", PlanJitter.values()),
        input.wordOr("retryAfterRule", PlanHintRule.values(), PlanHintRule.FLOOR));
    return new PlanInput(
        waits,
        PlanInput.requireAttempts(input.count("maxAttempts")),
        input.finite("minAttemptMs"),
        input.number("failureRate"),
        latencyMs,
        input.finiteOr("latencyFailMs", latencyMs),
        limit(input, "deadlineMs"),
        input.has("retryAfterMs")
            ? OptionalDouble.of(input.finite("retryAfterMs"))
            : OptionalDouble.empty(),
        input.wordOr("draws", Draws.values(), Draws.CONTINUOUS));
  }

  /** A limit that may be absent for none. A limit of 0 is a mistake for none. */
  private static double limit(Fields input, String name) {
    double limit = input.finiteOr(name, Double.POSITIVE_INFINITY);
    if (limit == 0) {
      throw new IllegalArgumentException(name + " must be more than 0, or null for none, was 0");
    }
    return limit;
  }

  private PlanAnswer() {}
}
