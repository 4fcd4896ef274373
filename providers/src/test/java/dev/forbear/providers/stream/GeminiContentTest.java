package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import dev.forbear.stream.StreamPart.Thinking;
import dev.forbear.stream.StreamPart.ToolCall;
import dev.forbear.stream.StreamPart.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GeminiContentTest {

  private static final String HI = chunk("{\"text\":\"Hi\"}", "");
  private static final String STOP = chunk("{\"text\":\"!\"}", ",\"finishReason\":\"STOP\"");
  private static final String ERROR = "{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\"}}";

  private enum Form {
    EVENTS,
    ARRAY;

    Reading read(String... chunks) {
      return Reading.of(
          StreamFormats.gemini(),
          this == ARRAY
              ? "[" + String.join("\n,\r\n", List.of(chunks)) + "]"
              : Reading.events(chunks));
    }
  }

  private static String chunk(String parts, String more) {
    return "{\"candidates\":[{\"content\":{\"parts\":[" + parts + "],\"role\":\"model\"}" + more
        + ",\"index\":0}]}";
  }

  @ParameterizedTest
  @EnumSource
  void tellsTextThinkingUsageAndTheEnd(Form form) {
    Reading reading = form.read(
        chunk("{\"text\":\"hm\",\"thought\":true}", ""),
        HI,
        "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"!\"}]},\"finishReason\":\"STOP\"}],"
            + "\"usageMetadata\":{\"promptTokenCount\":4,\"candidatesTokenCount\":2,\"thoughtsTokenCount\":3}}");

    assertThat(reading.telling())
        .containsExactly(
            new Thinking("hm"),
            new Text("Hi"),
            new Text("!"),
            new Usage(4, 5),
            new Finished("STOP"));
  }

  @ParameterizedTest
  @EnumSource
  void isCutWithoutAFinishReason(Form form) {
    assertThat(form.read(HI).ending()).isEqualTo("cut");
  }

  @Test
  void isCutWithoutTheBracketThatClosesTheArray() {
    assertThat(Reading.of(StreamFormats.gemini(), "[" + STOP).ending()).isEqualTo("cut");
  }

  @Test
  void isCutWithinTheEventBehindAFinishReason() {
    String cut = Reading.events(STOP) + "data: {\"candidates\":[";

    assertThat(Reading.of(StreamFormats.gemini(), cut).ending()).isEqualTo("cut");
  }

  @ParameterizedTest
  @EnumSource
  void isCutWhereTextFollowsAFinishReasonWithoutAnother(Form form) {
    // The first models sent the reason with every chunk.
    assertThat(form.read(STOP, STOP).ending()).isEqualTo("finished STOP");
    assertThat(form.read(STOP, HI).ending()).isEqualTo("cut");
  }

  @ParameterizedTest
  @EnumSource
  void takesUsageBehindTheFinishReason(Form form) {
    assertThat(form.read(STOP, "{\"usageMetadata\":{\"promptTokenCount\":4}}").telling())
        .containsExactly(new Text("!"), new Usage(4, 0), new Finished("STOP"));
  }

  @ParameterizedTest
  @EnumSource
  void handsOutToolCallsAsTheyCome(Form form) {
    assertThat(form.read(chunk(
                "{\"functionCall\":{\"name\":\"f\",\"args\":{\"a\":1.50,\"b\":\"\\u00e9\",\"c\":[true,null]}}},"
                    + "{\"functionCall\":{\"id\":\"x\",\"name\":\"g\"}}",
                ""))
            .calls())
        .containsExactly(
            new ToolCall(0, "", "f", "{\"a\":1.50,\"b\":\"é\",\"c\":[true,null]}"),
            new ToolCall(1, "x", "g", "{}"));
  }

  @ParameterizedTest
  @EnumSource
  void refusesToolCallsInPiecesAndWithoutName(Form form) {
    assertThatThrownBy(
            () -> form.read(chunk("{\"functionCall\":{\"name\":\"f\",\"willContinue\":true}}", "")))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageContaining("tool call 0 comes in pieces");
    assertThatThrownBy(() -> form.read(chunk("{\"functionCall\":{\"args\":{}}}", "")))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageEndingWith("tool call 0 has no name");
  }

  @Test
  void breaksWithAnError() {
    assertThat(Form.EVENTS.read(HI, ERROR, STOP).errorBody()).isEqualTo("data: " + ERROR + "\n\n");
    assertThat(Form.ARRAY.read(HI, ERROR, STOP).errorBody()).isEqualTo(ERROR + "\n");
    assertThat(Form.ARRAY.read(ERROR).errorBody()).isEqualTo(ERROR + "\n");
    assertThat(Reading.of(StreamFormats.gemini(), ERROR).ending()).isEqualTo("broken");
    assertThat(Form.EVENTS.read("[" + ERROR + "," + STOP + "]").ending()).isEqualTo("broken");
  }

  @ParameterizedTest
  @EnumSource
  void breaksWithAPromptThatWasBlocked(Form form) {
    String blocked = "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}";
    String notBlocked = "{\"promptFeedback\":{\"blockReason\":\"BLOCK_REASON_UNSPECIFIED\"}}";

    assertThat(form.read(blocked).ending()).isEqualTo("broken");
    assertThat(form.read(notBlocked).ending()).isEqualTo("cut");
  }

  @ParameterizedTest
  @EnumSource
  void handsOutTheFirstCandidateOnly(Form form) {
    assertThat(form.read("{\"candidates\":[{\"index\":1,\"finishReason\":\"STOP\",\"content\":"
                + "{\"parts\":[{\"text\":\"B\"}]}}]}")
            .telling())
        .isEmpty();
  }
}
