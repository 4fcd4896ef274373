package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.providers.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The corpus of failures against the tables of the providers: every line, whole. */
class ProviderCorpusTest {

  private static final int LINES = 324;

  @Test
  void answersEveryLineWithoutBeingToldWhoIsSpeaking() {
    assertAgreement(line -> Providers.any());
  }

  @Test
  void answersEveryLineThroughTheProviderItNames() {
    assertAgreement(line -> Providers.named(line.path("provider").asText()));
  }

  @Test
  void namesTheRuleWithoutAnyContentOfTheReply() {
    for (FailureLine line : FailureLine.ALL) {
      assertThat(line.classify(Providers.any()).rule())
          .as(line.id())
          .isNotBlank()
          .doesNotContain("sk-***", "req_x", "resp_x")
          .hasSizeLessThan(1_000);
    }
  }

  private static void assertAgreement(Function<JsonNode, FailureClassifier> classifier) {
    List<String> wrong = new ArrayList<>();
    for (FailureLine line : FailureLine.ALL) {
      Classified given = line.classify(classifier.apply(line.json()));
      if (!FailureLine.facts(given).equals(line.expected())) {
        wrong.add(line.id() + ": " + FailureLine.facts(given) + " by '" + given.rule()
            + "' instead of " + line.expected());
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(FailureLine.ALL).hasSize(LINES);
  }
}
