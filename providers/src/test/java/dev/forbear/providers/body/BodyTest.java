package dev.forbear.providers.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of a body, whatever wraps it. */
class BodyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error\":{\"code\":\"deep\"}}",
        "\ufeff \n{\"error\":{\"code\":\"deep\"}}",
        "[{\"error\":{\"code\":\"deep\"}}]",
        "\"{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"",
        "{\"error\":{\"message\":\"{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}}",
        "{\"error\":{\"message\":\"AnthropicException - {\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}}",
        "{\"error\":{\"message\":\"b'{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}'\"}}",
        "{\"error\":{\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}}}",
        "{\"error\":{\"message\":\"Error code: 429 - {'error': {'param': None, 'code': 'deep'}}\"}}",
        "got status: 429. {\"error\":{\"code\":\"deep\"}}",
        "data: {\"error\":{\"code\":\"deep\"}}\n\n",
        "event: error\r\ndata: {\"error\":\r\ndata: {\"code\":\"deep\"}}",
        "{\"a\":1}\n{\"error\":{\"code\":\"deep\"}}\n",
        "{\"error\":{\"code\":\"deep\",\"message\":\"broken off",
        "{\"error\":{\"code\":\"deep\"},,,}"
      })
  void findsTheCode(String text) {
    assertThat(facts(text)).contains("error.code=deep");
  }

  @Test
  void opensSixLevelsAndNoMore() {
    assertThat(facts(nested("{\"error\":{\"code\":\"deep\"}}", 6))).contains("error.code=deep");
    assertThat(facts(nested("{\"error\":{\"code\":\"deep\"}}", 7)))
        .doesNotContain("error.code=deep");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"message\":{\"content\":\"{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}}]}",
        "{\"error\":{\"message\":\"Invalid JSON: {\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}}",
        "{\"error\":{\"message\":\"got value '{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}'\"}}",
        "{\"detail\":[{\"input\":\"{\\\"error\\\":{\\\"code\\\":\\\"deep\\\"}}\"}]}"
      })
  void leavesAloneWhatTheModelOrTheUserWrote(String text) {
    assertThat(facts(text)).doesNotContain("error.code=deep");
  }

  @Test
  void keepsTheBeginningOfATextThatBreaksOff() {
    Body body = Body.read("{\"error\":{\"message\":\"try again in 5s. Th", "");

    assertThat(body.isCut()).isTrue();
    assertThat(body.documents().get(0).facts())
        .containsExactly(new Fact("error.message", Fact.Kind.BROKEN_TEXT, "try again in 5s. Th"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                | NOTHING",
        "{\"a\":1}                         | JSON",
        "[{\"a\":1}]                       | ARRAY",
        "<html><title>x</title></html>     | PAGE",
        "<!DOCTYPE html>                   | PAGE",
        "local_rate_limited                | TEXT",
        "<3                                | TEXT",
        "{                                 | JSON"
      })
  void tellsTheShape(String text, Body.Shape shape) {
    assertThat(Body.read(text, "").shape()).isEqualTo(shape);
  }

  @Test
  void readsWhatAPageShows() {
    Body body = Body.read(
        "<html><script>var x = 'hidden'</script><title>Just a moment...</title><p>It&#39;s late",
        "");

    assertThat(body.words()).contains("Just a moment...", "It's late").doesNotContain("hidden");
  }

  @Test
  void readsTheErrorOfXml() {
    assertThat(facts(
            "<?xml version=\"1.0\"?><Error><Code>Throttling</Code><Message>slow</Message></Error>"))
        .contains("error.code=Throttling", "error.message=slow");
  }

  @Test
  void readsTheEndOfALongBodyWithoutItsMiddle() {
    String long_ = "{\"text\":\"" + "x".repeat(10_000_000) + "\",\"finish_reason\":\"stop\"}";
    Body body = Body.read(long_, "");

    assertThat(body.isCut()).isFalse();
    assertThat(facts(long_)).contains("finish_reason=stop");
  }

  private static String nested(String text, int times) {
    String wrapped = text;
    for (int i = 0; i < times; i++) {
      wrapped = "{\"error\":{\"message\":\"" + wrapped.replace("\\", "\\\\").replace("\"", "\\\"")
          + "\"}}";
    }
    return wrapped;
  }

  private static List<String> facts(String text) {
    return Body.read(text, "").documents().stream()
        .flatMap(document -> document.facts().stream())
        .map(fact -> fact.path() + "=" + fact.text())
        .collect(Collectors.toList());
  }
}
