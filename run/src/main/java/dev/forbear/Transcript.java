package dev.forbear;

import dev.forbear.stream.StreamPart;
import java.util.ArrayList;
import java.util.List;

/** What a stream has delivered so far. Not thread-safe. */
final class Transcript {

  /** Characters of English text per token, as OpenAI's "What are tokens and how to count them?" puts it (read 2026-11-30). */
  private static final int CHARS_PER_TOKEN = 4;

  private final StringBuilder text = new StringBuilder();
  private long textChars;
  private long toolChars;
  private final List<StreamPart.ToolCall> toolCalls = new ArrayList<>(0);
  private long inputTokens;
  private long outputTokens;

  void add(StreamPart part) {
    if (part instanceof StreamPart.Text piece) {
      textChars += piece.text().length();
      int room = StreamResult.MAX_TEXT_CHARS - text.length();
      text.append(piece.text(), 0, Math.min(room, piece.text().length()));
    } else if (part instanceof StreamPart.ToolBytes piece) {
      toolChars += piece.bytes().length();
    } else if (part instanceof StreamPart.ToolCall call) {
      if (toolCalls.size() < StreamResult.MAX_TOOL_CALLS) {
        toolCalls.add(call);
      }
    } else if (part instanceof StreamPart.Discard) {
      text.setLength(0);
      textChars = 0;
      toolChars = 0;
      toolCalls.clear();
    }
  }

  /** Counts of an attempt, whether or not its answer was delivered. */
  void count(StreamPart.Usage usage) {
    inputTokens = usage.inputTokens() > 0 ? usage.inputTokens() : inputTokens;
    outputTokens = usage.outputTokens() > 0 ? usage.outputTokens() : outputTokens;
  }

  StreamResult result(String finishReason) {
    boolean isEstimated = inputTokens == 0 && outputTokens == 0;
    long output = isEstimated
        ? (textChars + toolChars + CHARS_PER_TOKEN - 1) / CHARS_PER_TOKEN
        : outputTokens;
    return new StreamResult(
        text.toString(),
        textChars,
        toolCalls,
        finishReason,
        new StreamPart.Usage(inputTokens, output),
        isEstimated);
  }
}
