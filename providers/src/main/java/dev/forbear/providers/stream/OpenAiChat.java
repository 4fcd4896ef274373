package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Chat completions, of OpenAI and those who copy it, and the older completions.
 *
 * <p>An error is an event with {@code error}, one whose choice has {@code error} or ends with {@code error} (OpenRouter), or
 * one that has no choices and speaks of an error in a form of its own. {@code [DONE]} without a finish reason before it is an
 * error too: gateways send it as well when the provider has broken off.
 *
 * <p>Only the first choice is the answer. A refusal is text, and {@code refusal} is then the reason of the end.
 */
final class OpenAiChat implements Meaning {

  private static final String DONE = "[DONE]";

  private final ToolCalls calls = new ToolCalls();
  private ToolCalls.@Nullable Call current;
  private String finish = "";
  private boolean isRefused;

  @Override
  public void take(Event event, Answer answer) {
    if (event.isError()) {
      answer.broken(event);
      return;
    }
    if (event.data().strip().equals(DONE)) {
      if (finish.isEmpty()) {
        answer.broken(event);
      } else {
        answer.finished(isRefused ? "refusal" : finish);
      }
      return;
    }
    Json chunk = event.json();
    usage(chunk.at("usage"), answer);
    usage(chunk.at("x_groq").at("usage"), answer);
    if (isError(chunk)) {
      answer.broken(event);
      return;
    }
    for (Json choice : chunk.at("choices").items()) {
      if (choice.at("index").count() == 0 && !answer.isOver()) {
        take(choice, event, answer);
      }
    }
  }

  private static boolean isError(Json chunk) {
    if (chunk.at("error").says()) {
      return true;
    }
    return !chunk.has("choices")
        && (chunk.at("object").text().equals("error")
            || chunk.at("type").text().equals("error")
            || chunk.at("message").says()
            || chunk.at("detail").says());
  }

  private static void usage(Json usage, Answer answer) {
    answer.usage(
        usage.at("prompt_tokens").count(), usage.at("completion_tokens").count());
  }

  private void take(Json choice, Event event, Answer answer) {
    if (choice.at("error").says()) {
      answer.broken(event);
      return;
    }
    if (!choice.has("delta") && choice.at("message").isObject()) {
      throw new MalformedStreamException(Event.WHOLE_ANSWER);
    }
    Json delta = choice.at("delta");
    answer.thinking(delta.at("reasoning_content").text());
    if (delta.at("reasoning_content").text().isEmpty()) {
      answer.thinking(delta.at("reasoning").text());
    }
    content(delta.at("content"), answer);
    String refusal = delta.at("refusal").text();
    isRefused |= !refusal.isEmpty();
    answer.text(refusal);
    answer.text(choice.at("text").text());
    delta.at("tool_calls").items().forEach(call -> tool(call, answer));
    if (delta.at("function_call").isObject()) {
      function(callAt(0, "", false, answer), delta.at("function_call"), answer);
    }
    String reason = choice.at("finish_reason").text();
    if (reason.equals("error")) {
      answer.broken(event);
    } else if (!reason.isEmpty()) {
      finish = reason;
      calls.settle(StopWords.isWhole(reason), answer);
    }
  }

  /** A text, or as Mistral's thinking models send it, a list of pieces. */
  private static void content(Json content, Answer answer) {
    answer.text(content.text());
    for (Json piece : content.items()) {
      answer.text(piece.at("text").text());
      answer.thinking(piece.at("thinking").text());
      piece
          .at("thinking")
          .items()
          .forEach(thought -> answer.thinking(thought.at("text").text()));
    }
  }

  private void tool(Json delta, Answer answer) {
    String id = delta.at("id").text();
    Json custom = delta.at("custom");
    ToolCalls.Call call = delta.has("index") || current == null || isAnother(current, id)
        ? callAt(
            delta.has("index") ? delta.at("index").count() : calls.count(),
            id,
            custom.isObject(),
            answer)
        : current;
    current = call;
    if (custom.isObject()) {
      calls.name(call, custom.at("name").text(), answer);
      calls.piece(call, custom.at("input").text(), answer);
    }
    function(call, delta.at("function"), answer);
  }

  private void function(ToolCalls.Call call, Json function, Answer answer) {
    calls.name(call, function.at("name").text(), answer);
    Json arguments = function.at("arguments");
    calls.piece(call, arguments.isObject() ? arguments.written() : arguments.text(), answer);
  }

  /** The call of a number. Some servers give each call the number 0 and an id of its own. */
  private ToolCalls.Call callAt(long number, String id, boolean isText, Answer answer) {
    ToolCalls.Call call = calls.find(number);
    if (call == null || isAnother(call, id)) {
      calls.closeWhole(answer);
      call = calls.open(number, id, isText);
    }
    return call;
  }

  private static boolean isAnother(ToolCalls.Call call, String id) {
    return !id.isEmpty() && !call.id().isEmpty() && !call.id().equals(id);
  }
}
