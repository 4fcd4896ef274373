package dev.forbear.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One call of the script, which the JVM can answer too.
 *
 * @param name for messages
 * @param rule which function
 * @param line JSON with the {@code input}, as it stands: both sides must read the very same digits
 */
record Question(String name, Rule rule, String line) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The functions of the script, and what answers them on the JVM. */
  enum Rule {
    PLAN,
    SUMMARY,
    DECIDE,
    COURSE,
    SIMULATE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private Map<String, @Nullable Object> answer(Fields input) {
      return switch (this) {
        case PLAN -> PlanAnswer.to(input);
        case SUMMARY -> SummaryAnswer.to(input);
        case DECIDE -> DecisionAnswer.to(input);
        case COURSE -> CourseAnswer.to(input);
        case SIMULATE -> SimulationAnswer.to(input);
      };
    }
  }

  static Question of(String name, Rule rule, String input) {
    return new Question(name, rule, "{\"input\":" + input + "}");
  }

  /** The lines of a file of vectors. */
  static List<Question> ofVectors(Rule rule, String file) {
    List<Question> questions = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of("../conformance/vectors", file))) {
        questions.add(new Question(file + ":" + (questions.size() + 1), rule, line));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return questions;
  }

  /** What the script is sent. */
  String text() {
    return "{\"ask\":\"" + rule.word() + "\",\"line\":" + line + "}";
  }

  JsonNode json() {
    return parse(line);
  }

  /** What the same rules answer here. */
  @Nullable
  Object answerHere() {
    try {
      return plain(rule.answer(Fields.of(plain(json().path("input")))));
    } catch (IllegalArgumentException refused) {
      return Map.of("error", String.valueOf(refused.getMessage()));
    }
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException broken) {
      throw new AssertionError("not JSON: " + text, broken);
    }
  }

  static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  /** Lists and maps with every number as a double, as JavaScript has them. */
  static @Nullable Object plain(JsonNode value) {
    return plain(JSON.convertValue(value, Object.class));
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Number number) {
      // JSON has one zero.
      return number.doubleValue() + 0.0;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> plain = new ArrayList<>();
      list.forEach(each -> plain.add(plain(each)));
      return plain;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, @Nullable Object> plain = new LinkedHashMap<>();
      map.forEach((key, each) -> plain.put(String.valueOf(key), plain(each)));
      return plain;
    }
    return value;
  }

  @Override
  public String toString() {
    return name;
  }
}
