package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import dev.forbear.stream.StreamPart.Thinking;
import dev.forbear.stream.StreamPart.ToolCall;
import dev.forbear.stream.StreamPart.Usage;
import org.junit.jupiter.api.Test;

class OllamaChunksTest {

  private static final String DONE =
      "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":6,\"eval_count\":3}";

  private static Reading read(String... lines) {
    return Reading.of(StreamFormats.ollama(), String.join("\n", lines) + "\n");
  }

  @Test
  void tellsTextThinkingUsageAndTheEnd() {
    assertThat(read(
                "{\"message\":{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"hm\"},\"done\":false}",
                "{\"message\":{\"content\":\"Hi\"},\"done\":false}",
                DONE)
            .telling())
        .containsExactly(new Thinking("hm"), new Text("Hi"), new Usage(6, 3), new Finished("stop"));
  }

  @Test
  void readsGenerateToo() {
    assertThat(read("{\"response\":\"Hi\",\"done\":false}", "{\"response\":\"\",\"done\":true}")
            .telling())
        .containsExactly(new Text("Hi"), new Finished(""));
  }

  @Test
  void handsOutToolCallsAsTheyCome() {
    assertThat(read("{\"message\":{\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"f\","
                + "\"arguments\":{\"a\":1}}},{\"id\":\"x\",\"function\":{\"name\":\"g\"}}]},\"done\":false}")
            .calls())
        .containsExactly(new ToolCall(0, "", "f", "{\"a\":1}"), new ToolCall(1, "x", "g", "{}"));
  }

  @Test
  void refusesAToolCallWithoutName() {
    assertThatThrownBy(() -> read("{\"message\":{\"tool_calls\":[{}]},\"done\":false}"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("ollama stream, event 1: tool call 0 has no name");
  }

  @Test
  void breaksWithAnError() {
    String error = "{\"error\":\"error while running the model\"}";

    assertThat(read("{\"response\":\"Hi\",\"done\":false}", error, DONE).errorBody())
        .isEqualTo(error + "\n");
    assertThat(read(error).ending()).isEqualTo("broken");
  }

  @Test
  void isCutWithoutDone() {
    assertThat(read("{\"response\":\"Hi\",\"done\":false}").ending()).isEqualTo("cut");
  }

  @Test
  void needsNoFinalLineEnd() {
    assertThat(Reading.of(StreamFormats.ollama(), DONE).ending()).isEqualTo("finished stop");
  }

  @Test
  void refusesWhatIsNoJson() {
    assertThatThrownBy(() -> read("{\"response\":\"Hi\"}", "oops"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage(
            "ollama stream, event 2: it does not begin with a brace, as a JSON object does");
    assertThatThrownBy(() -> read("{oops}"))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("ollama stream, event 1: its 6 chars of data are not JSON");
  }
}
