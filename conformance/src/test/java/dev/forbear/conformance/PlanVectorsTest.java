package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.forbear.plan.AdaptiveThrottle;
import dev.forbear.plan.BurstPlan;
import dev.forbear.plan.Bursts;
import dev.forbear.plan.Draws;
import dev.forbear.plan.Layers;
import dev.forbear.plan.OutageLength;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanFigure;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanJitter;
import dev.forbear.plan.WaitSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every vector of plans through the library, within its tolerance. */
class PlanVectorsTest {

  @Test
  void areAllThere() {
    Map<String, Integer> counts = VectorLine.of(PlanVectors.FILE).stream()
        .collect(Collectors.groupingBy(
            line -> line.json().path("kind").asText(), Collectors.summingInt(line -> 1)));

    assertThat(counts).isEqualTo(PlanVectors.COUNTS);
  }

  @ParameterizedTest
  @MethodSource
  void plans(VectorLine line) {
    Plan plan = Plan.of(PlanVectors.input(line.input()));

    PlanVectors.assertFigures(line, json(plan));
  }

  @ParameterizedTest
  @MethodSource
  void knowsContinuousSums(VectorLine line) {
    WaitSum sum = WaitSum.of(
        numbers(line.input().path("ceilingsMs")),
        PlanJitter.valueOf(PlanVectors.word(line.input(), "jitter")),
        PlanHintRule.FLOOR,
        OptionalDouble.empty(),
        Draws.CONTINUOUS);

    double probability = sum.probabilityWithin(line.input().path("x").doubleValue());

    String[] fraction = PlanVectors.expected(line).path("fraction").asText().split("/", -1);
    double exact = Double.parseDouble(fraction[0])
        / (fraction.length > 1 ? Double.parseDouble(fraction[1]) : 1);
    assertThat(probability).isCloseTo(exact, within(1e-12));
  }

  @ParameterizedTest
  @MethodSource
  void knowsSumsOfWholeMilliseconds(VectorLine line) {
    WaitSum sum = WaitSum.of(
        numbers(line.input().path("ceilingsMs")),
        PlanJitter.FULL,
        PlanHintRule.FLOOR,
        PlanVectors.orNone(line.input().path("retryAfterMs")),
        Draws.WHOLE_MS);

    JsonNode expected = PlanVectors.expected(line);
    assertThat(sum.meanMs()).isCloseTo(expected.path("mean").doubleValue(), within(1e-6));
    assertThat(sum.maxMs()).isEqualTo(expected.path("max").doubleValue());
    for (Map.Entry<String, JsonNode> quantile : expected.path("quantileMs").properties()) {
      assertThat(sum.quantileMs(Double.parseDouble(quantile.getKey())))
          .as(quantile.getKey())
          .isEqualTo(quantile.getValue().doubleValue());
    }
  }

  @ParameterizedTest
  @MethodSource
  void plansBursts(VectorLine line) {
    JsonNode input = line.input();
    PlanInput policy = PlanVectors.of("plan")
        .filter(
            plan -> plan.json().path("id").asText().equals(input.path("plan").asText()))
        .map(plan -> PlanVectors.input(plan.input()))
        .findFirst()
        .orElseThrow();

    BurstPlan plan = BurstPlan.of(
        policy,
        new Bursts(
            input.path("pGood").doubleValue(),
            input.path("pBad").doubleValue(),
            input.path("meanGoodMs").doubleValue(),
            input.path("meanBadMs").doubleValue()));

    ObjectNode answered = JsonNodeFactory.instance
        .objectNode()
        .put("overallFailureRate", plan.overallFailureRate())
        .put("successProbability", plan.successProbability())
        .put("successGivenFirstFailed", plan.successGivenFirstFailed().orElseThrow())
        .put("loadMultiplier", plan.loadMultiplier())
        .put("independentPrediction", plan.independentPrediction());
    PlanVectors.assertFigures(line, answered);
  }

  @ParameterizedTest
  @MethodSource
  void countsWhoIsRescuedFromAnOutage(VectorLine line) {
    JsonNode input = line.input();
    double meanMs = input.path("meanMs").doubleValue();
    OutageLength length = switch (input.path("distribution").asText()) {
      case "fixed" -> new OutageLength.Fixed(meanMs);
      case "exponential" -> new OutageLength.Exponential(meanMs);
      case "lognormal" -> new OutageLength.LogNormal(meanMs, input.path("cv").doubleValue());
      default -> throw new AssertionError("unknown distribution in " + line.name());
    };

    double rescued = length.rescued(input.path("lastStartMs").doubleValue());

    PlanVectors.assertFigures(
        line, JsonNodeFactory.instance.objectNode().put("probability", rescued));
  }

  @ParameterizedTest
  @MethodSource
  void multipliesLayers(VectorLine line) {
    List<Long> attempts = new ArrayList<>();
    line.input().path("attemptsPerLayer").forEach(layer -> attempts.add(layer.longValue()));

    Layers layers = Layers.of(attempts, line.input().path("failureRate").doubleValue());

    ObjectNode answered = JsonNodeFactory.instance
        .objectNode()
        .put("worst", layers.worst())
        .put("expected", layers.expected())
        .put("success", layers.success());
    PlanVectors.assertFigures(line, answered);
  }

  @ParameterizedTest
  @MethodSource
  void throttles(VectorLine line) {
    JsonNode input = line.input();

    double probability = AdaptiveThrottle.rejectProbability(
        input.path("requests").doubleValue(),
        input.path("accepts").doubleValue(),
        input.path("k").doubleValue());

    PlanVectors.assertFigures(
        line, JsonNodeFactory.instance.objectNode().put("rejectProbability", probability));
  }

  static Stream<VectorLine> plans() {
    return PlanVectors.of("plan");
  }

  static Stream<VectorLine> knowsContinuousSums() {
    return PlanVectors.of("wait-sum-cdf");
  }

  static Stream<VectorLine> knowsSumsOfWholeMilliseconds() {
    return PlanVectors.of("discrete-wait-sum");
  }

  static Stream<VectorLine> plansBursts() {
    return PlanVectors.of("gilbert-elliott");
  }

  static Stream<VectorLine> countsWhoIsRescuedFromAnOutage() {
    return PlanVectors.of("rescue-in-outage");
  }

  static Stream<VectorLine> multipliesLayers() {
    return PlanVectors.of("nested-layers");
  }

  static Stream<VectorLine> throttles() {
    return PlanVectors.of("adaptive-throttle");
  }

  private static JsonNode json(Plan plan) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (PlanFigure figure : PlanFigure.all(plan)) {
      if (figure.isList()) {
        ArrayNode list = json.putArray(figure.name());
        figure.values().forEach(list::add);
      } else if (figure.values().isEmpty()) {
        json.putNull(figure.name());
      } else {
        json.put(figure.name(), figure.values().get(0));
      }
    }
    return json;
  }

  private static List<Double> numbers(JsonNode array) {
    List<Double> numbers = new ArrayList<>();
    array.forEach(number -> numbers.add(number.doubleValue()));
    return numbers;
  }
}
