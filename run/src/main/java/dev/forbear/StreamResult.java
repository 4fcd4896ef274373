package dev.forbear;

import dev.forbear.stream.StreamPart;
import java.util.List;

/**
 * What a stream has delivered: all of the answer, or what came before it broke.
 *
 * <p>{@link #toString} prints lengths only.
 *
 * @param text the text, up to {@link #MAX_TEXT_CHARS}
 * @param textChars the length of the text delivered, which may be longer
 * @param toolCalls the tool calls that were closed, in order, up to {@link #MAX_TOOL_CALLS}
 * @param finishReason why the model stopped, in the provider's own word; empty where it did not say
 * @param usage tokens as far as they are known
 * @param isUsageEstimated whether the provider counted none, and the output was taken for a token per four characters
 */
public record StreamResult(
    String text,
    long textChars,
    List<StreamPart.ToolCall> toolCalls,
    String finishReason,
    StreamPart.Usage usage,
    boolean isUsageEstimated) {

  /** Longer text is delivered but not kept: some hundred times the longest answer of today's models. */
  public static final int MAX_TEXT_CHARS = 16 * 1024 * 1024;

  /** More tool calls are delivered but not kept. */
  public static final int MAX_TOOL_CALLS = 1024;

  /** Keeps its own copy of the list. */
  public StreamResult {
    toolCalls = List.copyOf(toolCalls);
  }

  @Override
  public String toString() {
    return "StreamResult[" + textChars + " chars, " + toolCalls.size() + " tool calls, finished '"
        + finishReason + "', " + usage + (isUsageEstimated ? " estimated]" : "]");
  }
}
