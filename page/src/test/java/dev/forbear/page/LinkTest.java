package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of the page is its address, in words a person can read and write. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class LinkTest {

  private final PlannerPage page;

  LinkTest(PlannerPage page) {
    this.page = page;
  }

  @Test
  void carriesEveryFieldToANewPage() {
    Map<String, String> texts = Map.ofEntries(
        Map.entry("attempts", "6"),
        Map.entry("base", "1.5s"),
        Map.entry("cap", "none"),
        Map.entry("jitter", "equal"),
        Map.entry("deadline", "2m"),
        Map.entry("fail", "12.5%"),
        Map.entry("retry-after", "3s"),
        Map.entry("hint-rule", "add"),
        Map.entry("burst", "20s"),
        Map.entry("layers", "3, 2, 2"),
        Map.entry("outage", "refuse"),
        Map.entry("beside", "naive"),
        Map.entry("seed", "77"));
    page.open("");
    texts.forEach(page::fill);
    page.settle();
    Map<String, String> fields = page.fields();
    Map<String, String> figures = page.figures();
    String state = page.words("location.hash");

    assertThat(state)
        .contains("attempts=6", "base=1.5s", "jitter=equal", "fail=12.5%25", "seed=77")
        .doesNotContain("multiplier");

    page.open(state);

    assertThat(page.fields()).isEqualTo(fields).containsAllEntriesOf(texts);
    assertThat(page.figures()).isEqualTo(figures);
    assertThat(page.words("location.hash")).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          fail     | 8%   | #fail=8%&attempts=2
          fail     | 30%  | #attempts=2&fail=30%25
          deadline | 1m   | #deadline=1%6D&attempts=2
          layers   | 4, 5 | #layers=4,+5&attempts=2
          attempts | 3    | #attempts=2&attempts=3
          """)
  void readsWhatIsTypedByHand(String knob, String text, String state) {
    page.open(state);

    assertThat(page.field(knob)).isEqualTo(text);
    assertThat(page.isShown("trouble")).isFalse();
  }

  @Test
  void followsTheAddressWhileItIsOpen() {
    page.open("");

    page.run("location.hash = '#attempts=2'");
    page.until("the field follows", () -> page.field("attempts").equals("2"));
    page.settle();

    assertThat(page.text("figure-worst-day")).isEqualTo("2.00×");
  }

  @Test
  void keepsAWrongTextInTheLink() {
    page.open("#attempts=many");

    assertThat(page.field("attempts")).isEqualTo("many");
    assertThat(page.text("wrong-attempts")).contains("'many'");
    assertThat(page.words("location.hash")).isEqualTo("#attempts=many");
    assertThat(page.isShown("trouble")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#attempts=<img src=x onerror=alert(1)>",
        "#attempts=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
        "#base=%3Cscript%3Ealert(1)%3C/script%3E&latency=%22%3E%3Csvg/onload=alert(1)%3E",
        "#jitter=%3Cb%3Efull%3C/b%3E",
        "#fail=%F0%9F%92%A5%00%E2%80%AE",
        "#layers=%25%25%25&seed=%",
        "#deadline=%E0%A4%A",
      })
  void takesWhatIsHostileAsNothingButText(String state) {
    page.open(state);

    assertThat(page.texts(".wrong:not([hidden])")).isNotEmpty().allMatch(each -> !each.isBlank());
    assertThat(page.words("document.querySelectorAll('img, [onload], [onerror], b').length"))
        .isEqualTo("0");
    assertThat(page.words("document.scripts.length"))
        .isEqualTo(page.words("document.head.querySelectorAll('script').length"));
    page.assertNoFault();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#",
        "#&&&=&==",
        "#nothing",
        "#__proto__=1&constructor=2&toString=3",
        "#bursts",
        "#%",
        "#=4",
      })
  void leavesAloneWhatItDoesNotKnow(String state) {
    page.open(state);

    assertThat(page.value("Knobs.texts()")).isEqualTo(page.fields());
    assertThat(page.text("figure-success")).isEqualTo("99.9959 %");
    page.assertNoFault();
  }

  @Test
  void copiesTheLink() {
    page.browser().allowClipboard("clipboardReadWrite", "clipboardSanitizedWrite");
    page.open("#attempts=3&fail=9%25");

    page.click("copy-link");

    page.until("it says so", () -> page.text("copied").equals("copied"));
    assertThat(page.clipboard())
        .isEqualTo(page.words("location.href"))
        .endsWith("#attempts=3&fail=9%25");
  }
}
