package dev.forbear.cli;

import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanFigure;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanJitter;
import dev.forbear.plan.WaitRule;
import java.util.OptionalDouble;
import picocli.CommandLine.TypeConversionException;

/** A plan as a line of JSON: what it is made from, and every figure. */
final class PlanLine {

  static Answer answer(Fields input) {
    return Answer.of(json(Plan.of(input(input))));
  }

  static String json(Plan plan) {
    JsonText json = JsonText.object();
    for (PlanFigure figure : PlanFigure.all(plan)) {
      if (figure.isList()) {
        json.numbers(figure.name(), figure.values());
      } else if (figure.values().isEmpty()) {
        json.field(figure.name(), OptionalDouble.empty());
      } else {
        json.field(figure.name(), figure.values().get(0));
      }
    }
    return json.field("draws", Word.of(plan.precision().draws()))
        .field("plannedOnly", !plan.input().isRuntimeRule())
        .field("meetsDeadline", plan.meetsDeadline())
        .end();
  }

  private static PlanInput input(Fields input) {
    double latencyMs = input.finite("latencyMs");
    WaitRule waits = new WaitRule(
        input.finite("baseMs"),
        input.number("multiplier"),
        orNone(input, "capMs"),
        word(PlanJitter.class, input, "jitter"),
        input.has("retryAfterRule")
            ? word(PlanHintRule.class, input, "retryAfterRule")
            : PlanHintRule.FLOOR);
    return new PlanInput(
        waits,
        PlanInput.requireAttempts(input.count("maxAttempts")),
        input.finite("minAttemptMs"),
        input.number("failureRate"),
        latencyMs,
        input.has("latencyFailMs") ? input.finite("latencyFailMs") : latencyMs,
        orNone(input, "deadlineMs"),
        input.has("retryAfterMs")
            ? OptionalDouble.of(input.finite("retryAfterMs"))
            : OptionalDouble.empty(),
        input.has("draws") ? word(Draws.class, input, "draws") : Draws.CONTINUOUS);
  }

  /** A limit that may be null for none, and must be there all the same. A limit of 0 is a mistake for none. */
  private static double orNone(Fields input, String name) {
    double limit = input.finiteOrNull(name, Double.POSITIVE_INFINITY);
    if (limit == 0) {
      throw new InvalidLine(name + " must be more than 0, or null for none, was 0");
    }
    return limit;
  }

  private static <E extends Enum<E>> E word(Class<E> type, Fields input, String name) {
    try {
      return Word.of(type, input.text(name));
    } catch (TypeConversionException unknown) {
      throw new InvalidLine(name + " " + unknown.getMessage());
    }
  }

  private PlanLine() {}
}
