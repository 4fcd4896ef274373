package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamPart;
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

class OpenAiChatTest {

  private static final String STOP = choice("{}", "\"stop\"");
  private static final String CALLS = choice("{}", "\"tool_calls\"");

  private static String choice(String delta, String finish) {
    return "{\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
        + finish + "}],\"usage\":null}";
  }

  private static String delta(String delta) {
    return choice(delta, "null");
  }

  private static String tool(String call) {
    return delta("{\"tool_calls\":[" + call + "]}");
  }

  private static Reading read(String... data) {
    return Reading.ofEvents(StreamFormats.openAiChat(), data);
  }

  @Test
  void tellsTextThinkingUsageAndTheEnd() {
    Reading reading = read(
        delta("{\"role\":\"assistant\",\"content\":\"\"}"),
        delta("{\"reasoning_content\":\"hm\"}"),
        delta("{\"reasoning\":\"so\"}"),
        delta("{\"content\":\"Hi\"}"),
        STOP,
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}",
        "[DONE]");

    assertThat(reading.telling())
        .containsExactly(
            new Thinking("hm"),
            new Thinking("so"),
            new Text("Hi"),
            new Usage(5, 2),
            new Finished("stop"));
    assertThat(reading.parts()).startsWith(StreamPart.Metadata.ALIVE);
  }

  @Test
  void handsOutAToolCallWhenTheModelStopsForIt() {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}"),
        tool("{\"index\":0,\"function\":{\"arguments\":\"{\\\"a\\\":\"}}"),
        tool("{\"index\":0,\"function\":{\"arguments\":\"1}\"}}"),
        CALLS,
        "[DONE]");

    assertThat(reading.telling())
        .containsExactly(
            new ToolBytes(0, "f"),
            new ToolBytes(0, "{\"a\":"),
            new ToolBytes(0, "1}"),
            new ToolCall(0, "c", "f", "{\"a\":1}"),
            new Finished("tool_calls"));
  }

  @Test
  void handsOutAToolCallWhenTheNextOneBegins() {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
        tool("{\"index\":1,\"id\":\"d\",\"function\":{\"name\":\"g\",\"arguments\":\"{\"}}"));

    assertThat(reading.calls()).containsExactly(new ToolCall(0, "c", "f", "{}"));
    assertThat(reading.ending()).isEqualTo("cut");
  }

  @Test
  void keepsCallsApartWhosePiecesCross() {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
        tool("{\"index\":1,\"id\":\"d\",\"function\":{\"name\":\"g\",\"arguments\":\"[\"}}"),
        tool("{\"index\":0,\"function\":{\"arguments\":\"}\"}}"),
        tool("{\"index\":1,\"function\":{\"arguments\":\"]\"}}"),
        CALLS,
        "[DONE]");

    assertThat(reading.calls())
        .containsExactly(new ToolCall(0, "c", "f", "{}"), new ToolCall(1, "d", "g", "[]"));
  }

  @ParameterizedTest
  @CsvSource({
    // Gemini behind OpenAI's form: every call has the number 0. Others send no number at all.
    "'\"index\":0,'",
    "''"
  })
  void keepsCallsApartByTheirIdsWhereTheNumbersDoNot(String number) {
    String call = "{%s\"id\":\"%s\",\"function\":{\"name\":\"%s\",\"arguments\":\"{}\"}}";
    Reading reading = read(
        tool(call.formatted(number, "c", "f") + "," + call.formatted(number, "d", "g")), CALLS);

    assertThat(reading.calls())
        .containsExactly(new ToolCall(0, "c", "f", "{}"), new ToolCall(1, "d", "g", "{}"));
  }

  @Test
  void takesANameInPiecesOrToldAgain() {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"get_\"}}"),
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"it\"}}"),
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"get_it\",\"arguments\":\"{}\"}}"),
        CALLS);

    assertThat(reading.calls()).containsExactly(new ToolCall(0, "c", "get_it", "{}"));
  }

  @Test
  void knowsTheOlderFunctionCallsAndCompletions() {
    assertThat(read(
                delta("{\"function_call\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
                delta("{\"function_call\":{\"arguments\":\"}\"}}"),
                choice("{}", "\"function_call\""))
            .calls())
        .containsExactly(new ToolCall(0, "", "f", "{}"));
    assertThat(read("{\"choices\":[{\"text\":\"Hi\",\"index\":0,\"finish_reason\":null}]}")
            .text())
        .isEqualTo("Hi");
  }

  @Test
  void handsOutCustomToolsWithTheirTextAsAString() {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"custom\":{\"name\":\"sql\",\"input\":\"\"}}"),
        tool("{\"index\":0,\"custom\":{\"input\":\"select \\\"a\\\"\"}}"),
        CALLS);

    assertThat(reading.calls())
        .containsExactly(new ToolCall(0, "c", "sql", "\"select \\\"a\\\"\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"length", "content_filter", "something_new"})
  void handsOutNoOpenCallWhenTheModelWasStopped(String reason) {
    Reading reading = read(
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
        choice("{}", "\"" + reason + "\""),
        "[DONE]");

    assertThat(reading.calls()).isEmpty();
    assertThat(reading.ending()).isEqualTo("finished " + reason);
  }

  @Test
  void handsOutACallWithoutArgumentsOnlyWhenTheModelStops() {
    String call =
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}");

    assertThat(read(call).calls()).isEmpty();
    assertThat(read(call, STOP).calls()).containsExactly(new ToolCall(0, "c", "f", "{}"));
  }

  @Test
  void refusesClosedArgumentsThatAreNotJson() {
    String call =
        tool("{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{a\"}}");

    assertThatThrownBy(() -> read(call, CALLS))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("openai-chat stream, event 2:"
            + " tool call 0 was closed with 2 chars of arguments that are not JSON");
  }

  @Test
  void refusesAPieceForAClosedCall() {
    String call = tool("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}");

    assertThatThrownBy(() -> read(call, CALLS, call))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 0 goes on after its end");
  }

  @Test
  void refusesACallWithoutName() {
    assertThatThrownBy(() -> read(tool("{\"index\":0,\"function\":{\"arguments\":\"{}\"}}"), CALLS))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 0 has no name");
  }

  @Test
  void isCutWithoutTheMarkAndBrokenWithTheMarkAlone() {
    assertThat(read(delta("{\"content\":\"Hi\"}"), STOP).ending()).isEqualTo("cut");
    assertThat(read("[DONE]").ending()).isEqualTo("broken");
    assertThat(read(delta("{\"content\":\"Hi\"}"), "[DONE]").ending()).isEqualTo("broken");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error\":{\"message\":\"m\",\"type\":\"server_error\"}}",
        "{\"error\":\"words\"}",
        "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{},\"error\":{\"code\":502}}]}",
        "{\"object\":\"error\",\"message\":\"m\",\"code\":400}",
        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}",
        "{\"message\":\"m\",\"type\":\"invalid\"}",
        "{\"detail\":\"Internal error\"}"
      })
  void breaksWithEveryFormOfAnError(String error) {
    Reading reading = read(delta("{\"content\":\"Hi\"}"), error, STOP, "[DONE]");

    assertThat(reading.text()).isEqualTo("Hi");
    assertThat(reading.ending()).isEqualTo("broken");
    assertThat(reading.errorBody()).isEqualTo("data: " + error + "\n\n");
  }

  @Test
  void tellsTheUsageThatComesWithAnError() {
    Reading reading = read("{\"error\":{\"message\":\"m\"},\"usage\":{\"prompt_tokens\":5}}");

    assertThat(reading.parts()).startsWith(new Usage(5, 0)).hasSize(2);
    assertThat(reading.ending()).isEqualTo("broken");
  }

  @Test
  void breaksWithAnErrorEventWhoseDataIsNoJson() {
    Reading reading =
        Reading.of(StreamFormats.openAiChat(), "event: error\ndata: upstream connect error\n\n");

    assertThat(reading.errorBody()).isEqualTo("event: error\ndata: upstream connect error\n\n");
  }

  @Test
  void doesNotTakeAnEmptyErrorForOne() {
    assertThat(read("{\"error\":null,\"choices\":[]}", "{\"error\":{},\"choices\":[]}")
            .ending())
        .isEqualTo("cut");
  }

  @Test
  void handsOutTheFirstChoiceOnly() {
    assertThat(read(
                "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"B\"},\"finish_reason\":\"stop\"},"
                    + "{\"index\":0,\"delta\":{\"content\":\"A\"}}]}",
                "[DONE]")
            .telling())
        .startsWith(new Text("A"))
        .hasSize(2);
  }

  @Test
  void readsTheListsOfMistral() {
    assertThat(read(delta("{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\","
                + "\"text\":\"hm\"}]},{\"type\":\"text\",\"text\":\"Hi\"}]}"))
            .telling())
        .containsExactly(new Thinking("hm"), new Text("Hi"));
  }

  @Test
  void showsARefusalAndSaysThatItIsOne() {
    Reading reading = read(delta("{\"refusal\":\"No.\"}"), STOP, "[DONE]");

    assertThat(reading.text()).isEqualTo("No.");
    assertThat(reading.ending()).isEqualTo("finished refusal");
  }

  @Test
  void joinsTheHalvesOfAnEmojiThatCameInTwoEvents() {
    Reading reading = read(
        delta("{\"content\":\"a\\ud83d\"}"), delta("{\"content\":\"\\ude00b\"}"), STOP, "[DONE]");

    assertThat(reading.telling()).startsWith(new Text("a"), new Text("😀b"));
  }

  @Test
  void handsOutAHalfThatStaysAlone() {
    assertThat(read(delta("{\"content\":\"a\\ud83d\"}")).text()).isEqualTo("a\ud83d");
  }

  @Test
  void refusesAWholeAnswer() {
    String whole = "{\"choices\":[{\"index\":0,\"message\":{\"content\":\"Hi\"},"
        + "\"finish_reason\":\"stop\"}]}";

    assertThatThrownBy(() -> Reading.of(StreamFormats.openAiChat(), whole))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageContaining("it is a whole answer and not a stream");
  }

  @Test
  void refusesWhatIsNoJsonWithoutShowingIt() {
    assertThatThrownBy(() -> read(STOP, "sk-secret{"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("openai-chat stream, event 2: its 10 chars of data are not JSON");
  }

  @Test
  void takesNothingAfterTheEnd() {
    Reading reading = read(STOP, "[DONE]", "not JSON", delta("{\"content\":\"more\"}"), "[DONE]");

    assertThat(reading.telling()).containsExactly(new Finished("stop"));
  }

  @Test
  void boundsTheCallsOfAnAnswer() {
    String[] calls = new String[Bounds.TOOL_CALLS + 1];
    for (int i = 0; i < calls.length; i++) {
      calls[i] = tool("{\"index\":" + i + ",\"function\":{\"name\":\"f\",\"arguments\":\"[\"}}");
    }

    assertThatThrownBy(() -> read(calls))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("openai-chat stream, event 513:"
            + " the answer has more than 512 tool calls, which is the most");
  }

  @Test
  void boundsTheArgumentsOfAnAnswer() {
    String piece = tool("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\""
        + "1".repeat(1024 * 1024) + "\"}}");

    assertThatThrownBy(() -> read(piece, piece, piece, piece, piece))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("openai-chat stream, event 4: the arguments of its tool calls are longer than"
            + " 4194304 chars, which is the most that is kept");
  }
}
