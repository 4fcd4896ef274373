package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The vectors of the three published functions, one list per function, and the check of what a program answered to them. */
final class PublishedVectors {

  private static final Path FOLDER = Path.of("..", "conformance", "vectors");

  private static final Map<String, Integer> COUNTS =
      Map.of("decide", 128, "schedule", 72, "next-delay", 69);

  /** Every line as it stands: infinity is written 1e999, which must not be printed anew. */
  static List<String> lines(String kind) {
    try {
      List<String> lines = new ArrayList<>();
      lines.addAll(Files.readAllLines(FOLDER.resolve("contract-" + kind + ".jsonl")));
      lines.addAll(Files.readAllLines(FOLDER.resolve(kind + ".jsonl")));
      assertThat(lines).hasSize(COUNTS.getOrDefault(kind, 0));
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answers in camel case: a value, or an object with {@code error}. */
  static void assertAnswered(String kind, String output) {
    List<JsonNode> answers = Played.lines(output);
    List<String> lines = lines(kind);
    assertThat(answers).as(kind).hasSize(lines.size());
    for (int i = 0; i < answers.size(); i++) {
      JsonNode expected = Played.json(lines.get(i)).path("expect");
      boolean isSame = expected.equals(
          (one, other) -> one.isNumber() && other.isNumber()
              ? Double.compare(one.doubleValue(), other.doubleValue())
              : one.equals(other) ? 0 : 1,
          answers.get(i));
      assertThat(isSame).as("%s%nanswered %s", lines.get(i), answers.get(i)).isTrue();
    }
  }

  private PublishedVectors() {}
}
