package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Compares what a generated program did with what it had to do: one line of JSON per course. */
final class Played {

  /** Clocks in seconds since 1970 are no finer as doubles. */
  private static final double TOLERANCE_MS = 0.01;

  static void assertAsExpected(String name, JsonNode courses, String output) {
    List<JsonNode> played = lines(output);
    assertThat(played).as(name + " answered " + output).hasSize(courses.size());
    for (int i = 0; i < played.size(); i++) {
      JsonNode course = courses.get(i);
      JsonNode expected = course.path("expected");
      boolean isSame = expected.equals(Played::compareNumbers, played.get(i));
      assertThat(isSame)
          .as("%s, course %s%nexpected %s%nwas      %s", name, course, expected, played.get(i))
          .isTrue();
    }
  }

  static List<JsonNode> lines(String output) {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : output.lines().toList()) {
      lines.add(json(line));
    }
    return lines;
  }

  static JsonNode json(String text) {
    try {
      return Golden.JSON.readTree(text);
    } catch (JsonProcessingException broken) {
      throw new AssertionError("not JSON: " + text, broken);
    }
  }

  private static int compareNumbers(JsonNode expected, JsonNode given) {
    if (expected.isNumber() && given.isNumber()) {
      return Math.abs(expected.doubleValue() - given.doubleValue()) <= TOLERANCE_MS ? 0 : 1;
    }
    return expected.equals(given) ? 0 : 1;
  }

  private Played() {}
}
