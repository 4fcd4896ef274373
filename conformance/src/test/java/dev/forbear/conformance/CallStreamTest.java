package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code call --stream} against a real server whose streams end as they are told. */
class CallStreamTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "stream(meta, Hel, lo, done) | 0 | Hello | success after 1 attempt | the answer is whole: 5 characters, finished 'stop'",
        "stream(Hel, lo) then break | 4 | Hello | partial: partial-output after 1 attempt | the answer was cut: 5 characters came, and its end did not",
        "stream(Hel, lo) then end | 4 | Hello | partial: partial-output after 1 attempt | the answer was cut: 5 characters came, and its end did not",
        "stream(a, error:529) | 4 | a | partial: partial-output after 1 attempt | the answer is partial: 1 character came, then an error",
        "503, stream(ok, done) | 0 | ok | success after 2 attempts | the answer is whole: 2 characters, finished 'stop'",
        "stream(error:529), stream(ok, done) | 0 | ok | success after 2 attempts | the answer is whole: 2 characters, finished 'stop'",
        "stream(meta) then break, stream(ok, done) | 0 | ok | success after 2 attempts | the answer is whole: 2 characters, finished 'stop'",
        "401 | 1 | `` | failed: permanent after 1 attempt | nothing of an answer came",
      })
  void printsTheTextAndSaysWhatBecameOfIt(
      String script, int exitCode, String out, String ending, String came) {
    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      CommandRun run = stream(provider, "--base", "1ms", "--repeatable");

      assertThat(run.out()).isEqualTo(out);
      List<String> err = run.err().lines().toList();
      assertThat(err).filteredOn(line -> line.startsWith(ending)).hasSize(1);
      assertThat(err).contains(came);
      assertThat(run.exitCode()).isEqualTo(exitCode);
    }
  }

  @Test
  void endsASilentStream() {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(Hel) then hang")) {
      CommandRun run = stream(provider, "--idle-timeout", "200ms");

      assertThat(run.out()).isEqualTo("Hel");
      assertThat(run.err().lines())
          .last()
          .isEqualTo("the answer was cut: 3 characters came, and its end did not");
      assertThat(run.exitCode()).isEqualTo(4);
    }
  }

  @Test
  void keepsToolCallsOutOfTheText() {
    String event = "data: {\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";
    String body = event.formatted("{\"content\":\"One. \"}", "null")
        + event.formatted(
            "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
                + "\"function\":{\"name\":\"get_weather\",\"arguments\":\"{\\\"city\\\":\"}}]}",
            "null")
        + event.formatted(
            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"Bern\\\"}\"}}]}",
            "null")
        + event.formatted("{}", "\"tool_calls\"") + "data: [DONE]\n\n";
    ScriptedReply reply = ScriptedReply.ok(body).withHeader("content-type", "text/event-stream");

    try (ScriptedProvider provider = ScriptedProvider.playing(Script.of(reply))) {
      CommandRun run = stream(provider);

      assertThat(run.out()).isEqualTo("One. ");
      assertThat(run.err().lines())
          .last()
          .isEqualTo(
              "the answer is whole: 5 characters, tool calls: get_weather, finished 'tool_calls'");
      assertThat(run.err()).doesNotContain("Bern");
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void tellsTheCourseAsJsonWithWhatBecameOfTheStream() {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(Hel, lo) then break")) {
      CommandRun run = stream(provider, "--json");

      JsonNode course = VectorLine.parse(run.err());
      assertThat(run.out()).isEqualTo("Hello");
      assertThat(course.path("outcome").asText()).isEqualTo("partial");
      assertThat(course.path("stream").asText()).isEqualTo("cut");
      assertThat(course.path("textChars").asInt()).isEqualTo(5);
      assertThat(course.path("failure").asText()).isEqualTo("stream_interrupted");
      assertThat(course.path("toolCalls")).isEmpty();
    }
  }

  @Test
  void printsTheLastRefusalWhereNothingOfAnAnswerCame() {
    Script script = Script.of(ScriptedReply.status(401).withBody("{\"error\":\"no\"}"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      CommandRun run = stream(provider);

      assertThat(run.out()).isEqualTo("{\"error\":\"no\"}");
      assertThat(run.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void knowsTheFormatByTheUrlOrLooksAtTheStream() {
    try (ScriptedProvider provider = ScriptedProvider.playing("stream(a, done) x2")) {
      for (String path : List.of("/v1/chat/completions", "/somewhere")) {
        CommandRun run =
            CommandRun.of("", "call", "--stream", "-d", "{}", provider.uri(path).toString());

        assertThat(run.out()).as(path).isEqualTo("a");
        assertThat(run.exitCode()).as(path).isZero();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--format ollama            | --format holds for streams only; add --stream",
        "--idle-timeout 2s          | --idle-timeout holds for streams only; add --stream",
        "--stream --format opnai    | there is no format 'opnai'",
        "--stream --idle-timeout 0s | --idle-timeout",
      })
  void refusesFlagsThatMakeNoSense(String flags, String message) {
    List<String> args = new ArrayList<>(List.of("call"));
    args.addAll(List.of(flags.trim().split(" +", -1)));
    args.add("http://127.0.0.1:9/");

    CommandRun run = CommandRun.of("", args.toArray(String[]::new));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message);
    assertThat(run.out()).isEmpty();
  }

  private static CommandRun stream(ScriptedProvider provider, String... flags) {
    List<String> args =
        new ArrayList<>(List.of("call", "--stream", "--format", "openai-chat", "-d", "{}"));
    args.addAll(List.of(flags));
    args.add(provider.uri().toString());
    return CommandRun.of("", args.toArray(String[]::new));
  }
}
