package dev.forbear.providers.stream;

import org.jspecify.annotations.Nullable;

/**
 * Bedrock's ConverseStream, its frames written as server-sent events: the event type as name, the payload as data.
 *
 * <p>{@code messageStop} is the terminal event; the usage comes behind it, in {@code metadata}. So the end is told with that, or
 * with the end of the body.
 */
final class BedrockConverse implements Meaning {

  private final ToolCalls calls = new ToolCalls();
  private @Nullable String stopReason;

  @Override
  public void take(Event event, Answer answer) {
    if (event.isError()) {
      answer.broken(event);
      return;
    }
    Json json = event.json();
    ToolCalls.Call call = calls.find(json.at("contentBlockIndex").count());
    switch (event.name()) {
      case "contentBlockStart" -> {
        Json tool = json.at("start").at("toolUse");
        if (tool.isObject()) {
          ToolCalls.Call begun = calls.open(
              json.at("contentBlockIndex").count(), tool.at("toolUseId").text(), false);
          calls.name(begun, tool.at("name").text(), answer);
        }
      }
      case "contentBlockDelta" -> more(json.at("delta"), call, answer);
      case "contentBlockStop" -> {
        if (call != null) {
          calls.close(call, answer);
        }
      }
      case "messageStop" -> {
        String reason = json.at("stopReason").text();
        calls.settle(StopWords.isWhole(reason), answer);
        stopReason = reason;
      }
      case "metadata" -> {
        Json usage = json.at("usage");
        answer.usage(usage.at("inputTokens").count(), usage.at("outputTokens").count());
        finish(answer);
      }
      default -> {
        // The role, or an event that is newer than this.
      }
    }
  }

  private void more(Json delta, ToolCalls.@Nullable Call call, Answer answer) {
    answer.text(delta.at("text").text());
    answer.thinking(delta.at("reasoningContent").at("text").text());
    if (call != null) {
      calls.piece(call, delta.at("toolUse").at("input").text(), answer);
    }
  }

  private void finish(Answer answer) {
    if (stopReason != null) {
      answer.finished(stopReason);
    }
  }

  @Override
  public void end(boolean isWhole, Answer answer) {
    finish(answer);
  }
}
