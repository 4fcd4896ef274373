package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScriptJsonTest {

  @Test
  void readsAnswersWithHeadersAndBodies() {
    Script script = Script.fromJson("""
        [{"afterMs": 100, "status": 429, "headers": {"Retry-After": "2"}, "body": {"error": {"type": "x"}}, "then": "end"},
         {"afterMs": 0.5, "status": 200, "headers": {}, "body": "plain", "then": "end", "target": "B", "cost": 1.25},
         {"afterMs": 0, "status": 503, "body": null}]""");

    assertThat(script.replies())
        .containsExactly(
            new ScriptedReply(
                100,
                Fault.NONE,
                429,
                Map.of("retry-after", List.of("2")),
                "{\"error\":{\"type\":\"x\"}}",
                List.of(),
                0,
                "",
                0),
            new ScriptedReply(0.5, Fault.NONE, 200, Map.of(), "plain", List.of(), 0, "B", 1.25),
            ScriptedReply.status(503));
  }

  @Test
  void readsWhatNeverAnswersAsAHang() {
    Script script = Script.fromJson("""
        [{"afterMs": null, "status": 200, "headers": {"a": "b"}, "body": {"ok": true}, "then": "hang", "target": "A"},
         {"afterMs": null, "exception": "reset"}]""");

    assertThat(script)
        .isEqualTo(
            Script.of(ScriptedReply.of(Fault.HANG).withTarget("A"), ScriptedReply.of(Fault.HANG)));
  }

  @Test
  void readsExceptionsAsFaults() {
    Script script = Script.fromJson("""
        [{"afterMs": 20, "exception": "connect", "then": "break"},
         {"afterMs": 900, "exception": "reset", "then": "break"},
         {"afterMs": 300, "exception": "interrupted", "then": "break"}]""");

    assertThat(script)
        .isEqualTo(Script.parse("refuse in 20ms, reset in 900ms, interrupt in 300ms"));
  }

  @Test
  void readsHowAnAnswerEnds() {
    Script script = Script.fromJson("""
        [{"afterMs": 1, "status": 200, "then": "end"},
         {"afterMs": 1, "status": 200, "then": "break"},
         {"afterMs": 1, "status": 200, "then": "hang"}]""");

    assertThat(script).isEqualTo(Script.parse("200 in 1ms, cut in 1ms, headers-then-hang in 1ms"));
  }

  @Test
  void readsChunksAndTheirPace() {
    Script script = Script.fromJson("""
        [{"afterMs": 100, "status": 200, "headers": {"content-type": "text/event-stream"},
          "chunks": ["meta:start", "text:Hel", "done"], "everyMs": 20, "then": "break"}]""");

    assertThat(script.replies().get(0).chunks())
        .containsExactly(
            ScriptedChunk.parse("meta:start"),
            ScriptedChunk.parse("text:Hel"),
            ScriptedChunk.parse("done"));
    assertThat(script.replies().get(0).everyMs()).isEqualTo(20);
    assertThat(script).hasToString("cut in 100ms [headers content-type; 3 chunks every 20ms]");
  }

  @Test
  void ignoresKeysItDoesNotKnow() {
    assertThat(Script.fromJson("[{\"afterMs\": 0, \"status\": 503, \"note\": {\"x\": 1}}]"))
        .isEqualTo(Script.parse("503"));
  }

  @Test
  void readsAnArrayThatIsAlreadyRead() throws Exception {
    assertThat(Script.fromJson(new ObjectMapper().readTree("[{\"afterMs\": 0, \"status\": 503}]")))
        .isEqualTo(Script.parse("503"));
  }

  @Test
  void takesHeadersOfSeveralValuesAndNumbers() {
    Script script = Script.fromJson(
        "[{\"afterMs\": 0, \"status\": 429, \"headers\": {\"a\": [\"x\", \"y\"], \"retry-after\": 2}}]");

    assertThat(script.replies().get(0).headers())
        .isEqualTo(Map.of("a", List.of("x", "y"), "retry-after", List.of("2")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"status\": 200}                                     | afterMs is missing: a number >= 0, or null for never",
        "{\"afterMs\": \"1s\", \"status\": 200}                | afterMs must be a number >= 0, was string",
        "{\"afterMs\": -1, \"status\": 200}                    | delayMs must be a finite number >= 0, was -1.0",
        "{\"afterMs\": 1e999, \"status\": 200}                 | delayMs must be a finite number >= 0, was Infinity",
        "{\"afterMs\": 1}                                      | an entry has either status or exception",
        "{\"afterMs\": 1, \"status\": 200, \"exception\": \"reset\"} | an entry has either status or exception",
        "{\"afterMs\": 1, \"status\": 200.5}                   | status must be a whole number 200 to 999, was 200.5",
        "{\"afterMs\": 1, \"status\": \"200\"}                 | status must be a whole number 200 to 999",
        "{\"afterMs\": 1, \"status\": 100}                     | status must be 200 to 999, was 100",
        "{\"afterMs\": 1, \"exception\": \"rest\"}             | was 'rest', nearest is 'reset'",
        "{\"afterMs\": 1, \"status\": 200, \"then\": \"brake\"} | was 'brake', nearest is 'break'",
        "{\"afterMs\": 1, \"status\": 200, \"headers\": []}    | headers must be an object, was array",
        "{\"afterMs\": 1, \"status\": 200, \"headers\": {\"a\": {}}} | header 'a' must be text, a number or an array",
        "{\"afterMs\": 1, \"status\": 200, \"headers\": {\"a b\": \"\"}} | a header name must be",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": []}     | chunks must be an array of at least one text",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": \"x\"}  | chunks must be an array of at least one text",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": [\"done\", \"tex:a\"]} | chunks[1]: a chunk must be meta:…, text:…, tool:…, error:{json} or done, nearest is 'text'",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": [\"done:\"]} | a chunk must be",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": [\"error:529\"]} | what follows 'error:' must be a JSON object",
        "{\"afterMs\": 1, \"status\": 200, \"chunks\": [\"error:{\"]} | what follows 'error:' must be a JSON object",
        "{\"afterMs\": 1, \"status\": 200, \"target\": 1}      | target must be text, was number",
        "{\"afterMs\": 1, \"status\": 200, \"cost\": -1}       | cost must be a finite number >= 0, was -1.0",
        "503                                                   | an entry must be an object, was number",
        "null                                                  | an entry must be an object, was null",
      })
  void saysWhichEntryItCouldNotReadAndWhy(String entry, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.fromJson("[{\"afterMs\": 0, \"status\": 200}, " + entry + "]"))
        .withMessageStartingWith("script[1]: ")
        .withMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{}", "3", "null", "[", "[{]", "``", "[] []"})
  void refusesWhatIsNoArrayOfObjects(String json) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.fromJson(json))
        .withMessageStartingWith("a script must be a JSON array of objects");
  }
}
