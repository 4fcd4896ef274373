package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import dev.forbear.stream.StreamPart.Thinking;
import dev.forbear.stream.StreamPart.ToolBytes;
import dev.forbear.stream.StreamPart.ToolCall;
import dev.forbear.stream.StreamPart.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicMessagesTest {

  private static final String START = "{\"type\":\"message_start\",\"message\":{\"id\":\"m\","
      + "\"usage\":{\"input_tokens\":7,\"output_tokens\":1}}}";
  private static final String BLOCK_STOP = "{\"type\":\"content_block_stop\",\"index\":1}";
  private static final String STOP = "{\"type\":\"message_stop\"}";
  private static final String TOOL =
      begin("{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}");

  private static String begin(String block) {
    return "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":" + block + "}";
  }

  private static String delta(String delta) {
    return "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":" + delta + "}";
  }

  private static String input(String json) {
    return delta("{\"type\":\"input_json_delta\",\"partial_json\":\"" + json + "\"}");
  }

  private static String reason(String reason) {
    return "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
        + "\"},\"usage\":{\"output_tokens\":9}}";
  }

  private static Reading read(String... data) {
    return Reading.ofEvents(StreamFormats.anthropicMessages(), data);
  }

  @Test
  void tellsTextThinkingUsageAndTheEnd() {
    Reading reading = read(
        START,
        begin("{\"type\":\"thinking\",\"thinking\":\"\"}"),
        delta("{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}"),
        delta("{\"type\":\"signature_delta\",\"signature\":\"xyz\"}"),
        begin("{\"type\":\"text\",\"text\":\"\"}"),
        delta("{\"type\":\"text_delta\",\"text\":\"Hi\"}"),
        BLOCK_STOP,
        reason("end_turn"),
        STOP);

    assertThat(reading.telling())
        .containsExactly(
            new Usage(7, 1),
            new Thinking("hm"),
            new Text("Hi"),
            new Usage(0, 9),
            new Finished("end_turn"));
  }

  @Test
  void handsOutAToolCallWhenItsBlockStops() {
    assertThat(
            read(TOOL, input(""), input("{\\\"a\\\":"), input("1}"), BLOCK_STOP).telling())
        .containsExactly(
            new ToolBytes(0, "f"),
            new ToolBytes(0, "{\"a\":"),
            new ToolBytes(0, "1}"),
            new ToolCall(0, "t", "f", "{\"a\":1}"));
  }

  @Test
  void handsOutNoCallWhoseBlockIsStillOpen() {
    assertThat(read(TOOL, input("{}")).calls()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tool_use,{}",
    "end_turn,{}",
    "max_tokens,",
    "refusal,",
    "model_context_window_exceeded,"
  })
  void handsOutAClosedCallWithoutArgumentsOnlyWhenTheModelWasNotCut(
      String reason, String arguments) {
    assertThat(
            read(TOOL, BLOCK_STOP, reason(reason), STOP).calls().stream().map(ToolCall::arguments))
        .isEqualTo(arguments == null ? java.util.List.of() : java.util.List.of(arguments));
  }

  @Test
  void dropsACallThatTheLimitOfLengthCut() {
    Reading reading = read(TOOL, input("{\\\"a\\\""), BLOCK_STOP, reason("max_tokens"), STOP);

    assertThat(reading.calls()).isEmpty();
    assertThat(reading.ending()).isEqualTo("finished max_tokens");
  }

  @Test
  void refusesClosedArgumentsThatAreNotJson() {
    assertThatThrownBy(() -> read(TOOL, input("{\\\"a\\\""), BLOCK_STOP, reason("tool_use"), STOP))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("anthropic-messages stream, event 4:"
            + " tool call 0 was closed with 4 chars of arguments that are not JSON");
  }

  @Test
  void takesArgumentsThatCameWithTheBeginning() {
    assertThat(read(
                begin(
                    "{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{\"a\":[1,null]}}"),
                BLOCK_STOP)
            .calls())
        .containsExactly(new ToolCall(0, "t", "f", "{\"a\":[1,null]}"));
  }

  @Test
  void handsOutNoCallThatTheProviderCarriesOut() {
    assertThat(read(
                begin("{\"type\":\"server_tool_use\",\"id\":\"t\",\"name\":\"web_search\"}"),
                input("{}"),
                BLOCK_STOP)
            .telling())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}",
        "event: error\ndata: {\"message\":\"m\"}",
        "event: error\ndata: upstream connect error",
        "data: {\"error\":{\"type\":\"forbidden\"}}"
      })
  void breaksWithEveryFormOfAnError(String error) {
    Reading reading = Reading.of(
        StreamFormats.anthropicMessages(),
        Reading.events(START) + error + "\n\n" + Reading.events(STOP));

    assertThat(reading.errorBody()).isEqualTo(error + "\n\n");
  }

  @Test
  void isCutWithoutItsLastEvent() {
    assertThat(read(START, reason("end_turn")).ending()).isEqualTo("cut");
  }

  @Test
  void refusesAWholeAnswer() {
    assertThatThrownBy(
            () -> Reading.of(StreamFormats.anthropicMessages(), "{\"type\":\"message\"}"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageContaining("it is a whole answer and not a stream");
  }
}
