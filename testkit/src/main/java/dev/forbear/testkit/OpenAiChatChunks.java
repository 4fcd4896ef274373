package dev.forbear.testkit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.forbear.testkit.ScriptedChunk.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chat completions as server-sent events.
 *
 * <p>Source: https://platform.openai.com/docs/api-reference/chat/streaming, the object {@code chat.completion.chunk}, and the
 * closing {@code data: [DONE]} (read 2026-11-30).
 */
final class OpenAiChatChunks implements ChunkFormat {

  static final OpenAiChatChunks INSTANCE = new OpenAiChatChunks();

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  @Override
  public String contentType() {
    return "text/event-stream";
  }

  @Override
  public String encode(List<ScriptedChunk> chunks, int index) {
    ScriptedChunk chunk = chunks.get(index);
    return switch (chunk.kind()) {
      case META -> event(choice(JSON.objectNode().put("role", "assistant").put("content", "")));
      case TEXT -> event(choice(JSON.objectNode().put("content", chunk.content())));
      case TOOL -> event(choice(toolCall(chunk.content(), isFirst(chunks, index))));
      case ERROR -> event(error(chunk));
      case DONE -> event(finish(chunks, index)) + "data: [DONE]\n\n";
    };
  }

  private static boolean isFirst(List<ScriptedChunk> chunks, int index) {
    return chunks.subList(0, index).stream().noneMatch(chunk -> chunk.kind() == Kind.TOOL);
  }

  /** The bytes are all that a chunk says, so the call has no name. */
  private static ObjectNode toolCall(String bytes, boolean isFirst) {
    ObjectNode call = JSON.objectNode().put("index", 0);
    if (isFirst) {
      call.put("id", "call_1").put("type", "function");
    }
    call.putObject("function").put("arguments", bytes);
    ObjectNode delta = JSON.objectNode();
    delta.putArray("tool_calls").add(call);
    return delta;
  }

  private static ObjectNode finish(List<ScriptedChunk> chunks, int index) {
    return choice(JSON.objectNode(), isFirst(chunks, index) ? "stop" : "tool_calls");
  }

  private static ObjectNode choice(ObjectNode delta) {
    return choice(delta, null);
  }

  private static ObjectNode choice(ObjectNode delta, @Nullable String finishReason) {
    ObjectNode completion = JSON.objectNode()
        .put("id", "chatcmpl-scripted")
        .put("object", "chat.completion.chunk")
        .put("created", 0)
        .put("model", "scripted");
    ObjectNode choice = completion.putArray("choices").addObject().put("index", 0);
    choice.set("delta", delta);
    choice.put("finish_reason", finishReason);
    return completion;
  }

  private static String event(ObjectNode data) {
    return "data: " + data + "\n\n";
  }

  /** The status stands in {@code code}, as servers of this format write it that have no codes of their own (vLLM, OpenRouter). */
  private static ObjectNode error(ScriptedChunk chunk) {
    ObjectNode event = JSON.objectNode();
    ObjectNode error = event.putObject("error");
    if (chunk.json().path("error") instanceof ObjectNode details) {
      error.setAll(details);
    }
    if (!error.has("message")) {
      error.put("message", "the script breaks the stream");
    }
    if (!error.has("code")) {
      error.put("code", chunk.status());
    }
    return event;
  }
}
