package dev.forbear.stream;

import dev.forbear.classify.ProviderReply;

/**
 * One piece of a streamed answer, in the order of the wire.
 *
 * <p>{@link Text}, {@link ToolBytes} and {@link ToolCall} are the answer: the first of them commits the attempt, and from then on
 * nothing is silently repeated. Everything else may come again from another attempt.
 *
 * <p>{@code toString} prints lengths and names only: a part holds what the model said.
 */
public sealed interface StreamPart {

  /** Whether it is a piece of the answer itself. White space alone is not: models send it before they begin. */
  default boolean commits() {
    return false;
  }

  /**
   * Text of the answer.
   *
   * @param text not empty
   */
  record Text(String text) implements StreamPart {

    @Override
    public boolean commits() {
      return !text.isBlank();
    }

    @Override
    public String toString() {
      return "Text[" + text.length() + " chars]";
    }
  }

  /**
   * Bytes of a tool call whose arguments are still arriving: to be shown at most, never to be carried out.
   *
   * @param index tells the answer's tool calls apart: at least 0, and greater for one that began later
   * @param bytes what came: the name, or a piece of the arguments
   */
  record ToolBytes(int index, String bytes) implements StreamPart {

    @Override
    public boolean commits() {
      return true;
    }

    @Override
    public String toString() {
      return "ToolBytes[" + index + ", " + bytes.length() + " chars]";
    }
  }

  /**
   * A tool call whose arguments the provider has closed; the only form that may be carried out.
   *
   * @param index that of its {@link ToolBytes}
   * @param id the provider's name for this call; empty where it gave none
   * @param name the tool
   * @param arguments JSON text, whole
   */
  record ToolCall(int index, String id, String name, String arguments) implements StreamPart {

    @Override
    public boolean commits() {
      return true;
    }

    @Override
    public String toString() {
      return "ToolCall[" + index + ", '" + name + "', " + arguments.length() + " chars]";
    }
  }

  /**
   * What a model thinks aloud before it answers; not part of the answer.
   *
   * @param text not empty
   */
  record Thinking(String text) implements StreamPart {

    @Override
    public String toString() {
      return "Thinking[" + text.length() + " chars]";
    }
  }

  /** Something that says nothing to a reader: a role, an id, a keep-alive. It shows that the stream is alive. */
  record Metadata() implements StreamPart {

    /** The one there is. */
    public static final Metadata ALIVE = new Metadata();
  }

  /**
   * Tokens used so far, as the provider counts them. A later one replaces an earlier one where it says more than 0.
   *
   * @param inputTokens at least 0; 0 where it was not told
   * @param outputTokens at least 0; 0 where it was not told
   */
  record Usage(long inputTokens, long outputTokens) implements StreamPart {}

  /**
   * Where a provider that offers it would continue this answer.
   *
   * @param position the provider's own words for it
   */
  record Cursor(String position) implements StreamPart {

    @Override
    public String toString() {
      return "Cursor";
    }
  }

  /**
   * Told by the driver: what an earlier attempt has delivered is void, and the answer begins again.
   *
   * @param attempt whose text is to be dropped
   */
  record Discard(int attempt) implements StreamPart {}

  /**
   * The provider's terminal event: the answer is over, and whole.
   *
   * @param reason why the model stopped, in the provider's own word; empty where it gave none
   */
  record Finished(String reason) implements StreamPart {}

  /**
   * The provider's error event: the answer is over, and not whole.
   *
   * @param reply the event as a reply, so that the rules for replies say what it means
   */
  record Broken(ProviderReply reply) implements StreamPart {}
}
