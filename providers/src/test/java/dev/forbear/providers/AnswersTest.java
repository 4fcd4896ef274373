package dev.forbear.providers;

import static dev.forbear.providers.Replies.EVENTS;
import static dev.forbear.providers.Replies.json;
import static dev.forbear.providers.Replies.judged;
import static dev.forbear.providers.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Successes and polite failures. */
class AnswersTest {

  private static final String WHOLE = "success stays - yes";
  private static final String CUT = "stream_interrupted passes - yes";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"message\":{\"content\":\"hi\",\"refusal\":null},\"finish_reason\":\"stop\"}],\"error\":null}",
        "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"error: rate limit\"}],\"stop_reason\":\"end_turn\"}",
        "{\"content\":[{\"type\":\"tool_use\",\"input\":{\"finish_reason\":\"length\",\"error\":\"x\"}}],\"stop_reason\":\"tool_use\"}",
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]},\"finishReason\":\"STOP\"}],\"promptFeedback\":{}}",
        "{\"object\":\"list\",\"data\":[{\"embedding\":[0.1]}]}",
        "[[0.1,0.2],[0.3,0.4]]",
        "[{\"label\":\"x\",\"score\":0.5},{\"label\":\"y\",\"score\":0.5}]",
        "{\"status\":\"completed\",\"output\":[{\"content\":[{\"type\":\"output_text\",\"text\":\"{\\\"error\\\":{}}\"}]}]}",
        "{\"errors\":[],\"result\":\"x\"}"
      })
  void isWhole(String body) {
    assertThat(judged(json(200, body))).isEqualTo(WHOLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"choices\":[{\"finish_reason\":\"length\"}]}                      | incomplete_output stays - yes",
        "{\"stop_reason\":\"max_tokens\",\"content\":[]}                     | incomplete_output stays - yes",
        "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\"}]}                | incomplete_output stays - yes",
        "{\"stopReason\":\"max_tokens\"}                                     | incomplete_output stays - yes",
        "{\"done\":true,\"done_reason\":\"length\"}                          | incomplete_output stays - yes",
        "{\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}         | incomplete_output stays - yes",
        "{\"candidates\":[{\"finishReason\":\"MALFORMED_FUNCTION_CALL\"}]}   | incomplete_output passes - yes",
        "{\"usageMetadata\":{},\"candidates\":[]}                            | incomplete_output passes - maybe",
        "{\"choices\":[{\"finish_reason\":\"content_filter\"}]}              | content_policy stays - yes",
        "{\"choices\":[{\"message\":{\"refusal\":\"no\"}}]}                  | content_policy stays - yes",
        "{\"stop_reason\":\"refusal\"}                                       | content_policy stays - yes",
        "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}                   | content_policy stays - no",
        "{\"stopReason\":\"guardrail_intervened\"}                           | content_policy stays - yes",
        "{\"choices\":null}                                                  | unavailable passes - maybe",
        "{\"error\":\"boom\"}                                                | server_error passes - maybe",
        "{\"error\":{\"code\":401,\"message\":\"x\"}}                        | auth stays - no",
        "{\"statusCode\":429,\"message\":\"x\"}                              | rate_limit passes - no",
        "{\"status\":\"canceled\"}                                           | cancelled passes - maybe",
        "{\"choices\":[{\"message\":{\"content\":\"Hel                       | stream_interrupted passes - yes",
        "Internal Server Error                                               | protocol_error stays - maybe",
        "<html>Sign in</html>                                                | protocol_error stays - maybe"
      })
  void isAPoliteFailure(String body, String expected) {
    assertThat(judged(json(200, body))).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
        "event: message_start\ndata: {\"type\":\"message_start\"}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        "data: {\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"error\":null}}\r\n\r\n",
        "data: {\"candidates\":[{\"finishReason\":\"STOP\"}]}\n\n",
        "data: {\"type\":\"message-end\",\"delta\":{\"finish_reason\":\"COMPLETE\"}}\n\n",
        "data: {\"token\":{\"text\":\"x\"},\"generated_text\":\"x\"}\n\n",
        "event: output\ndata: x\n\nevent: done\ndata: {}\n\n"
      })
  void aStreamWithItsLastEventIsWhole(String body) {
    assertThat(judged(reply(200, body, "content-type", EVENTS))).isEqualTo(WHOLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n",
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"cho",
        "event: message_start\ndata: {\"type\":\"message_start\"}\n\n",
        "data: {\"type\":\"response.output_text.delta\",\"delta\":\"x\"}\n\n",
        "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]}}]}\n\n"
      })
  void aStreamWithoutItsLastEventIsCutOff(String body) {
    assertThat(judged(reply(200, body, "content-type", EVENTS))).isEqualTo(CUT);
  }

  @Test
  void linesAndFramesHaveEndsToo() {
    String line = "{\"message\":{\"content\":\"a\"},\"done\":false}\n";

    assertThat(judged(reply(200, line, "content-type", "application/x-ndjson"))).isEqualTo(CUT);
    assertThat(judged(reply(
            200,
            line + "{\"done\":true,\"done_reason\":\"stop\"}\n",
            "content-type",
            "application/x-ndjson")))
        .isEqualTo(WHOLE);
    assertThat(
            judged(
                json(
                    200,
                    "[{\"candidates\":[{\"content\":{}}]},{\"candidates\":[{\"finishReason\":\"STOP\"}]}]")))
        .isEqualTo(WHOLE);
    assertThat(
            judged(json(200, "[{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"x\"}]}}]},")))
        .isEqualTo(CUT);
  }

  @Test
  void anErrorInAStreamHasRunOnceThereWasOutput() {
    String output = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\n";
    String error =
        "data: {\"error\":{\"message\":\"m\",\"code\":\"rate_limit_exceeded\",\"param\":null}}\n\n";
    String refusal =
        "data: {\"error\":{\"message\":\"m\",\"code\":\"invalid_api_key\",\"param\":null}}\n\n";

    assertThat(judged(reply(200, error, "content-type", EVENTS)))
        .isEqualTo("rate_limit passes - maybe");
    assertThat(judged(reply(200, output + error, "content-type", EVENTS)))
        .isEqualTo("rate_limit passes - yes");
    assertThat(judged(reply(200, refusal, "content-type", EVENTS))).isEqualTo("auth stays - no");
  }

  @Test
  void theEndOfAVeryLongAnswerIsRead() {
    String text = "x".repeat(300_000);

    assertThat(judged(json(
            200,
            "{\"choices\":[{\"message\":{\"content\":\"" + text
                + "\"},\"finish_reason\":\"length\"}]}")))
        .isEqualTo("incomplete_output stays - yes");
    assertThat(judged(json(
            200,
            "{\"choices\":[{\"message\":{\"content\":\"" + text
                + "\"},\"finish_reason\":\"stop\"}]}")))
        .isEqualTo(WHOLE);
    assertThat(judged(json(200, "{\"choices\":[{\"message\":{\"content\":\"" + text)))
        .isEqualTo(CUT);
    assertThat(judged(json(
            200,
            "{\"choices\":[{\"message\":{\"content\":\"" + text
                + "\\\"finish_reason\\\":\\\"length\\\"\"},\"finish_reason\":\"stop\"}]}")))
        .isEqualTo(WHOLE);
  }
}
