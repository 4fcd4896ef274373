package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever stands on a line, it is answered in its place and the lines around it are answered too. */
class BadLinesTest {

  private static final String GOOD =
      "{\"failure\":{\"transient\":true,\"safeToRetry\":true},\"completedAttempts\":1,\"remainingMs\":2000,"
          + "\"random\":0.5,\"policy\":{\"maxAttempts\":3,\"baseDelayMs\":200,\"maxDelayMs\":1000,"
          + "\"minimumAttemptMs\":300}}";
  private static final String ANSWER = "{\"retry\":true,\"delayMs\":100}";

  @ParameterizedTest(name = "{1}")
  @MethodSource
  void answersABadLineInItsPlace(String bad, String message) throws IOException {
    CommandRun run = CommandRun.fed(GOOD + "\n" + bad + "\n" + GOOD + "\n", "decide");

    assertThat(run.lines()).hasSize(3).startsWith(ANSWER).endsWith(ANSWER);
    assertThat(new ObjectMapper().readTree(run.lines().get(1)))
        .isEqualTo(new ObjectMapper().createObjectNode().put("error", message));
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(1);
  }

  static Stream<Arguments> answersABadLineInItsPlace() {
    return Stream.of(
        bad("", "the line is blank; one JSON object is expected"),
        bad(" \t\r", "the line is blank; one JSON object is expected"),
        bad("null", "the line must be a JSON object, was null"),
        bad("[]", "the line must be a JSON object, was an array"),
        bad("3", "the line must be a JSON object, was a number"),
        bad("\"sk-secret\"", "the line must be a JSON object, was a string"),
        bad("{", "the line breaks off in the middle of its JSON object"),
        bad(GOOD.substring(0, 30), "the line breaks off in the middle of its JSON object"),
        bad(GOOD + GOOD, "the line goes on after its JSON object; one object is expected"),
        bad(GOOD + " x", "the line is not JSON near character " + (GOOD.length() + 2)),
        bad("{'a':1}", "the line is not JSON near character 2"),
        bad("{\"a\":NaN}", "the line is not JSON near character 9"),
        bad("{\"a\":01}", "the line is not JSON near character 7"),
        bad("{\"a\":sk-secret}", "the line is not JSON near character 6"),
        bad("{\"a\":\"\u0000\"}", "the line is not JSON near character 7"),
        bad("\u0000", "the line is not JSON near character 2"),
        bad("{\"a\":1,\"a\":2}", "the line gives a name twice near character 11"),
        bad("{\"a\":1e99999999999}", "the line holds a number whose exponent is out of all range"),
        bad("[".repeat(100_000), TOO_LARGE),
        bad("{\"a\":" + "1".repeat(2000) + "}", TOO_LARGE),
        bad("{\"a\":[" + "0,".repeat(1_000_000) + "0]}", TOO_LARGE),
        bad("{\"input\":5}", "failure is missing; it must be an object"),
        bad("{}", "failure is missing; it must be an object"),
        bad("{\"failure\":true}", "failure must be an object, was a boolean"),
        without("\"transient\":true,", "failure.transient is missing; it must be true or false"),
        without(
            "\"completedAttempts\":1,", "completedAttempts is missing; it must be a whole number"),
        without("\"maxAttempts\":3,", "policy.maxAttempts is missing; it must be a whole number"),
        with("\"transient\":1", "failure.transient must be true or false, was a number"),
        with("\"safeToRetry\":\"true\"", "failure.safeToRetry must be true or false, was a string"),
        with("\"safeToRetry\":null", "failure.safeToRetry must be true or false, was null"),
        with("\"completedAttempts\":1.5", "completedAttempts must be a whole number, was 1.5"),
        with("\"completedAttempts\":0", "completedAttempts must be >= 1, was 0"),
        with(
            "\"completedAttempts\":\"1\"",
            "completedAttempts must be a whole number, was a string"),
        with("\"completedAttempts\":9007199254740993", TOO_MANY),
        with("\"completedAttempts\":9007199254740992.5", TOO_MANY),
        with("\"completedAttempts\":1e999", TOO_MANY),
        with("\"remainingMs\":1e999", "remainingMs must be a finite number >= 0, was Infinity"),
        with("\"remainingMs\":-1", "remainingMs must be a finite number >= 0, was -1.0"),
        with("\"remainingMs\":null", "remainingMs must be a number, was null"),
        with("\"random\":\"0.5\"", "random must be a number, was a string"),
        with("\"random\":1", "random must be >= 0 and < 1, was 1.0"),
        with("\"minimumAttemptMs\":0", "minimumAttemptMs must be a finite number > 0, was 0.0"));
  }

