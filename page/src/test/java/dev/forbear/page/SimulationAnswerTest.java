package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.forbear.page.Question.Rule;
import dev.forbear.plan.Quantiles;
import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.StormFigures;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulationAnswerTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Question SMALL = Question.of("a small world", Rule.SIMULATE, """
      {"seed":7,"durationMs":3000,"provider":{"meanMs":100},"clients":[{"name":"a","deadlineMs":5000,\
      "policy":{"maxAttempts":2,"baseDelayMs":100,"maxDelayMs":1000,"minimumAttemptMs":10},\
      "arrivals":{"kind":"together","tasks":5}}]}""");

  @Test
  void showsEveryFigureUnderItsName() {
    JsonNode answer = JSON.valueToTree(SMALL.answerHere());
    JsonNode moment = answer.path("moments").path(0);
    JsonNode client = answer.path("clients").path(0);

    assertNamed(moment, Moment.class);
    assertNamed(moment.path("clients").path(0), Counts.class);
    assertNamed(client.path("counts"), Counts.class);
    assertNamed(client.path("quantiles"), Quantiles.class);
    assertNamed(answer.path("storm"), StormFigures.class);
  }

  @Test
  void leavesWhatIsAbsentToItsDefault() {
    JsonNode answer = JSON.valueToTree(SMALL.answerHere());
    JsonNode client = answer.path("clients").path(0);

    assertThat(client.path("counts").path("succeeded").doubleValue()).isEqualTo(5);
    assertThat(client.path("load").doubleValue()).isEqualTo(1);
  }

  private static void assertNamed(JsonNode shown, Class<? extends Record> type) {
    List<String> names =
        Stream.of(type.getRecordComponents()).map(RecordComponent::getName).toList();
    assertThat(shown.fieldNames()).toIterable().containsExactlyElementsOf(names);
  }
}
