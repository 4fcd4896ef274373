package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The answer in a browser: it follows every keystroke, and it is the answer of the rules. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class HeadlineTest {

  private final PlannerPage page;

  HeadlineTest(PlannerPage page) {
    this.page = page;
  }

  @Test
  void beginsWithThePublishedExample() {
    page.open("");

    assertThat(page.field("attempts")).isEqualTo("4");
    assertThat(page.field("base")).isEqualTo("500ms");
    assertThat(page.figures())
        .isEqualTo(Map.of(
            "success", "99.9959 %", "time", "1.33 s", "load", "1.09×", "worst-day", "4.00×"));
  }

  @Test
  void followsWhatIsTyped() {
    page.open("");

    page.type("attempts", "1");
    page.settle();

    assertThat(page.text("figure-success")).isEqualTo("92.0 %");
    assertThat(page.text("figure-load")).isEqualTo("1.00×");
    assertThat(page.text("figure-worst-day")).isEqualTo("1.00×");

    page.press(Keys.BACK_SPACE, "4");
    page.settle();

    assertThat(page.text("figure-success")).isEqualTo("99.9959 %");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#attempts=1&deadline=none",
        "#attempts=7&base=10ms&multiplier=3.5&cap=none&fail=33.3%",
        "#jitter=none&fail=50%&deadline=5s&minimum=1ms",
        "#jitter=equal&attempts=9&base=2s&cap=3s&fail=99%&deadline=1m",
        "#jitter=decorrelated&attempts=3&fail=20%",
        "#fail=0%",
        "#fail=100%&deadline=none",
        "#retry-after=3s&hint-rule=add&fail=25%",
        "#retry-after=3s&hint-rule=spread&fail=25%",
        "#retry-after=1.5s&hint-rule=exact&fail=25%",
        "#latency=90ms&failed-latency=4s&fail=12.5%&deadline=9s",
        "#base=0ms&cap=none&fail=0.01%",
        "#attempts=40&base=1s&cap=1h&multiplier=1.3&fail=80%&deadline=24h"
      })
  void saysWhatTheRulesSay(String state) {
    page.open(state);

    assertIsHeadline();
    page.assertNoFault();
  }

  @Test
  void saysWhatTheRulesSayOfEveryPreset() {
    page.open("");
    List<String> presets = page.texts("#presets button");
    assertThat(presets).isNotEmpty().doesNotHaveDuplicates();

    for (int i = 0; i < presets.size(); i++) {
      page.run("document.querySelectorAll('#presets button')[arguments[0]].click()", i);
      page.settle();

      assertIsHeadline();
    }
  }

  @Test
  void goesBackToTheStart() {
    page.open("#attempts=9&seed=5");

    page.click("start-again");
    page.settle();

    assertThat(page.field("attempts")).isEqualTo("4");
    assertThat(page.words("location.hash")).isEmpty();
    assertIsHeadline();
  }

  @Test
  void saysBesideTheFiguresWhatTheyAssume() {
    page.open("");

    assertThat(page.text("assumes")).contains("independent", "upper bound", "worst day");
    assertThat(page.is(
            "document.getElementById('answer').contains(document.getElementById('assumes'))"))
        .isTrue();
    assertThat(page.isShown("assumes")).isTrue();
  }

  @Test
  void readsNoWaitLongerThanTheCap() {
    page.open("#base=10s&cap=5s");
    assertThat(page.text("reads-as")).contains("a wait anywhere up to 5s, each;");

    page.open("#base=1500ms&cap=800ms&jitter=equal");
    assertThat(page.text("reads-as")).contains("between half of 800ms and all of it, each;");

    page.open("#base=0ms&jitter=none");
    assertThat(page.text("reads-as")).contains("exactly 0ms, each, so");
  }

  @Test
  void readsThePolicyAloud() {
    page.open("#attempts=2&jitter=none&deadline=none");
    assertThat(page.text("reads-as")).contains("2 attempts", "exactly 500ms", "no deadline");

    page.fill("attempts", "1");
    page.settle();
    assertThat(page.text("reads-as")).contains("One attempt").doesNotContain("wait");
  }

  @Test
  void tellsAScreenReaderOnceTypingHasPaused() {
    page.open("");
    page.until("the first answer is told", () -> page.text("live").contains("99.9959 %"));

    page.type("attempts", "1");

    page.until("the new answer is told", () -> page.text("live").contains("92.0 %"));
    assertThat(page.element("live").getDomAttribute("aria-live")).isEqualTo("polite");
  }

  private void assertIsHeadline() {
    Headline expected = Headline.of(page.fields());
    assertThat(page.figures()).isEqualTo(expected.large());
    expected
        .small()
        .forEach((name, figures) ->
            assertThat(page.smallPrint(name)).as("below %s", name).containsSubsequence(figures));
  }
}
