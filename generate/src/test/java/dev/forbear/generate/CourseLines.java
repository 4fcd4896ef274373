package dev.forbear.generate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The courses for programs without a reader of JSON, tab between fields.
 *
 * <p>{@code course}, 1 for repeatable, the wall clock; then for each attempt {@code attempt}, the random number, status,
 * milliseconds, and name and value of each header.
 */
final class CourseLines {

  static String of(JsonNode courses) {
    StringBuilder lines = new StringBuilder();
    for (JsonNode course : courses) {
      add(
          lines,
          List.of(
              "course",
              course.path("repeatable").booleanValue() ? "1" : "0",
              course.path("nowMs").asText()));
      for (int i = 0; i < course.path("attempts").size(); i++) {
        JsonNode attempt = course.path("attempts").get(i);
        List<String> fields = new ArrayList<>(List.of(
            "attempt",
            course.path("random").get(i).asText(),
            attempt.path("status").asText(),
            attempt.path("ms").asText()));
        attempt.path("headers").properties().forEach(header -> {
          fields.add(header.getKey());
          fields.add(header.getValue().textValue());
        });
        add(lines, fields);
      }
    }
    return lines.toString();
  }

  private static void add(StringBuilder lines, List<String> fields) {
    lines.append(String.join("\t", fields)).append('\n');
  }

  private CourseLines() {}
}
