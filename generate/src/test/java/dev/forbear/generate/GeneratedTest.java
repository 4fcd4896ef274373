package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What every text has, and what it says of itself. */
class GeneratedTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  @ParameterizedTest
  @EnumSource
  void everyTextIsWholeAndNamesItsPolicyAndItsDifferences(Target target) {
    for (Recipe recipe : Golden.recipes().values()) {
      Generated generated = Generated.of(recipe, target);

      assertThat(generated.text())
          .endsWith("\n")
          .doesNotContain("{{", "\n\n\n\n", " \n", "\u00a0")
          .contains("Bounded retries, by Forbear: ", generated.versions());
      String head = oneLine(generated.text());
      for (String difference : generated.differences()) {
        assertThat(head).contains(difference);
      }
      assertThat(generated.text().lines().allMatch(line -> line.length() <= 130))
          .isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"JAVA", "PYTHON", "TYPESCRIPT", "GO", "RUST", "CSHARP"})
  void plainTextsDoAllThatIsAsked(Target target) {
    for (Recipe recipe : Golden.recipes().values()) {
      Generated generated = Generated.of(recipe, target);

      assertThat(generated.differences()).isEmpty();
      assertThat(generated.here()).isEqualTo(generated.asked());
    }
  }

  @Test
  void saysTheFiguresOfThePublishedExample() {
    assertThat(oneLine(Generated.of(PUBLISHED, Target.GO).text()))
        .contains(
            "Planned for 8 % failures and 1.2 s per attempt: a call takes 1.33 s on average, 19 of 20 end"
                + " within 2.60 s, the longest take 8.30 s; 1.087 attempts per call, 4.000 when every attempt fails.");
  }

  @Test
  void putsBothPlansSideBySideWhereTheyDiffer() {
    Recipe tight = Recipe.of(4, 4000, 20_000).withDeadline(10_000, 1000);

    Generated generated = Generated.of(tight, Target.RESILIENCE4J);

    assertThat(generated.differences())
        .contains("The 10 s for everything are not kept. A call can take 32.80 s.");
    assertThat(generated.text())
        .contains("   the longest                                            10.00 s     32.80 s");
    assertThat(generated.here().attemptsIfAllFail()).isCloseTo(4, within(1e-9));
    assertThat(generated.asked().attemptsIfAllFail()).isLessThan(3);
  }

  @Test
  void tellsWhatTheWaitsOfGrpcAre() {
    assertThat(Generated.of(PUBLISHED, Target.GRPC).differences())
        .contains("Its waits are 200–300, 400–600, 800–1200 ms, not 0–500, 0–1000, 0–2000 ms.")
        .anyMatch(difference -> difference.contains("408, 425, 500, 520, 521, 522, 523, 524, 529"));
  }

  @Test
  void namesTheFirstWaitThatIsDifferentHoweverLateItComes() {
    assertThat(Generated.of(Recipe.of(7, 500, 20_000), Target.ISTIO).differences())
        .contains("From wait 5 on its waits are 0–5000, 0–5000 ms, not 0–8000, 0–16000 ms.");
  }

  @Test
  void tellsThatATimerOfCockatielIsShorterThanAWait() {
    double monthMs = 31 * 86_400_000.0;

    Generated generated = Generated.of(
        Recipe.of(2, monthMs, monthMs).withWaits(2, Jitter.NONE, HintRule.FLOOR), Target.COCKATIEL);

    assertThat(generated.differences()).contains("Its waits are 2147483647 ms, not 2678400000 ms.");
    assertThat(generated.here().longestMs()).isLessThan(generated.asked().longestMs());
  }

  @Test
  void knowsOfStatusesWhatTheClassifierKnows() {
    for (int status = 400; status < 600; status++) {
      Classified known = FailureClassifier.defaults().classify(ProviderReply.of(status), 0);
      Recipe recipe = Recipe.of(4, 500, 8000).withStatuses(List.of(status));
      if (Recipe.DEFAULT_STATUSES.contains(status)) {
        assertThat(known.isTransient()).as("status " + status).isTrue();
      }
      if (known.isTransient()) {
        assertThat(recipe.uncertain().isEmpty())
            .as("status " + status)
            .isEqualTo(known.requestMayHaveRun() == RequestMayHaveRun.NO);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 500, 8000, 'maxAttempts must be from 1 to 1000, was 0'",
    "4, 0.5, 8000, 'baseMs must be whole milliseconds, at least 0, was 0.5'",
    "4, -1, 8000, 'baseMs must be whole milliseconds, at least 0, was -1'",
    "4, NaN, 8000, 'baseMs must be whole milliseconds, at least 0, was NaN'",
    "4, Infinity, 8000, 'baseMs must be whole milliseconds, at least 0, was Infinity'",
    "4, 500, 0, 'capMs must be whole milliseconds, at least 1, was 0'",
  })
  void refusesWhatIsNoPolicy(int attempts, double baseMs, double capMs, String message) {
    assertThatThrownBy(() -> Recipe.of(attempts, baseMs, capMs))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refusesAMinimumThatNoAttemptCanHave() {
    assertThatThrownBy(() -> PUBLISHED.withDeadline(500, 501))
        .hasMessage(
            "minimumAttemptMs must be at most deadlineMs (500), or no attempt is ever made; was 501");
    assertThatThrownBy(() -> PUBLISHED.withWaits(0.5, Jitter.FULL, HintRule.FLOOR))
        .hasMessage("multiplier must be a finite number >= 1, was 0.5");
    assertThatThrownBy(() -> new Traffic(1.1, 0))
        .hasMessage("failureRate must be from 0 to 1, was 1.1");
  }

  /** The text without the marks of comments and strings, its lines joined. */
  private static String oneLine(String text) {
    StringBuilder joined = new StringBuilder();
    for (String line : text.lines().toList()) {
      String bare =
          line.strip().replaceFirst("^(\\* |//! |// |# |\")", "").replaceFirst("\",?$", "");
      joined.append(bare.replaceFirst("^- ", "").strip()).append(' ');
    }
    return joined.toString();
  }
}
