package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.stream.StreamPart.Finished;
import dev.forbear.stream.StreamPart.Text;
import dev.forbear.stream.StreamPart.Thinking;
import dev.forbear.stream.StreamPart.ToolBytes;
import dev.forbear.stream.StreamPart.ToolCall;
import dev.forbear.stream.StreamPart.Usage;
import org.junit.jupiter.api.Test;

class BedrockConverseTest {

  private static final String TEXT =
      event("contentBlockDelta", "{\"contentBlockIndex\":0,\"delta\":{\"text\":\"Hi\"}}");
  private static final String TOOL = event(
      "contentBlockStart",
      "{\"contentBlockIndex\":1,\"start\":{\"toolUse\":{\"toolUseId\":\"t\",\"name\":\"f\"}}}");
  private static final String INPUT = event(
      "contentBlockDelta", "{\"contentBlockIndex\":1,\"delta\":{\"toolUse\":{\"input\":\"{}\"}}}");
  private static final String BLOCK_STOP = event("contentBlockStop", "{\"contentBlockIndex\":1}");
  private static final String STOP = event("messageStop", "{\"stopReason\":\"tool_use\"}");
  private static final String USAGE =
      event("metadata", "{\"usage\":{\"inputTokens\":8,\"outputTokens\":4}}");

  private static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  private static Reading read(String... events) {
    return Reading.of(StreamFormats.bedrockConverse(), String.join("", events));
  }

  @Test
  void tellsTextThinkingToolCallsUsageAndTheEnd() {
    assertThat(read(
                event("messageStart", "{\"role\":\"assistant\"}"),
                event(
                    "contentBlockDelta",
                    "{\"contentBlockIndex\":0,\"delta\":{\"reasoningContent\":{\"text\":\"hm\"}}}"),
                TEXT,
                TOOL,
                INPUT,
                BLOCK_STOP,
                STOP,
                USAGE)
            .telling())
        .containsExactly(
            new Thinking("hm"),
            new Text("Hi"),
            new ToolBytes(0, "f"),
            new ToolBytes(0, "{}"),
            new ToolCall(0, "t", "f", "{}"),
            new Usage(8, 4),
            new Finished("tool_use"));
  }

  @Test
  void isWholeWithItsStopEvenWhereTheUsageIsMissing() {
    assertThat(read(TEXT, STOP).ending()).isEqualTo("finished tool_use");
    assertThat(read(TEXT, USAGE).ending()).isEqualTo("cut");
  }

  @Test
  void handsOutNoCallThatWasCut() {
    assertThat(read(TOOL, INPUT).calls()).isEmpty();
    assertThat(read(TOOL, BLOCK_STOP, event("messageStop", "{\"stopReason\":\"max_tokens\"}"))
            .calls())
        .isEmpty();
    assertThat(read(TOOL, BLOCK_STOP, STOP).calls())
        .containsExactly(new ToolCall(0, "t", "f", "{}"));
  }
}
