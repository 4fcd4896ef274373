package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.page.Question.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compiled script on Node, in a world with nothing in it but the language: what the vectors expect, and to the last bit
 * what the JVM answers.
 */
class ScriptTest {

  private static final int PLANS = 21;
  private static final int DECISIONS = 128;

  private static final Optional<Node> NODE =
      Node.on(Optional.ofNullable(System.getenv("PATH")).orElse(""));

  static {
    if (NODE.isEmpty()) {
      System.out.println(Node.NOT_PROVEN);
    }
  }

  @TempDir
  private Path folder;

  @TestFactory
  Stream<DynamicTest> plansEveryVectorWithinItsTolerance() {
    return answered(plans(), ScriptTest::assertFigures);
  }

  @TestFactory
  Stream<DynamicTest> decidesEveryVector() {
    return answered(decisions(), (question, answer) -> {
      JsonNode expected = question.json().path("expect");
      if (expected.has("error")) {
        assertThat(answer.path("error").isTextual()).as("%s", answer).isTrue();
      } else {
        assertThat(Question.plain(answer)).isEqualTo(Question.plain(expected));
      }
    });
  }

  @TestFactory
  Stream<DynamicTest> answersEveryVectorAsTheJvmDoes() {
    return asHere(
        Stream.of(plans(), summaries(), decisions()).flatMap(List::stream).toList());
  }

  @TestFactory
  Stream<DynamicTest> plansWhateverIsAskedAsTheJvmDoes() {
    return asHere(AnyQuestions.plans());
  }

  @TestFactory
  Stream<DynamicTest> playsEveryCourseAsTheJvmDoes() {
    return asHere(AnyQuestions.courses());
  }

  @TestFactory
  Stream<DynamicTest> simulatesEveryWorldAsTheJvmDoes() {
    return asHere(AnyQuestions.worlds());
  }

  @TestFactory
  Stream<DynamicTest> refusesInTheWordsOfTheJvm() {
    return answered(AnyQuestions.refused(), (question, answer) -> {
      assertThat(answer.path("error").isTextual()).as("%s", answer).isTrue();
      assertThat(Question.plain(answer)).isEqualTo(question.answerHere());
    });
  }

  @TestFactory
  Stream<DynamicTest> refusesWhatNoJsonCanSay() {
    Map<String, String> messages = new LinkedHashMap<>();
    messages.put("undefined", "input must be an object, was missing");
    messages.put("() => 1", "input must be plain data, has a function");
    messages.put("{baseMs: 1n}", "input must be plain data, has a bigint");
    messages.put("{latencyMs: NaN}", "latencyMs must be a finite number >= 0, was NaN");
    messages.put("{latencyMs: -Infinity}", "latencyMs must be a finite number >= 0, was -Infinity");
    messages.put("{latencyMs: undefined}", "latencyMs is missing; it must be a number");
    messages.put("{latencyMs: new Date(0)}", "latencyMs must be a number, was an object");
    messages.put(
        "(() => { const inner = {}; inner.inner = inner; return inner; })()",
        "input must be nested at most 16 levels deep, was deeper");
    List<String> questions = messages.keySet().stream()
        .map(expression -> "{\"ask\":\"plan\",\"expression\":\"" + expression + "\"}")
        .toList();
    List<JsonNode> answers = NODE.map(node -> node.answers(questions, folder)).orElse(List.of());
    Iterator<JsonNode> answer = answers.iterator();
    return messages.entrySet().stream()
        .limit(answers.size())
        .map(each -> dynamicTest(
            each.getKey(),
            () -> assertThat(answer.next().path("error").asText()).isEqualTo(each.getValue())));
  }

  @Test
  void readsAsManyVectorsAsThereAre() {
    assertThat(plans()).hasSize(PLANS);
    assertThat(decisions()).hasSize(DECISIONS);
  }

  @Test
  void saysWhereNodeIsMissing() {
    assertThat(Node.on("")).isEmpty();
    assertThat(Node.on("/nowhere:target")).isEmpty();
    assertThat(Node.NOT_PROVEN).startsWith("not proven here: ");
  }

  private static List<Question> plans() {
    return Question.ofVectors(Rule.PLAN, "plan.jsonl").stream()
        .filter(vector -> vector.json().path("kind").asText().equals("plan"))
        .toList();
  }

  private static List<Question> summaries() {
    return plans().stream()
        .map(plan -> new Question(plan.name(), Rule.SUMMARY, plan.line()))
        .toList();
  }

  private static List<Question> decisions() {
    List<Question> vectors =
        new ArrayList<>(Question.ofVectors(Rule.DECIDE, "contract-decide.jsonl"));
    vectors.addAll(Question.ofVectors(Rule.DECIDE, "decide.jsonl"));
    return vectors;
  }

  private Stream<DynamicTest> asHere(List<Question> questions) {
    return answered(
        questions,
        (question, answer) -> assertThat(Question.plain(answer)).isEqualTo(question.answerHere()));
  }

  /** One test for each question, none without Node. */
  private Stream<DynamicTest> answered(
      List<Question> questions, BiConsumer<Question, JsonNode> check) {
    if (NODE.isEmpty()) {
      return Stream.empty();
    }
    List<JsonNode> answers =
        NODE.get().answers(questions.stream().map(Question::text).toList(), folder);
    return IntStream.range(0, questions.size()).mapToObj(i -> {
      Question question = questions.get(i);
      return dynamicTest(
          question.rule().word() + " " + question.name(),
          () -> check.accept(question, answers.get(i)));
    });
  }

  private static void assertFigures(Question vector, JsonNode answer) {
    JsonNode tolerances = vector.json().path("tol");
    JsonNode expected = vector.json().path("expected");
    assertThat(expected.size()).isPositive();
    for (Map.Entry<String, JsonNode> figure : expected.properties()) {
      String name = figure.getKey();
      boolean isTime = name.endsWith("Ms") || name.startsWith("expectedMs");
      JsonNode tolerance = tolerances.path(isTime ? "*Ms" : "other");
      assertClose(name, figure.getValue(), answer.path(name), tolerance.doubleValue());
    }
  }

  private static void assertClose(
      String name, JsonNode expected, JsonNode given, double tolerance) {
    if (expected.isNumber()) {
      assertThat(given.isNumber())
          .as("%s must be a number, was %s", name, given)
          .isTrue();
      assertThat(given.doubleValue()).as(name).isCloseTo(expected.doubleValue(), within(tolerance));
      return;
    }
    assertThat(given.getNodeType()).as(name).isEqualTo(expected.getNodeType());
    assertThat(given.size()).as(name).isEqualTo(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      assertClose(name + "[" + i + "]", expected.get(i), given.get(i), tolerance);
    }
  }
}
