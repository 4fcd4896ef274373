package dev.forbear.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One piece of a scripted stream, whatever wire format carries it.
 *
 * <pre>
 *   meta:start                      something that says nothing to a reader, such as a role
 *   text:Hel                        text of the answer
 *   tool:{"city":"Par               bytes of a tool call, as they arrive
 *   error:{"status":529}            the provider's error event, as JSON, with the status it stands for
 *   done                            the provider's terminal event
 * </pre>
 *
 * <p>{@link #toString} gives kind and length: a text is what a model said.
 *
 * @param kind what it is
 * @param content what follows the colon; empty for {@link Kind#DONE}
 */
public record ScriptedChunk(Kind kind, String content) {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** What a piece of a stream is. */
  public enum Kind {
    /** Something that says nothing to a reader. */
    META,
    /** Text of the answer. */
    TEXT,
    /** Bytes of a tool call. */
    TOOL,
    /** The provider's error event: a JSON object whose {@code status}, where there is one, says what status it stands for. */
    ERROR,
    /** The provider's terminal event. */
    DONE;

    /** The word before the colon. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the content. */
  public ScriptedChunk {
    switch (kind) {
      case META, TEXT, TOOL -> {}
      case ERROR -> {
        if (!json(content).isObject()) {
          throw new IllegalArgumentException(
              "what follows 'error:' must be a JSON object, such as {\"status\":529}");
        }
      }
      case DONE -> {
        if (!content.isEmpty()) {
          throw new IllegalArgumentException("a chunk 'done' has no content");
        }
      }
    }
  }

  /**
   * Reads one chunk.
   *
   * @throws IllegalArgumentException naming what it begins with and what is allowed
   */
  public static ScriptedChunk parse(String text) {
    if (text.equals(Kind.DONE.word())) {
      return new ScriptedChunk(Kind.DONE, "");
    }
    int colon = text.indexOf(':');
    String word = colon < 0 ? text : text.substring(0, colon);
    for (Kind kind : Kind.values()) {
      if (colon >= 0 && kind != Kind.DONE && kind.word().equals(word)) {
        return new ScriptedChunk(kind, text.substring(colon + 1));
      }
    }
    List<String> words = Arrays.stream(Kind.values()).map(Kind::word).toList();
    throw new IllegalArgumentException(
        "a chunk must be meta:…, text:…, tool:…, error:{json} or done, nearest is '"
            + NearestWord.of(word, words) + "'");
  }

  /** The status an error event stands for; 200 where it names none, and for the other kinds. */
  public int status() {
    JsonNode status = kind == Kind.ERROR ? json().path("status") : MissingNode.getInstance();
    int number = status.canConvertToInt() ? status.intValue() : 0;
    return number >= ScriptedReply.MIN_STATUS && number <= ScriptedReply.MAX_STATUS ? number : 200;
  }

  /** The content of an error event; missing where it is no JSON. */
  JsonNode json() {
    return json(content);
  }

  private static JsonNode json(String content) {
    try {
      return MAPPER.readTree(content);
    } catch (JsonProcessingException noJson) {
      return MissingNode.getInstance();
    }
  }

  /** Kind and length. */
  @Override
  public String toString() {
    return kind == Kind.DONE ? "done" : kind.word() + " of " + content.length() + " chars";
  }
}
