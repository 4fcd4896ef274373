package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.FailureClass;
import dev.forbear.providers.Providers;
import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import dev.forbear.testkit.Rehearsal;
import dev.forbear.testkit.Rehearsal.Driver;
import dev.forbear.testkit.Scenario;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Courses taken from public reports, played on the real machine by every driver; each fact they expect is compared. */
class ScenarioTest {

  private static final Set<String> AREAS = Set.of(
      "retry-after",
      "deadline",
      "cancellation",
      "partial-stream",
      "attempt-budget",
      "metrics",
      "idempotency",
      "fallback",
      "classification");

  private static final int PLAYED = 60;

  /** For people; not a fact. */
  private static final String NOTE = "caller";

  @ParameterizedTest
  @EnumSource(Driver.class)
  void takesTheCourseThatIsExpected(Driver driver) {
    List<JsonNode> played = lines();

    List<String> wrong = new ArrayList<>();
    for (JsonNode line : played) {
      wrong.addAll(differences(line, driver));
    }

    System.out.println("scenarios: " + played.size() + " played, " + driver);
    assertThat(wrong).isEmpty();
    assertThat(played).hasSize(PLAYED);
  }

  /** The lines a rehearsal can play: single tasks. */
  private static List<JsonNode> lines() {
    return Lines.of("corpus/scenarios.jsonl").stream()
        .filter(line -> AREAS.contains(line.get("area").asText()))
        .filter(line -> !line.get("policy").has("mode"))
        .toList();
  }

  private static List<String> differences(JsonNode line, Driver driver) {
    List<String> wrong = new ArrayList<>();
    Rehearsal.Course course;
    try {
      course = Rehearsal.play(Scenario.fromJson(line), driver, Providers.any(), event -> {});
    } catch (IllegalArgumentException e) {
      wrong.add(line.get("id").asText() + " was not played: " + e.getMessage());
      return wrong;
    }
    for (Map.Entry<String, JsonNode> expected : line.get("expect").properties()) {
      String name = expected.getKey();
      String wanted = plain(expected.getValue());
      if (!name.equals(NOTE) && !fact(course, name).equals(wanted)) {
        wrong.add(line.get("id").asText() + " " + name + ": " + fact(course, name) + " instead of "
            + wanted + " in " + course.trace());
      }
    }
    return wrong;
  }

  private static String fact(Rehearsal.Course course, String name) {
    Ending ending = course.ending();
    EndReason reason = ending.reason();
    FailureClass failure = ending.failureClass();
    return switch (name) {
      case "attempts" -> Integer.toString(course.startsMs().size());
      case "startsMs" -> plain(course.startsMs());
      case "waitsMs" -> plain(course.waitsMs());
      case "targets" -> course.targets().toString();
      case "keys" -> course.keys().toString();
      case "upstreamAbortedAtMs" -> plain(course.upstreamAbortedAtMs());
      case "outcome" -> ending.kind().word();
      case "reason" -> reason == null ? "null" : reason.word();
      case "failure" -> failure == null ? "null" : failure.word();
      case "retryAfterMs" -> plain(ending.retryAfterMs().orElse(-1));
      case "uncertain" -> Boolean.toString(ending.uncertain());
      case "degraded" -> Boolean.toString(ending.degraded());
      case "text" -> course.text();
      case "events" -> course.events().toString();
      case "elapsedMs" -> plain(course.elapsedMs());
      default -> throw new AssertionError("no course has the fact " + name);
    };
  }

  private static String plain(JsonNode value) {
    if (value.isArray()) {
      List<String> values = new ArrayList<>();
      value.forEach(element -> values.add(plain(element)));
      return values.toString();
    }
    return value.isNumber() ? plain(value.doubleValue()) : value.asText();
  }

  private static String plain(List<Double> numbers) {
    return numbers.stream().map(ScenarioTest::plain).toList().toString();
  }

  private static String plain(double number) {
    return number == 0 ? "0" : BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
