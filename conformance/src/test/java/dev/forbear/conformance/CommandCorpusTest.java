package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The corpus of failures through the command: every line, whatever its kind, answered as it is labelled. */
class CommandCorpusTest {

  private static final List<VectorLine> ALL = VectorLine.of("corpus/failures.jsonl");
  private static final int LINES = 324;

  private static final Set<String> KEYS =
      Set.of("class", "transient", "retryAfterMs", "requestMayHaveRun", "rule");

  @Test
  void answersEveryLineAsItIsLabelled() {
    String input = ALL.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n"));

    CommandRun run = CommandRun.of(input, "classify");

    assertThat(ALL).hasSize(LINES);
    assertThat(run.lines()).hasSize(LINES);
    assertThat(differences(run)).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void answersThemAlikeWithoutTheNameOfTheProvider() {
    String input = ALL.stream()
        .map(line -> ((ObjectNode) line.json().deepCopy()).without("provider").toString())
        .collect(Collectors.joining("\n"));

    assertThat(differences(CommandRun.of(input, "classify"))).isEmpty();
  }

  @Test
  void readsAFileAsItReadsStandardInput() {
    String input = ALL.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n"));

    assertThat(CommandRun.of("", "classify", "corpus/failures.jsonl"))
        .isEqualTo(CommandRun.of(input, "classify"));
  }

  private static List<String> differences(CommandRun run) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < LINES; i++) {
      JsonNode line = ALL.get(i).json();
      JsonNode answer = VectorLine.parse(run.lines().get(i));
      Set<String> keys = new TreeSet<>();
      answer.fieldNames().forEachRemaining(keys::add);
      if (!keys.equals(KEYS) || !facts(answer).equals(facts(line.path("expected")))) {
        wrong.add("%s: %s instead of %s"
            .formatted(line.path("id").asText(), answer, facts(line.path("expected"))));
      }
    }
    return wrong;
  }

  private static String facts(JsonNode verdict) {
    return String.join(
        " ",
        verdict.path("class").asText(),
        verdict.path("transient").asText(),
        verdict.path("retryAfterMs").asText(),
        verdict.path("requestMayHaveRun").asText());
  }
}
