package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.plan.Draws;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanJitter;
import dev.forbear.plan.WaitRule;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The vectors of plans, by kind, and the comparison within their tolerance. */
final class PlanVectors {

  static final String FILE = "vectors/plan.jsonl";

  /** How many there are of each kind, so that a lost line is noticed. */
  static final Map<String, Integer> COUNTS = Map.of(
      "plan", 21,
      "wait-sum-cdf", 21,
      "discrete-wait-sum", 1,
      "gilbert-elliott", 4,
      "rescue-in-outage", 3,
      "nested-layers", 2,
      "adaptive-throttle", 4);

  static Stream<VectorLine> of(String kind) {
    return VectorLine.of(FILE).stream()
        .filter(line -> line.json().path("kind").asText().equals(kind));
  }

  /** The expected figures; the vectors of plans name them differently from those of the fixed contracts. */
  static JsonNode expected(VectorLine line) {
    return line.json().path("expected");
  }

  static PlanInput input(JsonNode input) {
    return new PlanInput(
        new WaitRule(
            input.path("baseMs").doubleValue(),
            input.path("multiplier").doubleValue(),
            orInfinite(input.path("capMs")),
            PlanJitter.valueOf(word(input, "jitter")),
            PlanHintRule.valueOf(word(input, "retryAfterRule"))),
        input.path("maxAttempts").intValue(),
        input.path("minAttemptMs").doubleValue(),
        input.path("failureRate").doubleValue(),
        input.path("latencyMs").doubleValue(),
        input.path("latencyFailMs").doubleValue(),
        orInfinite(input.path("deadlineMs")),
        orNone(input.path("retryAfterMs")),
        Draws.CONTINUOUS);
  }

  static OptionalDouble orNone(JsonNode number) {
    return number.isNumber() ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
  }

  static String word(JsonNode input, String field) {
    return input.path(field).asText().toUpperCase(Locale.ROOT);
  }

  /** Every expected figure is there, null where it must be, a number within the tolerance of its name elsewhere. */
  static void assertFigures(VectorLine line, JsonNode answered) {
    JsonNode expected = expected(line);
    assertThat(expected.size()).as(line.name()).isPositive();
    for (Map.Entry<String, JsonNode> figure : expected.properties()) {
      String story = line.name() + " " + line.json().path("id").asText() + " " + figure.getKey();
      JsonNode given = answered.path(figure.getKey());
      double tolerance = tolerance(line.json().path("tol"), figure.getKey());
      if (figure.getValue().isArray()) {
        assertThat(given.size()).as(story).isEqualTo(figure.getValue().size());
        for (int i = 0; i < given.size(); i++) {
          assertNumber(story, figure.getValue().get(i), given.get(i), tolerance);
        }
      } else if (figure.getValue().isNull()) {
        assertThat(given.isNull()).as(story + " must be null, was " + given).isTrue();
      } else {
        assertNumber(story, figure.getValue(), given, tolerance);
      }
    }
  }

  private static void assertNumber(
      String story, JsonNode expected, JsonNode given, double tolerance) {
    assertThat(given.isNumber()).as(story + " must be a number, was " + given).isTrue();
    assertThat(given.doubleValue()).as(story).isCloseTo(expected.doubleValue(), within(tolerance));
  }

  private static double tolerance(JsonNode tolerances, String figure) {
    boolean isTime = figure.endsWith("Ms") || figure.startsWith("expectedMs");
    String kind = isTime ? "*Ms" : "other";
    JsonNode tolerance =
        tolerances.has(kind) ? tolerances.path(kind) : tolerances.path("probability");
    assertThat(tolerance.isNumber()).as("tolerance of " + figure).isTrue();
    return tolerance.doubleValue();
  }

  private static double orInfinite(JsonNode number) {
    return number.isNumber() ? number.doubleValue() : Double.POSITIVE_INFINITY;
  }

  private PlanVectors() {}
}
