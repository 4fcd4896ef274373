package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The corpus of scenarios through the command, each line played by both drivers. */
class RehearsalCorpusTest {

  private static final List<VectorLine> ALL = VectorLine.of("corpus/scenarios.jsonl");

  /** Notes for people, beside the facts. */
  private static final Set<String> NOTES = Set.of(
      "caller", "unboundedLayersWouldSend", "observedElapsedInReportMs", "defaultsWouldSleepMs");

  private static final int LINES = 70;
  private static final int PLAYED = 60;
  private static final int REFUSED = 10;

  @Test
  void takesTheExpectedCourseOnEveryLine() {
    List<VectorLine> lines = lines(line -> !isRefused(line));
    assertThat(ALL).hasSize(LINES);
    assertThat(lines).hasSize(PLAYED);

    CommandRun run = rehearse(lines);

    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < PLAYED; i++) {
      compare(lines.get(i), VectorLine.parse(run.lines().get(i)), wrong);
    }
    assertThat(wrong).isEmpty();
    assertThat(run.lines()).hasSize(PLAYED);
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void saysWhyOtherModesAreNotRehearsed() {
    List<VectorLine> lines = lines(RehearsalCorpusTest::isRefused);
    assertThat(lines).hasSize(REFUSED);

    CommandRun run = rehearse(lines);

    for (int i = 0; i < REFUSED; i++) {
      JsonNode answer = VectorLine.parse(run.lines().get(i));
      assertThat(answer.size()).as(lines.get(i).name()).isEqualTo(1);
      assertThat(answer.path("error").asText())
          .as(lines.get(i).name())
          .matches("a scenario of mode '(limiter|ledger)' is not a task of its own .*");
    }
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void answersBothKindsOfLineInTheirOrder() {
    CommandRun run = rehearse(ALL);

    assertThat(run.lines()).hasSize(LINES);
    for (int i = 0; i < LINES; i++) {
      assertThat(VectorLine.parse(run.lines().get(i)).has("error"))
          .as(ALL.get(i).name())
          .isEqualTo(isRefused(ALL.get(i)));
    }
  }

  private static void compare(VectorLine line, JsonNode answer, List<String> wrong) {
    for (var fact : line.expect().properties()) {
      if (!NOTES.contains(fact.getKey()) && !isSame(fact.getValue(), answer.path(fact.getKey()))) {
        wrong.add("%s %s: expected %s, answered %s in %s"
            .formatted(
                id(line), fact.getKey(), fact.getValue(), answer.get(fact.getKey()), answer));
      }
    }
  }

  private static boolean isSame(JsonNode expected, JsonNode given) {
    // Numbers of the same value, whatever their notation.
    return expected.equals(
        (one, other) -> one.isNumber() && other.isNumber()
            ? Double.compare(one.doubleValue(), other.doubleValue())
            : (one.equals(other) ? 0 : 1),
        given);
  }

  private static CommandRun rehearse(List<VectorLine> lines) {
    String input = lines.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n"));
    return CommandRun.of(input, "rehearse");
  }

  private static List<VectorLine> lines(Predicate<VectorLine> which) {
    return ALL.stream().filter(which).toList();
  }

  private static boolean isRefused(VectorLine line) {
    return line.json().path("policy").has("mode");
  }

  private static String id(VectorLine line) {
    return line.json().path("id").asText();
  }
}
