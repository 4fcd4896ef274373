package dev.forbear.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/** The storm: the same callers under two policies, simulated by the rules and played on the page. */
@Tag("foreign")
@ExtendWith(WithBrowser.class)
@Timeout(120)
class StormTest {

  private final PlannerPage page;

  StormTest(PlannerPage page) {
    this.page = page;
  }

  @Test
  void showsBothSidesAsTheJvmSimulatesThem() {
    page.open("#seed=3");
    page.settleStorm();

    JsonNode worlds = Question.parse(page.words("JSON.stringify(watched.worlds)"));
    assertThat(worlds).hasSize(2);
    List<List<String>> rows = page.rows("storm-table");
    assertThat(rows.get(0)).hasSize(3);
    for (int side = 0; side < 2; side++) {
      Map<String, ?> answer =
          Objects.requireNonNull(SimulationAnswer.to(Fields.of(Question.plain(worlds.get(side)))));
      JsonNode here = Question.tree(answer);
      JsonNode client = here.path("clients").path(0);
      JsonNode recovered = here.path("storm").path("recoveredAfterMs");

      assertThat(rows.get(0).get(side + 1)).isEqualTo(client.path("name").asText());
      assertThat(row(rows, "attempts").get(side + 1))
          .isEqualTo(client.path("counts").path("attempts").asText());
      assertThat(row(rows, "recovers after").get(side + 1))
          .isEqualTo(recovered.isNull() ? "never" : Math.round(recovered.asDouble() / 1000) + " s");
    }
    assertThat(page.texts("#storm-sides h3")).isEqualTo(rows.get(0).subList(1, 3));
    assertThat(page.texts("#storm-sides h3 + p"))
        .hasSize(2)
        .allMatch(each -> each.matches("(Never r|R)ecovers.*Load in the outage [0-9.]+×\\."));
    page.assertNoFault();
  }

  @Test
  void saysTheSameForTheSameSeed() {
    page.open("#seed=5");
    page.settleStorm();
    List<List<String>> first = page.rows("storm-table");

    page.fill("seed", "6");
    page.settle();
    List<List<String>> other = page.rows("storm-table");
    page.fill("seed", "5");
    page.settle();

    assertThat(other).isNotEqualTo(first);
    assertThat(page.rows("storm-table")).isEqualTo(first);
  }

  @Test
  void playsPausesAndGoesOn() {
    page.open("");
    page.settleStorm();
    String end = page.text("time-text");

    page.click("rewind");
    assertThat(page.text("time-text")).startsWith("0 s").isNotEqualTo(end);

    page.click("play");
    page.until("time passes", () -> !page.text("time-text").startsWith("0 s"));
    page.click("play");
    assertThat(page.text("play")).isEqualTo("Play");
    String paused = page.text("time-text");
    assertThat(page.element("time").getDomAttribute("aria-valuetext")).isEqualTo(paused);

    page.run("document.getElementById('speed').value = '100'");
    page.click("play");
    page.until("it is over", () -> page.text("time-text").equals(end));
    assertThat(page.text("play")).isEqualTo("Play");
    page.assertNoFault();
  }

  @Test
  void goesToAnyMoment() {
    page.open("");
    page.settleStorm();
    page.focus("time");

    page.press(Keys.HOME);
    assertThat(page.text("time-text")).isEqualTo("0 s, before the outage");

    for (int second = 0; second < 70; second++) {
      page.press(Keys.ARROW_RIGHT);
    }
    assertThat(page.text("time-text")).isEqualTo("70 s, in the outage");

    page.press(Keys.END);
    assertThat(page.text("time-text")).endsWith("after the outage");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#jitter=decorrelated",
        "#retry-after=2s&hint-rule=spread",
        "#retry-after=2s&hint-rule=exact"
      })
  void saysWhatIsPlannedOnly(String state) {
    page.open(state);
    page.settleStorm();

    assertThat(page.isShown("storm-trouble")).isTrue();
    assertThat(page.text("storm-trouble")).contains("planned only", "choose");
    assertThat(page.text("figure-success")).contains("%");

    page.fill("jitter", "full");
    page.fill("hint-rule", "floor");
    page.settle();

    assertThat(page.isShown("storm-trouble")).isFalse();
    assertThat(page.texts("#storm-sides h3")).hasSize(2);
    page.assertNoFault();
  }

  @Test
  void saysThatItIsOldWhileAFieldOfItIsWrong() {
    page.open("");
    page.settleStorm();

    page.type("rate", "many");
    assertThat(page.text("storm-trouble")).contains("Not brought up to date", "Tasks a second");
    assertThat(page.isShown("trouble")).isFalse();

    page.fill("rate", "20");
    page.settle();
    assertThat(page.isShown("storm-trouble")).isFalse();
    page.assertNoFault();
  }

  @Test
  void standsAloneWithNothingBeside() {
    page.open("#beside=nothing");
    page.settleStorm();

    assertThat(page.texts("#storm-sides h3")).containsExactly("your policy");
    assertThat(page.rows("storm-table").get(0)).hasSize(2);
  }

  private static List<String> row(List<List<String>> rows, String name) {
    return rows.stream().filter(row -> row.get(0).equals(name)).findFirst().orElseThrow();
  }
}
