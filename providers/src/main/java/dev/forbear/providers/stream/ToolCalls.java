package dev.forbear.providers.stream;

import dev.forbear.stream.MalformedStreamException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of an answer whose arguments arrive in pieces.
 *
 * <p>A call is handed out once, when its arguments are closed and are JSON. Two things cannot be told when a call is closed:
 * whether no arguments at all mean that the tool takes none or that the model was cut before the first, and whether broken ones
 * are a cut or a mistake. Those calls wait for the reason why the model stopped: after a cut they are dropped, else empty
 * arguments are {@code {}} and broken ones are a malformed stream. Dropping those too would call an answer whole that lacks
 * a call.
 */
final class ToolCalls {

  private final List<Call> open = new ArrayList<>(0);
  private final Map<Long, Call> latest = new HashMap<>(0);
  private int count;
  private int heldChars;

  /** A tool call, as far as it has come. */
  static final class Call {

    private final int index;
    private final String id;
    private final boolean isText;
    private final StringBuilder arguments = new StringBuilder();
    private String name = "";
    private boolean isClosed;

    private Call(int index, String id, boolean isText) {
      this.index = index;
      this.id = id;
      this.isText = isText;
    }

    String id() {
      return id;
    }
  }

  /**
   * A call begins.
   *
   * @param key its number on the wire; an earlier call of that number is no longer found
   * @param isText whether what arrives is plain text, to be handed out as a JSON string
   */
  Call open(long key, String id, boolean isText) {
    if (count == Bounds.TOOL_CALLS) {
      throw new MalformedStreamException(
          "the answer has more than " + Bounds.TOOL_CALLS + " tool calls, which is the most");
    }
    Call call = new Call(count++, id, isText);
    open.add(call);
    latest.put(key, call);
    return call;
  }

  /** The call that began last under a number. */
  @Nullable
  Call find(long key) {
    return latest.get(key);
  }

  /** The number of calls that have begun. */
  int count() {
    return count;
  }

  /** The name, whole, in pieces, or told again with every piece of the arguments: servers do all three. */
  void name(Call call, String name, Answer answer) {
    if (!name.isEmpty() && !call.isClosed && !name.equals(call.name)) {
      call.name += name;
      hold(name.length());
      answer.toolBytes(call.index, name);
    }
  }

  /** More of the arguments. */
  void piece(Call call, String piece, Answer answer) {
    if (piece.isEmpty()) {
      return;
    }
    if (call.isClosed) {
      throw new MalformedStreamException("tool call " + call.index + " goes on after its end");
    }
    hold(piece.length());
    call.arguments.append(piece);
    answer.toolBytes(call.index, piece);
  }

  private void hold(int chars) {
    if (chars > Bounds.ARGUMENT_CHARS - heldChars) {
      throw new MalformedStreamException("the arguments of its tool calls are longer than "
          + Bounds.ARGUMENT_CHARS + " chars, which is the most that is kept");
    }
    heldChars += chars;
  }

  /** The provider goes on to something else: calls that are a whole JSON object are handed out, others stay open. */
  void closeWhole(Answer answer) {
    for (Call call : List.copyOf(open)) {
      String arguments = call.arguments.toString();
      if (!call.isText && arguments.stripLeading().startsWith("{") && Json.isJson(arguments)) {
        handOut(call, arguments, answer);
      }
    }
  }

  /** The provider says that a call is closed. */
  void close(Call call, Answer answer) {
    String arguments = call.arguments.toString();
    if (!call.isClosed && !call.isText && Json.isJson(arguments)) {
      handOut(call, arguments, answer);
    }
    // No piece may follow; what could not be handed out waits for settle.
    call.isClosed = true;
  }

  /**
   * The model has stopped.
   *
   * @param isWhole whether it stopped by itself, so that its calls are meant to be carried out
   */
  void settle(boolean isWhole, Answer answer) {
    if (isWhole) {
      for (Call call : List.copyOf(open)) {
        String arguments = call.arguments.toString();
        handOut(
            call, call.isText ? Json.quoted(arguments) : checked(call.index, arguments), answer);
      }
    }
    open.forEach(call -> call.isClosed = true);
    open.clear();
    heldChars = 0;
  }

  /** Closed arguments; none at all are an empty object. */
  static String checked(int index, String arguments) {
    if (arguments.isBlank()) {
      return "{}";
    }
    if (!Json.isJson(arguments)) {
      throw new MalformedStreamException("tool call " + index + " was closed with "
          + arguments.length() + " chars of arguments that are not JSON");
    }
    return arguments;
  }

  private void handOut(Call call, String arguments, Answer answer) {
    if (call.name.isEmpty()) {
      throw new MalformedStreamException("tool call " + call.index + " has no name");
    }
    open.remove(call);
    call.isClosed = true;
    heldChars -= call.arguments.length() + call.name.length();
    answer.toolCall(call.index, call.id, call.name, arguments);
    call.arguments.setLength(0);
    call.arguments.trimToSize();
  }
}
