package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.generate.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code to take away: the very texts that the command prints. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class CodeTest {

  private final PlannerPage page;

  CodeTest(PlannerPage page) {
    this.page = page;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#attempts=1&deadline=none",
        "#attempts=7&base=250ms&multiplier=1.5&cap=none&jitter=equal&deadline=2m&fail=30%",
        "#jitter=none&retry-after=3s&hint-rule=add&cap=1h&deadline=24h"
      })
  void showsForEveryTargetWhatTheJvmWrites(String state) {
    page.open(state);
    page.showCode();
    assertThat(page.texts("#targets [role=tab]"))
        .isEqualTo(Stream.of(Target.values()).map(Target::title).toList());

    for (Target target : Target.values()) {
      Map<String, Object> asked = new HashMap<>(new KnobTexts(page.fields()).plan());
      asked.put("target", target.word());
      Map<String, ?> expected = CodeAnswer.to(Fields.of(asked));

      page.click("tab-" + target.word());

      assertThat(page.text("code")).as(target.word()).isEqualTo(expected.get("text"));
      assertThat(page.texts("#differences li")).isEqualTo(expected.get("differences"));
      assertThat(page.text("code-file"))
          .contains(target.fileName(), String.valueOf(expected.get("versions")));
      assertThat(page.element("copy-code").isEnabled()).isTrue();
    }
    page.assertNoFault();
  }

  @Test
  void followsTheKnobs() {
    page.open("");
    page.showCode();
    String before = page.text("code");

    page.fill("attempts", "6");

    assertThat(page.text("code")).isNotBlank().isNotEqualTo(before);
  }

  @Test
  void isNotToBeCopiedWhileAFieldIsWrong() {
    page.open("");
    page.showCode();
    String before = page.text("code");

    page.type("attempts", "many");

    assertThat(page.text("code")).isEqualTo(before);
    assertThat(page.texts("#differences .trouble"))
        .singleElement()
        .asString()
        .contains("Attempts in all");
    assertThat(page.element("copy-code").isEnabled()).isFalse();
    assertThat(page.is("document.querySelector('.charts').classList.contains('old')"))
        .isTrue();

    page.click("tab-python");
    assertThat(page.text("code")).isEmpty();

    page.fill("attempts", "6");
    assertThat(page.text("code")).contains("6 attempts in all", "def decide_retry");
    assertThat(page.texts("#differences .trouble")).isEqualTo(List.of());
    assertThat(page.element("copy-code").isEnabled()).isTrue();
    assertThat(page.is("document.querySelector('.charts').classList.contains('old')"))
        .isFalse();
    page.assertNoFault();
  }

  @Test
  void copiesTheCode() {
    page.browser().allowClipboard("clipboardReadWrite", "clipboardSanitizedWrite");
    page.open("");
    page.showCode();

    page.click("copy-code");

    page.until("it says so", () -> page.text("code-copied").equals("copied"));
    assertThat(page.clipboard()).isEqualTo(page.text("code"));
  }

  @Test
  void hasNothingToCopyWhereThereIsNoCode() {
    page.open("#jitter=decorrelated");
    page.showCode();

    assertThat(page.text("code")).isEmpty();
    assertThat(page.texts("#differences .trouble"))
        .singleElement()
        .asString()
        .contains("planned only");
    assertThat(page.element("copy-code").isEnabled()).isFalse();

    page.fill("jitter", "full");

    assertThat(page.text("code")).isNotBlank();
    assertThat(page.element("copy-code").isEnabled()).isTrue();
    assertThat(page.texts("#differences .trouble")).isEqualTo(List.of());
  }
}
