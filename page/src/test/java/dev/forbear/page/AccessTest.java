package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The page without a mouse, without sight, in the dark, without motion, and on a phone. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class AccessTest {

  private static final int PHONE_HEIGHT = 844;

  /** More stops than the page has. */
  private static final int MOST_STOPS = 200;

  private final PlannerPage page;

  AccessTest(PlannerPage page) {
    this.page = page;
  }

  @Test
  void isWhollyReachedByKeyboard() {
    page.open("");
    page.settleStorm();
    page.showCode();
    page.run("scrollTo(0, 0)");

    page.press(Keys.TAB);
    assertThat(page.words("document.activeElement.className")).isEqualTo("skip");
    assertThat(page.is("document.activeElement.getBoundingClientRect().left >= 0"))
        .isTrue();

    List<String> stops = new ArrayList<>();
    while (!page.focused().equals("tab-java") && stops.size() < MOST_STOPS) {
      page.press(Keys.TAB);
      stops.add(page.focused());
      page.until("the focus is seen on " + page.focused(), page::hasVisibleFocus);
    }

    assertThat(stops)
        .containsSubsequence(
            "chat",
            "knob-attempts",
            "slide-attempts",
            "knob-jitter",
            "knob-deadline",
            "knob-fail",
            "copy-link",
            "spans-table",
            "knob-burst",
            "knob-layers",
            "knob-seed",
            "play",
            "time",
            "tab-java")
        .doesNotHaveDuplicates();
  }

  @Test
  void skipsToTheKnobs() {
    page.open("");

    page.press(Keys.TAB, Keys.ENTER);
    page.press(Keys.TAB);

    assertThat(page.is("document.getElementById('knobs').contains(document.activeElement)"))
        .isTrue();
    assertThat(page.text("figure-success")).isEqualTo("99.9959 %");
  }

  @Test
  void turnsSlidersWithArrows() {
    page.open("");

    page.focus("slide-attempts");
    page.press(Keys.END);
    page.settle();

    assertThat(page.field("attempts")).isEqualTo("20");
    assertThat(page.element("slide-attempts").getDomAttribute("aria-valuetext")).isEqualTo("20");

    page.press(Keys.HOME);
    page.settle();

    assertThat(page.field("attempts")).isEqualTo("1");
    assertThat(page.text("figure-success")).isEqualTo("92.0 %");

    page.focus("slide-base");
    page.press(Keys.ARROW_RIGHT);

    assertThat(page.field("base")).isNotEqualTo("500ms");
    assertThat(page.element("slide-base").getDomAttribute("aria-valuetext"))
        .isEqualTo(page.field("base"));
  }

  @Test
  void choosesTargetsWithArrows() {
    page.open("");
    page.showCode();
    page.focus("tab-java");
    String java = page.text("code");

    page.press(Keys.ARROW_RIGHT);

    assertThat(page.focused()).isEqualTo("tab-python");
    assertThat(page.texts("#targets [aria-selected=true]")).containsExactly("plain Python");
    assertThat(page.text("code")).isNotBlank().isNotEqualTo(java);

    page.press(Keys.HOME);
    assertThat(page.text("code")).isEqualTo(java);
    page.press(Keys.ARROW_LEFT);
    assertThat(page.focused())
        .isEqualTo(page.words("document.querySelector('#targets').lastChild.id"));
    page.press(Keys.TAB);
    assertThat(page.focused()).isEqualTo("copy-code");
  }

  @Test
  void playsTheStormWithTheSpaceBar() {
    page.open("");
    page.settleStorm();
    page.focus("play");

    page.press(" ");
    assertThat(page.text("play")).isEqualTo("Pause");
    page.press(" ");
    assertThat(page.text("play")).isEqualTo("Play");
  }

  @ParameterizedTest
  @CsvSource({
    "light, 1280, ''",
    "dark, 1280, ''",
    "light, 390, ''",
    "dark, 390, ''",
    "light, 1280, #attempts=many",
    "dark, 390, #attempts=many"
  })
  void hasNoSeriousFaultForAxe(String colors, int width, String state) {
    page.browser().media(colors, "reduce");
    page.browser().size(width, PHONE_HEIGHT);
    page.open(state);
    page.settleStorm();
    page.showCode();

    JsonNode violations = page.axe();

    List<String> serious = new ArrayList<>();
    for (JsonNode violation : violations) {
      if (violation.path("impact").asText().matches("serious|critical")) {
        serious.add(violation.path("id").asText() + ": " + violation.path("nodes"));
      }
    }
    assertThat(serious).isEmpty();
  }

  @Test
  void movesNothingForThoseWhoWantNoMotion() {
    page.browser().media("light", "reduce");
    page.open("");
    page.settleStorm();

    assertThat(page.words("getComputedStyle(document.documentElement).scrollBehavior"))
        .isEqualTo("auto");
    assertThat(page.words("document.getAnimations().length")).isEqualTo("0");
    assertThat(page.text("play")).as("moves on by hand").isEqualTo("Next 30 s");
    assertThat(
            page.words(
                "[...document.querySelectorAll('*')].filter((each) => parseFloat(getComputedStyle(each).transitionDuration) > 0).length"))
        .isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource({
    "390, ''",
    "320, ''",
    "390, #attempts=12&base=5s&cap=1h&deadline=24h",
    "768, ''",
    "1280, ''"
  })
  void isNoWiderThanItsWindow(int width, String state) {
    page.browser().size(width, PHONE_HEIGHT);
    page.open(state);
    page.settleStorm();
    page.showCode();

    assertThat(page.words("document.documentElement.scrollWidth"))
        .isEqualTo(page.words("document.documentElement.clientWidth"));
    assertThat(page.cutOff()).isEmpty();
  }
}
