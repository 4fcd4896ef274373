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

/** The command {@code call}: bodies decide, and a 200 is no success by itself. */
class CallJudgementTest {

  private static final String CUT_OFF =
      "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"length\"}]}";
  private static final String FINE =
      "{\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}";
  private static final String OVERLOADED = "{\"error\":{\"code\":529,\"message\":\"Overloaded\"}}";

  @Test
  void stopsAtOnceWhereTheBodySaysThatCreditIsSpent() {
    String body = "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"SECRET\"}}";

    CommandRun run = call(List.of(), ScriptedReply.status(429).withBody(body), ok("{}"));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo(body);
    assertThat(run.err())
        .contains(
            "status 429",
            "quota_exhausted     stop: permanent",
            "failed: permanent after 1 attempt")
        .doesNotContain("SECRET");
  }

  @Test
  void takesTheTableOfTheProviderThatIsNamed() {
    String body = "{\"error\":{\"message\":\"You exceeded your current quota\"}}";
    ScriptedReply limited = ScriptedReply.status(429).withBody(body);

    // Gemini says so of any limit; OpenAI when credit is spent.
    assertThat(call(List.of("--provider", "gemini", "--base", "1ms"), limited, ok(FINE))
            .exitCode())
        .isZero();
    assertThat(call(List.of("--provider", "openai", "--base", "1ms"), limited, ok(FINE))
            .err())
        .contains("quota_exhausted     stop: permanent");
  }

  @Test
  void waitsForTheHintInTheBody() {
    String body =
        "{\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"Please try again in 30ms.\"}}";

    CommandRun run =
        call(List.of("--base", "1ms"), ScriptedReply.status(429).withBody(body), ok(FINE));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo(FINE);
    assertThat(run.err()).contains("status 429, hint 30 ms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "application/json | {\"error\":{\"code\":\"insufficient_quota\"}} | quota_exhausted",
        "application/json | {\"choices\":[{\"message\":{\"content\":\"Hi\"},\"finish_reason\":\"length\"}]} | incomplete_output",
        "application/json | {\"choices\":[{\"message\":{\"content\":\"\"},\"finish_reason\":\"content_filter\"}]} | content_policy",
        "application/json | {\"stop_reason\":\"refusal\",\"content\":[]} | content_policy",
        "text/html | <html><title>Just a moment...</title></html> | protocol_error",
        "text/html | <html>Sign in</html> | protocol_error"
      })
  void callsNoPoliteFailureASuccess(String type, String body, String word) {
    CommandRun run =
        call(List.of("--repeatable"), ok(body).withHeader("content-type", type), ok(FINE));

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo(body);
    List<String> said = run.err().lines().toList();
    assertThat(said).hasSize(4);
    assertThat(said.get(0)).contains("status 200", word, "stop: permanent");
    assertThat(said.get(1))
        .startsWith("failed: permanent after 1 attempt")
        .contains("last: " + word);
    assertThat(said.get(2))
        .isEqualTo("the body tells a failure, whatever the status; it was printed all the same");
    assertThat(said.get(3)).endsWith(".");
  }

  @Test
  void repeatsAFailureInsideASuccessByTheSameRules() {
    CommandRun repeatable =
        call(List.of("--repeatable", "--base", "1ms"), ok(OVERLOADED), ok(FINE));

    assertThat(repeatable.exitCode()).isZero();
    assertThat(repeatable.out()).isEqualTo(FINE);
    assertThat(repeatable.err().lines()).hasSize(3);
    assertThat(repeatable.err()).contains("status 200               overloaded");
  }

  @Test
  void readsAStreamToItsLastEvent() {
    String half = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";
    String whole = half
        + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    CommandRun cut = call(List.of(), stream(half), ok(FINE));
    CommandRun fine = call(List.of(), stream(whole));

    assertThat(cut.exitCode()).isEqualTo(1);
    assertThat(cut.out()).isEqualTo(half);
    assertThat(cut.err())
        .contains("stream_interrupted", "failed: unsafe", "add --repeatable if sending it twice");
    assertThat(fine.exitCode()).isZero();
    assertThat(fine.out()).isEqualTo(whole);
  }

  @Test
  void findsTheEndOfALongStream() {
    StringBuilder body = new StringBuilder();
    while (body.length() < 1 << 20) {
      body.append("data: {\"choices\":[{\"delta\":{\"content\":\"ä and more of it\"}}]}\n\n");
    }
    String end =
        "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"%s\"}]}\n\ndata: [DONE]\n\n";
    String cutOff = body + end.formatted("length");

    CommandRun run = call(List.of(), stream(cutOff));

    assertThat(run.out()).isEqualTo(cutOff);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("incomplete_output").doesNotContain("add --repeatable");
    assertThat(call(List.of(), stream(body + end.formatted("stop"))).exitCode()).isZero();
    assertThat(call(List.of(), stream(body.toString())).err()).contains("stream_interrupted");
  }

  @Test
  void endsAWriteUnknownWhereTheAnswerBrokeOff() {
    CommandRun run = call(List.of("--write"), stream("data: {\"a\":1}\n\n"));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEqualTo("data: {\"a\":1}\n\n");
  }

  @Test
  void takesEveryTwoHundredForASuccessWhereNobodyJudges() {
    CommandRun run = call(List.of("--provider", "none"), ok(CUT_OFF));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo(CUT_OFF);
    assertThat(run.err()).contains("status 200               success");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"error\":null,\"status\":\"completed\"}",
        "{\"id\":7,\"name\":\"order\"}",
        "[1,2,3]",
        "plain text",
        "~~"
      })
  void leavesAnAnswerOfAnyOtherKindAlone(String body) {
    CommandRun run = call(List.of(), ok(body));

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo(body);
  }

  @Test
  void missesNoBodyWhereNoneWasAskedFor() {
    CommandRun run =
        call(List.of("-X", "HEAD"), ok("").withHeader("content-type", "application/json"));

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void tellsTheFailureInsideASuccessInJsonToo() {
    JsonNode course =
        VectorLine.parse(call(List.of("--json", "--repeatable"), ok(CUT_OFF)).err());

    assertThat(course.path("statuses").toString()).isEqualTo("[200]");
    assertThat(course.path("failure").asText()).isEqualTo("incomplete_output");
    assertThat(course.path("outcome").asText()).isEqualTo("failed");
  }

  @Test
  void refusesAProviderNobodyKnows() {
    CommandRun run = call(List.of("--provider", "opnai"), ok("{}"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("error: there is no provider 'opnai'; did you mean openai?\n");
  }

  private static ScriptedReply ok(String body) {
    return ScriptedReply.ok(body);
  }

  private static ScriptedReply stream(String body) {
    return ok(body).withHeader("content-type", "text/event-stream");
  }

  private static CommandRun call(List<String> flags, ScriptedReply... replies) {
    try (ScriptedProvider provider = ScriptedProvider.playing(Script.of(replies))) {
      List<String> args = new ArrayList<>(List.of("call"));
      args.addAll(flags);
      args.add(provider.uri().toString());
      return CommandRun.of("", args.toArray(String[]::new));
    }
  }
}
