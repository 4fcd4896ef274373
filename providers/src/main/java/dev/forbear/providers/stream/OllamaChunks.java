package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;

/** Ollama's own API: {@code /api/chat} and {@code /api/generate}. Tool calls come whole; {@code done} is the end. */
final class OllamaChunks implements Meaning {

  private int calls;

  @Override
  public void take(Event event, Answer answer) {
    Json chunk = event.json();
    if (chunk.at("error").says()) {
      answer.broken(event);
      return;
    }
    Json message = chunk.at("message");
    answer.thinking(message.at("thinking").text());
    answer.thinking(chunk.at("thinking").text());
    answer.text(message.at("content").text());
    answer.text(chunk.at("response").text());
    message.at("tool_calls").items().forEach(call -> call(call, answer));
    if (chunk.at("done").isTrue()) {
      answer.usage(chunk.at("prompt_eval_count").count(), chunk.at("eval_count").count());
      answer.finished(chunk.at("done_reason").text());
    }
  }

  private void call(Json call, Answer answer) {
    if (calls == Bounds.TOOL_CALLS) {
      throw new MalformedStreamException(
          "the answer has more than " + Bounds.TOOL_CALLS + " tool calls, which is the most");
    }
    Json function = call.at("function");
    String name = function.at("name").text();
    if (name.isEmpty()) {
      throw new MalformedStreamException("tool call " + calls + " has no name");
    }
    Json arguments = function.at("arguments");
    String written = arguments.isSomething() ? arguments.written() : "{}";
    answer.toolCall(calls++, call.at("id").text(), name, written);
  }
}