  private static final String TOO_LARGE =
      "the line is too large a JSON value: at most 1000 levels, 1000000 names and values,"
          + " and 1000 characters in a number are allowed";
  private static final String TOO_MANY =
      "completedAttempts must be a whole number up to 9007199254740992, was larger";

  @ParameterizedTest
  @MethodSource
  void answersAnUnusualLineThatIsRight(String line) {
    CommandRun run = CommandRun.fed(line + "\n", "decide");

    assertThat(run).isEqualTo(new CommandRun(0, ANSWER + "\n", ""));
  }

  static Stream<String> answersAnUnusualLineThatIsRight() {
    String open = GOOD.substring(0, GOOD.length() - 1);
    return Stream.of(
        "  " + GOOD + " \t",
        GOOD + "\r",
        "\uFEFF" + GOOD,
        "{\"id\":\"x\",\"input\":" + GOOD + ",\"expect\":{\"retry\":false}}",
        open + ",\"input\":7}",
        open + ",\"unknown\":[{\"transient\":\"no\"}]}",
        open + ",\"lone\":\"\\ud800\"}",
        open + ",\"deep\":" + "[".repeat(900) + "]".repeat(900) + "}",
        open + ",\"long\":\"" + "é".repeat(5 << 20) + "\"}",
        GOOD.replace("\"completedAttempts\":1", "\"completedAttempts\":1.0"),
        GOOD.replace("\"completedAttempts\":1", "\"completedAttempts\":10e-1"),
        GOOD.replace("\"remainingMs\":2000", "\"remainingMs\":2e3"),
        GOOD.replace("\"maxAttempts\":3", "\"maxAttempts\":9007199254740992"),
        GOOD.replace("\"safeToRetry\":true", "\"safeToRetry\":true,\"retryAfterMs\":null"),
        GOOD.replace("\"safeToRetry\":true", "\"safeToRetry\":true,\"retryAfterMs\":-0.0"));
  }

  @Test
  void takesAReplyWhoseHintIsNullForOneWithoutAHint() {
    CommandRun run = CommandRun.fed(schedule("[[429,null],[500,0],200]"), "schedule");

    assertThat(run.lines()).containsExactly("[100,200]");
  }

  @Test
  void answersBytesThatAreNotUtf8() throws IOException {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    input.write("{\"a\":\"".getBytes(StandardCharsets.UTF_8));
    input.write(0xC3);
    input.write(("\"}\n" + GOOD).getBytes(StandardCharsets.UTF_8));

    CommandRun run = CommandRun.fed(input.toByteArray(), "decide");

    assertThat(run.lines())
        .containsExactly("{\"error\":\"the line is not UTF-8: byte 7 is 0xC3\"}", ANSWER);
  }

  @Test
  void skipsALineThatIsTooLong() {
    String tooLong = "x".repeat(JsonLines.MAX_LINE_BYTES + 1);

    CommandRun run = CommandRun.fed(GOOD + "\n" + tooLong + "\n" + GOOD, "decide");

    assertThat(run.lines())
        .containsExactly(
            ANSWER,
            "{\"error\":\"the line has 16777217 bytes; at most 16777216 are allowed\"}",
            ANSWER);
  }

  @Test
  void answersNothingToNothing() {
    assertThat(CommandRun.fed("", "decide")).isEqualTo(new CommandRun(0, "", ""));
  }

