package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be read stays in its field and is explained there; nothing turns into a number that is none. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class BadTextTest {

  /** Wrong for every knob. */
  private static final List<String> WRONG = List.of(
      "letters",
      "-1",
      "-500ms",
      "NaN",
      "Infinity",
      "1e999",
      "1e999ms",
      "undefined",
      "null",
      "5 parsecs",
      "1;2",
      "0x10",
      "٣",
      "½",
      "💥",
      "\u202E1",
      "99999999999999999999h",
      "<img src=x onerror=alert(1)>",
      "a".repeat(10_000),
      "9".repeat(10_000));

  /** Wrong for these only. */
  private static final List<String> DURATIONS = List.of(
      "base", "cap", "deadline", "minimum", "latency", "burst", "outage-length", "attempt-timeout");

  private static final String WITHOUT_UNIT = "500";

  private static final int LONGEST_MESSAGE = 160;

  private final PlannerPage page;

  BadTextTest(PlannerPage page) {
    this.page = page;
  }

  @TestFactory
  Stream<DynamicTest> saysOfEveryKnobWhatIsWrong() {
    page.open("");
    List<String> knobs = new ArrayList<>();
    for (JsonNode knob : Question.parse(page.words(
        "JSON.stringify(Knobs.ALL.filter((knob) => !knob.choices).map((knob) => knob.key))"))) {
      knobs.add(knob.asText());
    }
    assertThat(knobs).hasSizeGreaterThan(10).containsAll(DURATIONS);
    return knobs.stream()
        .map(knob -> dynamicTest(knob, () -> {
          List<String> texts = new ArrayList<>(WRONG);
          if (DURATIONS.contains(knob)) {
            texts.add("");
            texts.add(WITHOUT_UNIT);
          }
          for (JsonNode refused : page.refusals(knob, texts)) {
            String text = refused.path("text").asText();
            String name =
                knob + " '" + (text.length() > 40 ? text.length() + " characters" : text) + "'";
            assertThat(refused.path("kept").asText()).as(name).isEqualTo(text);
            assertThat(refused.path("invalid").asText()).as(name).isEqualTo("true");
            assertThat(refused.path("message").asText())
                .as(name)
                .isNotBlank()
                .contains(text.equals(WITHOUT_UNIT) ? "unit" : "")
                .hasSizeLessThan(LONGEST_MESSAGE);
            assertThat(refused.path("nonsense")).as(name).isEmpty();
          }
          page.fill(knob, page.words("Knobs.of(arguments[0]).value", knob));
          assertThat(page.element("knob-" + knob).getDomAttribute("aria-invalid"))
              .isEqualTo("false");
          assertThat(page.isShown("wrong-" + knob)).isFalse();
          page.settle();
          assertThat(page.nonsense()).isEmpty();
        }));
  }

  @Test
  void showsThatTheAnswerIsOldUntilTheFieldIsRight() {
    page.open("");

    page.type("deadline", "soon");
    assertThat(page.isShown("trouble")).isTrue();
    assertThat(page.text("trouble")).contains("Deadline");
    assertThat(page.text("figure-success")).isEqualTo("99.9959 %");

    page.type("deadline", "2s");
    page.settle();
    assertThat(page.isShown("trouble")).isFalse();
    assertThat(page.text("figure-success")).isNotEqualTo("99.9959 %");
    page.assertNoFault();
  }

  /** Right, and far from what anybody means. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "#attempts=1000&base=0ms",
        "#attempts=1000&multiplier=1000&cap=none&deadline=none",
        "#latency=0ms&base=0ms&minimum=0ms&deadline=1ms",
        "#latency=9007199254740991ms&deadline=none&cap=none",
        "#base=9007199254740991ms&cap=none",
        "#fail=100%&latency=0ms",
        "#fail=0%&latency=0ms&base=0ms&deadline=none&cap=none",
        "#attempts=1&fail=100%&layers=none",
        "#deadline=1ms",
        "#minimum=9007199254740991ms",
        "#layers=1000,1000,1000,1000,1000,1000&attempts=1000",
        "#burst=9007199254740991ms",
        "#burst=0.001ms&fail=0.000001%",
        "#failed-latency=0ms&latency=1h&retry-after=24h",
      })
  void showsNoNonsenseAtTheEdges(String state) {
    page.open(state);

    assertThat(page.nonsense()).isEmpty();
    page.assertNoFault();
  }
}
