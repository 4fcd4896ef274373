package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Anthropic's Messages, also behind Vertex AI and Bedrock.
 *
 * <p>A tool call is closed by its {@code content_block_stop}, which comes for a call that was cut as well: {@link ToolCalls}. Tools
 * that the provider carries out itself only show that it is alive.
 */
final class AnthropicMessages implements Meaning {

  private final ToolCalls calls = new ToolCalls();
  private String stopReason = "";

  @Override
  public void take(Event event, Answer answer) {
    if (event.isError()) {
      answer.broken(event);
      return;
    }
    Json json = event.json();
    switch (json.at("type").text()) {
      case "message_start" -> usage(json.at("message").at("usage"), answer);
      case "content_block_start" -> begin(json, answer);
      case "content_block_delta" -> more(json, answer);
      case "content_block_stop" -> {
        ToolCalls.Call call = callOf(json);
        if (call != null) {
          calls.close(call, answer);
        }
      }
      case "message_delta" -> {
        usage(json.at("usage"), answer);
        String reason = json.at("delta").at("stop_reason").text();
        if (!reason.isEmpty()) {
          stopReason = reason;
          calls.settle(StopWords.isWhole(reason), answer);
        }
      }
      case "message_stop" -> {
        calls.settle(stopReason.isEmpty(), answer);
        answer.finished(stopReason);
      }
      case "error" -> answer.broken(event);
      case "message" -> throw new MalformedStreamException(Event.WHOLE_ANSWER);
      default -> {
        if (json.at("error").says()) {
          answer.broken(event);
        }
      }
    }
  }

  private static void usage(Json usage, Answer answer) {
    answer.usage(usage.at("input_tokens").count(), usage.at("output_tokens").count());
  }

  private ToolCalls.@Nullable Call callOf(Json json) {
    return calls.find(json.at("index").count());
  }

  private void begin(Json json, Answer answer) {
    Json block = json.at("content_block");
    switch (block.at("type").text()) {
      case "text" -> answer.text(block.at("text").text());
      case "thinking" -> answer.thinking(block.at("thinking").text());
      case "tool_use" -> {
        ToolCalls.Call call =
            calls.open(json.at("index").count(), block.at("id").text(), false);
        calls.name(call, block.at("name").text(), answer);
        // Empty here, with the arguments in the deltas; proxies that do not stream put them here
        // whole.
        Json input = block.at("input");
        calls.piece(call, input.says() ? input.written() : "", answer);
      }
      default -> {
        // Nothing that a reader is shown.
      }
    }
  }

  private void more(Json json, Answer answer) {
    Json delta = json.at("delta");
    switch (delta.at("type").text()) {
      case "text_delta" -> answer.text(delta.at("text").text());
      case "thinking_delta" -> answer.thinking(delta.at("thinking").text());
      case "input_json_delta" -> {
        ToolCalls.Call call = callOf(json);
        if (call != null) {
          calls.piece(call, delta.at("partial_json").text(), answer);
        }
      }
      default -> {
        // A signature or a citation.
      }
    }
  }
}
