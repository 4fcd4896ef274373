package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;

/**
 * Gemini's {@code streamGenerateContent}, as server-sent events or as a JSON array.
 *
 * <p>No event says that it is the last: the answer is whole when a finish reason has come, no text without one came after it,
 * and the body then ends between two events, the array with its bracket. A prompt that was blocked is an error event.
 * A function call comes whole; the form that is sent in pieces, which a request has to ask for, is refused. Only the first candidate
 * is the answer.
 */
final class GeminiContent implements Meaning {

  private String finish = "";
  private int calls;

  @Override
  public void take(Event event, Answer answer) {
    if (event.isError()) {
      answer.broken(event);
      return;
    }
    Json json = event.json();
    if (json.isArray()) {
      json.items().forEach(item -> take(item, event, answer));
    } else {
      take(json, event, answer);
    }
  }

  private void take(Json chunk, Event event, Answer answer) {
    if (answer.isOver()) {
      return;
    }
    if (chunk.at("error").says() || isBlocked(chunk.at("promptFeedback"))) {
      answer.broken(event);
      return;
    }
    for (Json candidate : chunk.at("candidates").items()) {
      if (candidate.at("index").count() == 0) {
        Json parts = candidate.at("content").at("parts");
        if (parts.says()) {
          finish = "";
        }
        parts.items().forEach(part -> part(part, answer));
        String reason = candidate.at("finishReason").text();
        finish = reason.isEmpty() || reason.equals("FINISH_REASON_UNSPECIFIED") ? finish : reason;
      }
    }
    Json usage = chunk.at("usageMetadata");
    answer.usage(
        usage.at("promptTokenCount").count(),
        usage.at("candidatesTokenCount").count()
            + usage.at("thoughtsTokenCount").count());
  }

  private static boolean isBlocked(Json feedback) {
    String reason = feedback.at("blockReason").text();
    return !reason.isEmpty() && !reason.equals("BLOCK_REASON_UNSPECIFIED");
  }

  private void part(Json part, Answer answer) {
    String text = part.at("text").text();
    if (part.at("thought").isTrue()) {
      answer.thinking(text);
    } else {
      answer.text(text);
    }
    Json call = part.at("functionCall");
    if (call.isObject()) {
      call(call, answer);
    }
  }

  private void call(Json call, Answer answer) {
    if (call.has("partialArgs") || call.at("willContinue").isTrue()) {
      throw new MalformedStreamException(
          "tool call " + calls + " comes in pieces; ask without streamFunctionCallArguments");
    }
    if (calls == Bounds.TOOL_CALLS) {
      throw new MalformedStreamException(
          "the answer has more than " + Bounds.TOOL_CALLS + " tool calls, which is the most");
    }
    String name = call.at("name").text();
    if (name.isEmpty()) {
      throw new MalformedStreamException("tool call " + calls + " has no name");
    }
    Json arguments = call.at("args");
    answer.toolCall(
        calls++, call.at("id").text(), name, arguments.isSomething() ? arguments.written() : "{}");
  }

  @Override
  public void end(boolean isWhole, Answer answer) {
    if (isWhole && !finish.isEmpty()) {
      answer.finished(finish);
    }
  }
}
