package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamPart.Cursor;
import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import dev.forbear.stream.StreamPart.Thinking;
import dev.forbear.stream.StreamPart.ToolBytes;
import dev.forbear.stream.StreamPart.ToolCall;
import dev.forbear.stream.StreamPart.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiResponsesTest {

  private static final String COMPLETED =
      "{\"type\":\"response.completed\",\"sequence_number\":9,\"response\":{\"id\":\"resp_1\","
          + "\"status\":\"completed\",\"error\":null,\"usage\":{\"input_tokens\":5,\"output_tokens\":2}}}";

  private static String created(boolean background) {
    return "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\","
        + "\"background\":" + background + "}}";
  }

  private static String text(String delta, int number) {
    return "{\"type\":\"response.output_text.delta\",\"delta\":\"" + delta
        + "\",\"sequence_number\":" + number + "}";
  }

  private static String item(String event, String item) {
    return "{\"type\":\"response.output_item." + event + "\",\"output_index\":1,\"item\":" + item
        + "}";
  }

  private static Reading read(String... data) {
    return Reading.ofEvents(StreamFormats.openAiResponses(), data);
  }

  @Test
  void tellsTextThinkingUsageAndTheEnd() {
    Reading reading = read(
        created(false),
        "{\"type\":\"response.reasoning_summary_text.delta\",\"delta\":\"hm\"}",
        text("Hi", 3),
        "{\"type\":\"response.output_text.done\",\"text\":\"Hi\"}",
        COMPLETED);

    assertThat(reading.telling())
        .containsExactly(
            new Thinking("hm"), new Text("Hi"), new Usage(5, 2), new Finished("completed"));
  }

  @Test
  void handsOutAToolCallWithItsItem() {
    Reading reading = read(
        item(
            "added",
            "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\"\"}"),
        "{\"type\":\"response.function_call_arguments.delta\",\"output_index\":1,\"delta\":\"{}\"}",
        "{\"type\":\"response.function_call_arguments.done\",\"output_index\":1,\"arguments\":\"{}\"}",
        item(
            "done",
            "{\"type\":\"function_call\",\"status\":\"completed\",\"call_id\":\"c\",\"name\":\"f\","
                + "\"arguments\":\"{}\"}"),
        COMPLETED);

    assertThat(reading.telling())
        .startsWith(new ToolBytes(1, "f"), new ToolBytes(1, "{}"), new ToolCall(1, "c", "f", "{}"));
  }

  @Test
  void handsOutCustomToolsWithTheirTextAsAString() {
    assertThat(read(item(
                "done",
                "{\"type\":\"custom_tool_call\",\"call_id\":\"c\",\"name\":\"sql\",\"input\":\"a \\\"b\\\"\"}"))
            .calls())
        .containsExactly(new ToolCall(1, "c", "sql", "\"a \\\"b\\\"\""));
  }

  @Test
  void handsOutNoCallThatIsIncompleteOrThatTheProviderCarriesOut() {
    Reading reading = read(
        item(
            "done",
            "{\"type\":\"function_call\",\"status\":\"incomplete\",\"name\":\"f\",\"arguments\":\"{}\"}"),
        item("done", "{\"type\":\"web_search_call\",\"status\":\"completed\",\"name\":\"w\"}"),
        "{\"type\":\"response.incomplete\",\"response\":{\"incomplete_details\":"
            + "{\"reason\":\"max_output_tokens\"}}}");

    assertThat(reading.telling()).containsExactly(new Finished("max_output_tokens"));
  }

  @Test
  void refusesClosedArgumentsThatAreNotJsonAndCallsWithoutName() {
    assertThatThrownBy(() ->
            read(item("done", "{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{\"}")))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 1 was closed with 1 chars of arguments that are not JSON");
    assertThatThrownBy(() -> read(item("done", "{\"type\":\"function_call\"}")))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 1 has no name");
    String twice = item("done", "{\"type\":\"function_call\",\"name\":\"f\"}");
    assertThatThrownBy(() -> read(twice, twice))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 1 is closed twice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"error\",\"error\":{\"code\":\"insufficient_quota\"}}",
        "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"m\",\"sequence_number\":7}",
        "{\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"x\"}}}",
        "{\"type\":\"response.error\",\"error\":{\"code\":\"rate_limit_exceeded\"}}",
        "{\"error\":{\"message\":\"m\"}}"
      })
  void breaksWithEveryFormOfAnError(String error) {
    Reading reading = read(text("Hi", 3), error, COMPLETED);

    assertThat(reading.errorBody()).isEqualTo("data: " + error + "\n\n");
    assertThat(reading.text()).isEqualTo("Hi");
  }

  @Test
  void tellsACursorForAResponseInTheBackgroundOnly() {
    assertThat(read(created(true), text("Hi", 4)).telling())
        .containsExactly(
            new Cursor("resp_1?stream=true&starting_after=0"),
            new Text("Hi"),
            new Cursor("resp_1?stream=true&starting_after=4"));
    assertThat(read(created(false), text("Hi", 4)).telling()).containsExactly(new Text("Hi"));
  }

  @Test
  void readsOnBehindACursorAndPassesOverWhatIsRepeated() {
    StreamDecoder decoder =
        StreamFormats.openAiResponses().decoder(new Cursor("resp_1?stream=true&starting_after=4"));

    assertThat(Reading.of(decoder, Reading.events(text("Hi", 4), text(" you", 5), COMPLETED))
            .telling())
        .containsExactly(
            new Text(" you"),
            new Cursor("resp_1?stream=true&starting_after=5"),
            new Usage(5, 2),
            new Finished("completed"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "resp_1",
        "../x?stream=true&starting_after=4",
        "r?stream=true&starting_after=-1"
      })
  void refusesACursorThatIsNotItsOwn(String position) {
    assertThatThrownBy(() -> StreamFormats.openAiResponses().decoder(new Cursor(position)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be as 'ID?stream=true&starting_after=NUMBER', was one of "
            + position.length() + " chars");
  }

  @Test
  void tellsNoCursorWithAnIdThatCannotStandInAnAddress() {
    assertThat(read(
                "{\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"a/../b?x\","
                    + "\"background\":true}}",
                text("Hi", 4))
            .telling())
        .containsExactly(new Text("Hi"));
  }

  @Test
  void showsARefusalAndSaysThatItIsOne() {
    Reading reading = read("{\"type\":\"response.refusal.delta\",\"delta\":\"No.\"}", COMPLETED);

    assertThat(reading.text()).isEqualTo("No.");
    assertThat(reading.ending()).isEqualTo("finished refusal");
  }

  @Test
  void doesNotTakeTheMarkOfChatForTheEnd() {
    assertThat(read(text("Hi", 1), "[DONE]").ending()).isEqualTo("cut");
  }

  @Test
  void refusesAWholeAnswer() {
    assertThatThrownBy(() ->
            Reading.of(StreamFormats.openAiResponses(), "{\"object\":\"response\",\"error\":null}"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageContaining("it is a whole answer and not a stream");
  }
}