  @Test
  void countsNoLineAfterTheLastLineEnd() {
    assertThat(CommandRun.fed(GOOD + "\r\n" + GOOD + "\r\n", "decide").lines())
        .containsExactly(ANSWER, ANSWER);
    assertThat(CommandRun.fed("\n\n", "decide").lines()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource
  void refusesWhatTheScheduleDoesNotAllow(String input, String message) {
    CommandRun run = CommandRun.fed(input, "schedule");

    assertThat(run.out()).isEqualTo("{\"error\":\"" + message + "\"}\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  static Stream<Arguments> refusesWhatTheScheduleDoesNotAllow() {
    String pair = "must be a status or [status, retryAfterMs], was ";
    return Stream.of(
        bad(schedule("5"), "replies must be an array, was a number"),
        bad(schedule("[500.5]"), "replies[0] must be a whole number, was 500.5"),
        bad(schedule("[200,-1]"), "replies[1] must be a status of 0 or more, was -1"),
        bad(schedule("[\"500\"]"), "replies[0] " + pair + "a string"),
        bad(schedule("[null]"), "replies[0] " + pair + "null"),
        bad(schedule("[[429]]"), "replies[0] " + pair + "an array"),
        bad(schedule("[[429,1,2]]"), "replies[0] " + pair + "an array"),
        bad(schedule("[[429,true]]"), "replies[0][1] must be a number, was a boolean"),
        bad(schedule("[[429,-1]]"), "replies[0][1] must be a finite number >= 0, was -1.0"),
        bad(
            schedule("[200,[429,1e999]]"),
            "replies[1][1] must be a finite number >= 0, was Infinity"),
        bad(
            "{\"replies\":[],\"capMs\":1,\"maxAttempts\":1}",
            "baseMs is missing; it must be a number"),
        bad(schedule("[]").replace("100", "-1"), "baseMs must be a finite number >= 0, was -1.0"),
        bad(schedule("[]").replace("5}", "0}"), "maxAttempts must be >= 1, was 0"),
        bad(schedule("[]").replace("5}", "2.5}"), "maxAttempts must be a whole number, was 2.5"));
  }

  @Test
  void takesAStatusWrittenWithAFractionOfZero() {
    assertThat(CommandRun.fed(schedule("[500.0,[429,1.5e3],200]"), "schedule").out())
        .isEqualTo("[100,1500]\n");
  }

  @ParameterizedTest
  @MethodSource
  void refusesWhatThePlanOfDelaysDoesNotAllow(String input, String message) {
    CommandRun run = CommandRun.fed(input, "next-delay");

    assertThat(run.out()).isEqualTo("{\"error\":\"" + message + "\"}\n");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  static Stream<Arguments> refusesWhatThePlanOfDelaysDoesNotAllow() {
    String list = "policy.retryableErrors must be an array";
    return Stream.of(
        bad(delay("\"timeout\"", "1", "\"timeout\""), list + ", was a string"),
        bad(delay("[529]", "1", "\"529\""), list + " of strings only, was a number"),
        bad(delay("[\"529\"]", "1", "529"), "errorCode must be a string, was a number"),
        bad(delay("[]", "1", "null"), "errorCode must be a string, was null"),
        bad(delay("[]", "1.5", "\"x\""), "attempt must be a whole number, was 1.5"),
        bad(
            delay("[]", "-9007199254740993", "\"x\""),
            "attempt must be a whole number up to 9007199254740992, was below -9007199254740992"),
        bad(
            delay("[]", "1", "\"x\"").replace("0.5", "-0.5"),
            "baseDelay must be a finite number >= 0, was -0.5"),
        bad(delay("[]", "1", "\"x\"").replace(":4", ":0"), "maxAttempts must be >= 1, was 0"));
  }

  @Test
  void takesAttemptsFarBelowZero() {
    assertThat(CommandRun.fed(delay("[\"x\",\"x\"]", "-9007199254740992", "\"x\""), "next-delay")
            .out())
        .isEqualTo("0.5\n");
  }

  private static String schedule(String replies) {
    return "{\"replies\":" + replies + ",\"baseMs\":100,\"capMs\":10000,\"maxAttempts\":5}";
  }

  private static String delay(String retryable, String attempt, String code) {
    return "{\"policy\":{\"maxAttempts\":4,\"baseDelay\":0.5,\"maxDelay\":5,\"retryableErrors\":"
        + retryable + "},\"attempt\":" + attempt + ",\"errorCode\":" + code + "}";
  }

  private static Arguments bad(String line, String message) {
    return Arguments.of(line, message);
  }

  private static Arguments without(String part, String message) {
    assertThat(GOOD).contains(part);
    return bad(GOOD.replace(part, ""), message);
  }

  /** The good line with another value for one name. */
  private static Arguments with(String field, String message) {
    String name = field.substring(0, field.indexOf(':'));
    String changed = GOOD.replaceFirst(name + ":[^,}]+", field);
    assertThat(changed).isNotEqualTo(GOOD);
    return bad(changed, message);
  }
}
