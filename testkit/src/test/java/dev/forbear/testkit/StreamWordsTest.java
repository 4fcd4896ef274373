package dev.forbear.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams within scripts in words. */
final class StreamWordsTest {

  private static final Duration EVERY_20_MS = Duration.ofMillis(20);

  @Test
  void readsChunksPaceAndEnding() {
    Script script = Script.parse(
        "503, stream(meta, Hel, lo) every 20ms in 100ms then break x2, stream(Hello, done), ok");

    ScriptedReply broken = ScriptedReply.of(Fault.CUT)
        .withDelay(Duration.ofMillis(100))
        .withChunks(EVERY_20_MS, "meta:", "text:Hel", "text:lo");
    assertThat(script.replies())
        .containsExactly(
            ScriptedReply.status(503),
            broken,
            broken,
            ScriptedReply.status(200).withChunks(Duration.ZERO, "text:Hello", "done"),
            ScriptedReply.status(200));
  }

  @Test
  void keepsCapitalsAndWhatStandsInQuotes() {
    assertThat(Script.parse("Stream ( Hel , \" lo, (\\n) \", tool:\"{a, b}\" , Done )")
            .replies())
        .containsExactly(ScriptedReply.status(200)
            .withChunks(Duration.ZERO, "text:Hel", "text: lo, (\\n) ", "tool:{a, b}", "text:Done"));
  }

  @Test
  void readsAnErrorEventAsItsStatus() {
    ScriptedReply reply = ScriptedReply.parse("stream(a, error:529) then end");

    assertThat(reply)
        .isEqualTo(ScriptedReply.status(200)
            .withChunks(Duration.ZERO, "text:a", "error:{\"status\":529}"));
    assertThat(reply.chunks().get(1).status()).isEqualTo(529);
  }

  @ParameterizedTest
  @CsvSource({
    "end,   NONE",
    "break, CUT",
    "reset, RESET_IN_BODY",
    "hang,  HEADERS_THEN_HANG",
  })
  void hasAWordForEveryEndOfAStream(String word, Fault fault) {
    assertThat(ScriptedReply.parse("stream(a) every 20ms then " + word))
        .isEqualTo(ScriptedReply.of(fault).withChunks(EVERY_20_MS, "text:a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "stream                     | a stream is the word and its chunks",
        "503 (a)                    | a stream is the word and its chunks",
        "stream()                   | a chunk is missing in 'stream(…)'",
        "stream(a,)                 | a chunk is missing in 'stream(…)'",
        "stream(a                   | the '(' of a stream has no ')'",
        "stream(a, error:x)         | what follows 'error:' must be a JSON object",
        "stream(a) every            | 'every' needs a duration, such as 300ms or 2s",
        "stream(a) every 20         | '20' has no unit: 20ms or 20s?",
        "stream(a) every 1s every 1s | 'every' is given twice",
        "stream(a) then             | 'then' takes how a stream ends: break, end, hang, reset",
        "stream(a) then brake       | nearest to 'brake' is 'break'",
        "stream(a) then end then break | 'then' is given twice",
        "stream(a) cut              | 'cut' means nothing here",
        "ok every 20ms              | unknown word 'every'",
      })
  void saysWhatItCouldNotRead(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.parse("ok, " + text))
        .withMessageContaining(message);
  }

  @Test
  void showsNoTextInMessages() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.parse("stream(secret, words) evry 20ms"))
        .withMessageStartingWith(
            "cannot read 'stream(…) evry 20ms' (reply 1 of 1 in the script): ");
    assertThat(Script.parse("stream(secret, done) every 20ms").toString())
        .isEqualTo("200 [2 chunks every 20ms]");
    assertThat(ScriptedReply.parse("stream(secret, done)").chunks().toString())
        .isEqualTo("[text of 6 chars, done]");
  }

  @Test
  void refusesChunksThatCannotEndThatWay() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScriptedReply.of(Fault.DRIP).withChunks(EVERY_20_MS, "text:a"))
        .withMessage("chunks do not end by 'drip': use cut, reset-in-body, headers-then-hang or no"
            + " fault");
  }
}
