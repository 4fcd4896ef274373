package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassifyTest {

  private static final String LIMITED =
      "{\"kind\":\"http\",\"status\":429,\"headers\":{\"Retry-After\":\"2\"},\"body\":\"\"}";
  private static final String LIMITED_ANSWER =
      "{\"class\":\"rate_limit\",\"transient\":true,\"retryAfterMs\":2000,\"requestMayHaveRun\":\"no\",";

  @Test
  void answersALineWithEveryFact() {
    CommandRun run = CommandRun.fed(LIMITED, "classify");

    assertThat(run.out()).startsWith(LIMITED_ANSWER + "\"rule\":\"").endsWith("\"}\n");
    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"Retry-After\":[\"2\"]} | 2000",
        "{\"retry-after-ms\":\"1500\"} | 1500",
        "{} | null",
        "{\"Retry-After\":\"Mon, 30 Nov 2026 12:00:07 GMT\"} | 7000"
      })
  void readsHintsAgainstTheClockOfTheLine(String headers, String hint) {
    String line = LIMITED
        .replace("{\"Retry-After\":\"2\"}", headers)
        .replace("\"body\":\"\"", "\"body\":null,\"now\":\"2026-11-30T12:00:00Z\"");

    assertThat(CommandRun.fed(line, "classify").out()).contains("\"retryAfterMs\":" + hint + ",");
  }

  @Test
  void readsAnExceptionWithItsCauses() {
    String line =
        "{\"kind\":\"exception\",\"exception\":\"java.io.IOException: x <- java.net.ConnectException: Connection refused\"}";

    assertThat(CommandRun.fed(line, "classify").out())
        .startsWith("{\"class\":\"connect_failed\",\"transient\":true,\"retryAfterMs\":null,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"kind\":\"http\", | | kind is missing; it must be a string",
        "\"http\" | \"htpp\" | kind must be http, exception or stream_event; did you mean http?",
        "\"http\" | \"exception\" | exception is missing; it must be a string",
        "\"status\":429, | | status is missing; it must be a whole number",
        "429 | \"429\" | status must be a whole number, was a string",
        "429 | 429.5 | status must be a whole number, was 429.5",
        "429 | 99 | status must be from 100 to 999, was 99",
        "429 | 4294967725 | status must be from 100 to 999, was 4294967725",
        "{\"Retry-After\":\"2\"} | null | headers must be an object, was null",
        "\"2\" | 2 | headers must be an object of strings or arrays of strings, was a number",
        "\"2\" | [[\"2\"]] | headers must be an object of strings or arrays of strings, was an array",
        ",\"body\":\"\" | | body is missing; it must be a string or null",
        "\"body\":\"\" | \"body\":{} | body must be a string, was an object",
        "\"body\":\"\" | \"body\":\"\",\"provider\":5 | provider must be a string, was a number",
        "\"body\":\"\" | \"body\":\"\",\"now\":5 | now must be a string, was a number",
        "\"body\":\"\" | \"body\":\"\",\"now\":\"noon\" | now must be an instant such as 2026-11-30T12:00:00Z, was 'noon'",
        "\"body\":\"\" | \"body\":\"\",\"now\":\"+999999999-12-31T00:00:00Z\" | now must be an instant such as 2026-11-30T12:00:00Z, was '+999999999-12-31T00:00:00Z'"
      })
  void answersALineItCannotUseInItsPlace(String part, String changed, String message) {
    String line = LIMITED.replace(part, changed == null ? "" : changed);
    assertThat(line).isNotEqualTo(LIMITED);

    CommandRun run = CommandRun.fed(line + "\n" + LIMITED, "classify");

    assertThat(run.lines()).hasSize(2).first().isEqualTo("{\"error\":\"" + message + "\"}");
    assertThat(run.lines().get(1)).startsWith(LIMITED_ANSWER);
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void explainsAReplyGivenInFlags() {
    CommandRun run = CommandRun.of("classify", "--status", "429", "--header", "retry-after: 2");

    assertThat(run.out()).startsWith("""
            rate_limit
              transient             yes
              retry after           2 s
              request may have run  no
              rule                  status 429""");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void answersFlagsInTheFormOfALine() {
    CommandRun line = CommandRun.fed(LIMITED, "classify");

    assertThat(CommandRun.of("classify", "--json", "--status", "429", "--header", "Retry-After:2"))
        .isEqualTo(line);
    assertThat(CommandRun.of(
            "classify",
            "--json",
            "--status=429",
            "--header=Retry-After: Mon, 30 Nov 2026 12:00:02 GMT",
            "--now=2026-11-30T12:00:00Z"))
        .isEqualTo(line);
    assertThat(
            CommandRun.of("classify", "--json", "--exception", "java.net.ConnectException: refused")
                .out())
        .startsWith("{\"class\":\"connect_failed\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--json --header=a:b | nothing to classify: give --status for a reply, or --exception",
        "--status=200 --exception=a.B | give a reply (--status, --header, --body) or an exception (--exception), not both",
        "--status=42 | --status must be from 100 to 999, was 42",
        "--status=abc | --status: must be a whole number from 1 to 9007199254740992, was 'abc'",
        "--status=429 --header=sk-secret | --header must be 'NAME: VALUE', was a text of 9 characters without a colon",
        "--status=429 --header=:x | --header must be 'NAME: VALUE', was a text of 2 characters without a name",
        "--status=429 --now=noon | now must be an instant such as 2026-11-30T12:00:00Z, was 'noon'",
        "--status=429 --provider=opena | there is no provider 'opena'; did you mean openai?",
        "--provider=opena | there is no provider 'opena'; did you mean openai?",
        "--status=429 --body=@/no/such/file | --body: the file '/no/such/file' cannot be read: it is not there",
        "--stats=429 | there is no flag '--stats'; did you mean --status?"
      })
  void refusesWrongUsage(String flags, String message) {
    CommandRun run = CommandRun.of(("classify " + flags).split(" "));

    assertThat(run.err().lines()).first().isEqualTo("error: " + message);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void refusesATextThatIsNoException() {
    CommandRun run = CommandRun.of("classify", "--exception", "something broke");

    assertThat(run.err()).startsWith("error: an exception is written").doesNotContain("broke");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void judgesAStreamByWhatCameOfIt() {
    String line =
        "{\"kind\":\"stream_event\",\"status\":200,\"headers\":{\"content-type\":\"text/event-stream\"},"
            + "\"body\":\"data: {\\\"choices\\\":[{\\\"delta\\\":{\\\"content\\\":\\\"Hi\\\"}}]}\\n\\n\"}";

    assertThat(CommandRun.fed(line, "classify").out())
        .startsWith("{\"class\":\"stream_interrupted\",\"transient\":true,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"provider\":\"groq\" | | overloaded",
        "\"provider\":\"cohere\" | | content_policy",
        "\"provider\":\"nobody we know\" | | content_policy",
        "\"provider\":null | | content_policy",
        "\"x\":1 | | content_policy",
        "\"x\":1 | --provider=groq | overloaded",
        "\"provider\":\"cohere\" | --provider=groq | overloaded",
        "\"provider\":\"groq\" | --provider=none | content_policy"
      })
  void takesTheTableThatTheLineOrTheFlagNames(String field, String flag, String word) {
    // 498 is no capacity at Groq, and a blocked request at Cohere.
    String line = LIMITED.replace("429", "498").replace("{\"kind", "{" + field + ",\"kind");

    CommandRun run =
        flag == null ? CommandRun.fed(line, "classify") : CommandRun.fed(line, "classify", flag);

    assertThat(run.out()).startsWith("{\"class\":\"" + word + "\",");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void readsTheBodyOfAFlagFromAFile(@TempDir Path folder) throws IOException {
    String body = "{\"error\":{\"code\":\"insufficient_quota\"}}";
    Path file = Files.writeString(folder.resolve("body.json"), body);

    CommandRun run = CommandRun.of("classify", "--json", "--status=429", "--body", body);

    assertThat(run.out()).startsWith("{\"class\":\"quota_exhausted\",");
    assertThat(CommandRun.of("classify", "--json", "--status=429", "--body=@" + file))
        .isEqualTo(run);
    assertThat(CommandRun.fed(body, "classify", "--json", "--status=429", "--body=@-"))
        .isEqualTo(run);
  }
}
