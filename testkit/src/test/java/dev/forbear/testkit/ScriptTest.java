package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScriptTest {

  @Test
  void readsTheRepliesInOrder() {
    Script script = Script.parse("503, 429 after 2s, ok, hang, reset, 200 in 300ms");

    assertThat(script.replies())
        .containsExactly(
            ScriptedReply.status(503),
            ScriptedReply.status(429).withHeader("retry-after", "2"),
            ScriptedReply.status(200),
            ScriptedReply.of(Fault.HANG),
            ScriptedReply.of(Fault.RESET),
            ScriptedReply.status(200).withDelay(Duration.ofMillis(300)));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void hasAWordForEveryFault(Fault fault) {
    assertThat(Script.parse(fault.word()).replies()).containsExactly(ScriptedReply.of(fault));
  }

  @ParameterizedTest
  @CsvSource({
    "429 after 2s,        retry-after,    2",
    "429 after 2000ms,    retry-after,    2",
    "429 after 0s,        retry-after,    0",
    "429 after 2m,        retry-after,    120",
    "429 after 1500ms,    retry-after-ms, 1500",
    "429 after 1.5s,      retry-after-ms, 1500",
    "429 after 0.5ms,     retry-after-ms, 0.5",
    "429 after 999999999s, retry-after,   999999999",
    "503 cut after 3s,    retry-after,    3",
  })
  void carriesAHintInSecondsWhereTheseAreWhole(String text, String header, String value) {
    ScriptedReply reply = ScriptedReply.parse(text);

    assertThat(reply.headers()).containsOnlyKeys(header);
    assertThat(reply.header(header)).containsExactly(value);
  }

  @ParameterizedTest
  @CsvSource({"ok in 300ms, 300", "ok in 2s, 2000", "reset in 1m, 60000", "ok in 0.25ms, 0.25"})
  void takesItsTimeBeforeItDoesAnything(String text, double delayMs) {
    assertThat(ScriptedReply.parse(text).delayMs()).isEqualTo(delayMs);
  }

  @Test
  void readsStatusAndFaultTogetherAndModifiersInAnyOrder() {
    ScriptedReply expected = ScriptedReply.parse("503 drip")
        .withRetryAfter(Duration.ofSeconds(2))
        .withDelay(Duration.ofMillis(5));

    assertThat(expected.status()).isEqualTo(503);
    assertThat(expected.fault()).isEqualTo(Fault.DRIP);
    assertThat(Script.parse("503 drip x2 in 5ms after 2s").replies())
        .containsExactly(expected, expected);
  }

  @Test
  void takesCapitalsSpacesAndLineBreaks() {
    assertThat(Script.parse("  OK ,\tHang\nReset-Early  X2 "))
        .isEqualTo(Script.parse("ok, hang, reset-early, reset-early"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "429 after 2        | '2' has no unit: 2ms or 2s?",
        "ok in 300          | '300' has no unit: 300ms or 300s?",
        "2                  | 'in 2ms' or 'in 2s'?",
        "5033               | '5033' is no status (200 to 999)",
        "199                | '199' is no status (200 to 999)",
        "hnag               | unknown word 'hnag', nearest is 'hang'",
        "rest               | unknown word 'rest', nearest is 'reset'",
        "okay               | nearest is 'ok'",
        "header-then-hang   | nearest is 'headers-then-hang'",
        "503 dirp           | unknown word 'dirp', nearest is 'drip'",
        "503 afer 2s        | unknown word 'afer', nearest is 'after'",
        "429 after 2s im 3s | 'im' means nothing here, nearest is 'in'",
        "429 after          | 'after' needs a duration, such as 300ms or 2s",
        "429 after soon     | 'soon' is no duration",
        "429 after -2s      | '-2s' is no duration",
        "429 after 1e3s     | '1e3s' is no duration",
        "429 after 2sec     | nearest is '2s'",
        "429 after 1h       | (ms, s, m)",
        "429 after 9999999999s | is no duration",
        "429 after 1s after 2s | 'after' is given twice",
        "ok in 1s in 2s     | 'in' is given twice",
        "ok x2 x3           | 'x' is given twice",
        "ok x0              | 'x0' repeats nothing: x1 or more",
        "ok x10001          | at most 10000 replies",
        "hang in 2s         | 'hang' never answers: leave 'in' out",
        "reset after 2s     | 'reset' sends no headers",
        "503 reset          | 'reset' sends no status: leave 503 out, or use one of drip-headers",
        "after 2s           | 'after' follows a reply",
        "x3                 | 'x3' follows a reply",
      })
  void saysWhatItCouldNotReadAndWhatIsNearest(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.parse("ok, " + text))
        .withMessageStartingWith("cannot read '" + text + "' (reply 2 of 2 in the script): ")
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "ok,", ",ok", "ok,,ok"})
  void refusesAReplyThatIsMissing(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.parse(text))
        .withMessageContaining("a reply is missing")
        .withMessageContaining("ok, refuse, reset-early");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "503 x3, 429 after 2s, 200, hang, reset in 20ms, 200 in 300ms x2",
        "429 after 1500ms in 0.5ms",
        "503 drip after 3s, drip, headers-then-hang, drip-headers, cut, reset-in-body",
        "refuse in 20ms, interrupt in 1s, close, reset-early",
      })
  void printsItselfInTheWordsItReads(String text) {
    assertThat(Script.parse(text)).hasToString(text);
    assertThat(Script.parse(Script.parse(text).toString())).isEqualTo(Script.parse(text));
  }

  @Test
  void givesOneTargetItsOwnRepliesAndThoseOfAll() {
    ScriptedReply own = ScriptedReply.status(503).withTarget("A");
    ScriptedReply other = ScriptedReply.status(429).withTarget("B");
    ScriptedReply any = ScriptedReply.ok("");

    Script script = Script.of(own, other, any);

    assertThat(script.forTarget("A")).isEqualTo(Script.of(own, any));
    assertThat(script.forTarget("B")).isEqualTo(Script.of(other, any));
    assertThat(script.forTarget("C")).isEqualTo(Script.of(any));
  }

  @Test
  void holdsABoundedNumberOfReplies() {
    List<ScriptedReply> most = Collections.nCopies(Script.MAX_REPLIES, ScriptedReply.ok(""));

    assertThat(new Script(most).size()).isEqualTo(10_000);
    assertThat(Script.of().size()).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Script(Collections.nCopies(10_001, ScriptedReply.ok(""))))
        .withMessage("a script holds at most 10000 replies, was 10001");
  }
}
