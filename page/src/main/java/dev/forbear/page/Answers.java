package dev.forbear.page;

import dev.forbear.plan.PlanSummary;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSClass;
import org.teavm.jso.JSExport;
import org.teavm.jso.JSObject;

/**
 * What the compiled script offers to JavaScript: one global object {@code forbear}, whose functions take a plain object and
 * answer with a plain object.
 *
 * <p>{@code forbear.plan({baseMs: 500, multiplier: 2, …}).successProbability} is 0.99995904. What cannot be answered throws an
 * {@code Error} whose message begins with the name of the field, says what is allowed and what was given.
 */
@JSClass(name = "forbear")
public final class Answers {

  /** Every figure of a plan; see {@link PlanAnswer}. */
  @JSExport
  public static JSObject plan(JSObject input) {
    return answer(input, PlanAnswer::to);
  }

  /** The same plan in words and rounded numbers; see {@link SummaryAnswer}. */
  @JSExport
  public static JSObject summary(JSObject input) {
    return answer(input, SummaryAnswer::to);
  }

  /** A probability as percent, rounded as everywhere. */
  @JSExport
  public static String percent(double probability) {
    return PlanSummary.percent(probability);
  }

  /** A time with its unit, rounded as everywhere. */
  @JSExport
  public static String time(double milliseconds) {
    return PlanSummary.time(milliseconds);
  }

  /** When the tasks of a plan end; see {@link CurveAnswer}. */
  @JSExport
  public static JSObject curve(JSObject input) {
    return answer(input, CurveAnswer::to);
  }

  /** The same plan under bursts of failures; see {@link BurstsAnswer}. */
  @JSExport
  public static JSObject bursts(JSObject input) {
    return answer(input, BurstsAnswer::to);
  }

  /** What layers come to that all retry; see {@link LayersAnswer}. */
  @JSExport
  public static JSObject layers(JSObject input) {
    return answer(input, LayersAnswer::to);
  }

  /** What follows one failure; see {@link DecisionAnswer}. */
  @JSExport
  public static JSObject decide(JSObject input) {
    return answer(input, DecisionAnswer::to);
  }

  /** What a task does, signal by signal; see {@link CourseAnswer}. */
  @JSExport
  public static JSObject course(JSObject input) {
    return answer(input, CourseAnswer::to);
  }

  /** A world and its storm, from its first moment to its last; see {@link SimulationAnswer}. */
  @JSExport
  public static JSObject simulate(JSObject input) {
    return answer(input, SimulationAnswer::to);
  }

  private static JSObject answer(
      JSObject input, Function<Fields, Map<String, @Nullable Object>> rule) {
    return PlainValues.toScript(rule.apply(Fields.of(PlainValues.ofScript(input))));
  }

  private Answers() {}
}
