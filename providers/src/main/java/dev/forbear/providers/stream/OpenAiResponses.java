package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import java.util.HashSet;
import java.util.Set;

/**
 * OpenAI's Responses.
 *
 * <p>A tool call is handed out with its {@code response.output_item.done}, which repeats it whole and says whether it is
 * complete; its index is the item's {@code output_index}. A response made in the background can be taken up again, so each
 * of its events tells a cursor: {@link ResponsesCursor}. Deltas of calls that the provider carries out itself only show that it is alive.
 */
final class OpenAiResponses implements Meaning {

  private final Set<Integer> calls = new HashSet<>(0);
  private String responseId;
  private long seen;
  private boolean isResumable;
  private boolean isRefused;

  /** Reads from the beginning. */
  OpenAiResponses() {
    this("", -1);
  }

  private OpenAiResponses(String responseId, long seen) {
    this.responseId = responseId;
    this.seen = seen;
    this.isResumable = !responseId.isEmpty();
  }

  /** Reads on behind a cursor; what the server repeats of the events before it is passed over. */
  static OpenAiResponses behind(String position) {
    ResponsesCursor cursor = ResponsesCursor.of(position);
    return new OpenAiResponses(cursor.responseId(), cursor.sequenceNumber());
  }

  @Override
  public void take(Event event, Answer answer) {
    if (event.data().strip().equals("[DONE]")) {
      return;
    }
    if (event.isError() && Json.read(event.data()) == null) {
      answer.broken(event);
      return;
    }
    Json json = event.json();
    boolean isNumbered = json.at("sequence_number").isSomething();
    long number = json.at("sequence_number").count();
    if (isResumable && isNumbered && number <= seen) {
      return;
    }
    take(json.at("type").text(), json, event, answer);
    if (isResumable && isNumbered && !answer.isOver()) {
      seen = number;
      answer.cursor(new ResponsesCursor(responseId, number).position());
    }
  }

  private void take(String type, Json json, Event event, Answer answer) {
    switch (type) {
      case "response.created", "response.queued", "response.in_progress" ->
        begin(json.at("response"));
      case "response.output_text.delta" -> answer.text(json.at("delta").text());
      case "response.refusal.delta" -> {
        isRefused = true;
        answer.text(json.at("delta").text());
      }
      case "response.reasoning_text.delta", "response.reasoning_summary_text.delta" ->
        answer.thinking(json.at("delta").text());
      case "response.output_item.added" ->
        answer.toolBytes(index(json), isCall(json) ? json.at("item").at("name").text() : "");
      case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta" ->
        answer.toolBytes(index(json), json.at("delta").text());
      case "response.output_item.done" -> done(json, answer);
      case "response.completed" -> {
        usage(json, answer);
        answer.finished(isRefused ? "refusal" : "completed");
      }
      case "response.incomplete" -> {
        usage(json, answer);
        answer.finished(
            json.at("response").at("incomplete_details").at("reason").text());
      }
      case "response.failed", "response.cancelled", "response.error", "error" -> {
        usage(json, answer);
        answer.broken(event);
      }
      default -> {
        if (json.at("object").text().equals("response")) {
          throw new MalformedStreamException(Event.WHOLE_ANSWER);
        }
        if (event.isError() || json.at("error").says()) {
          answer.broken(event);
        }
      }
    }
  }

  private void begin(Json response) {
    String id = response.at("id").text();
    if (response.at("background").isTrue() && ResponsesCursor.isId(id)) {
      responseId = id;
      isResumable = true;
    }
  }

  private static void usage(Json json, Answer answer) {
    Json usage = json.at("response").at("usage");
    answer.usage(usage.at("input_tokens").count(), usage.at("output_tokens").count());
  }

  private static boolean isCall(Json json) {
    String type = json.at("item").at("type").text();
    return type.equals("function_call") || type.equals("custom_tool_call");
  }

  private static int index(Json json) {
    return (int) Math.min(Integer.MAX_VALUE, json.at("output_index").count());
  }

  private void done(Json json, Answer answer) {
    Json item = json.at("item");
    if (!isCall(json) || item.at("status").text().equals("incomplete")) {
      return;
    }
    int index = index(json);
    if (!calls.add(index)) {
      throw new MalformedStreamException("tool call " + index + " is closed twice");
    }
    if (calls.size() > Bounds.TOOL_CALLS) {
      throw new MalformedStreamException(
          "the answer has more than " + Bounds.TOOL_CALLS + " tool calls, which is the most");
    }
    String name = item.at("name").text();
    if (name.isEmpty()) {
      throw new MalformedStreamException("tool call " + index + " has no name");
    }
    String arguments = item.at("type").text().equals("custom_tool_call")
        ? Json.quoted(item.at("input").text())
        : ToolCalls.checked(index, item.at("arguments").text());
    answer.toolCall(index, item.at("call_id").text(), name, arguments);
  }
}
