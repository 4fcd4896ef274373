package dev.forbear.bedrock;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.forbear.stream.MalformedStreamException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes a frame's event as the server-sent event that says the same. */
sealed interface EventText {

  /** The event of a frame. */
  String of(String eventType, byte[] payload);

  /** Converse: the event type is the name, the payload is the data. */
  record Named() implements EventText {

    @Override
    public String of(String eventType, byte[] payload) {
      return "event: " + oneLine(eventType) + "\ndata: "
          + oneLine(new String(payload, StandardCharsets.UTF_8)) + "\n\n";
    }
  }

  /** Invoke: the payload has the model's own event in base64, under {@code bytes}. */
  record Chunk() implements EventText {

    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String of(String eventType, byte[] payload) {
      return eventType.equals("chunk") ? "data: " + oneLine(inside(payload)) + "\n\n" : ":\n";
    }

    private static String inside(byte[] payload) {
      try (JsonParser parser = JSON.createParser(payload)) {
        if (parser.nextToken() == JsonToken.START_OBJECT) {
          for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (name.equals("bytes") && value == JsonToken.VALUE_STRING) {
              return new String(
                  Base64.getDecoder().decode(parser.getText()), StandardCharsets.UTF_8);
            }
            parser.skipChildren();
          }
        }
      } catch (IOException | IllegalArgumentException notAChunk) {
        throw new MalformedStreamException(
            "its payload of " + payload.length + " bytes is not JSON with base64 under 'bytes'");
      }
      throw new MalformedStreamException(
          "its payload of " + payload.length + " bytes has no 'bytes'");
    }
  }

  /** Line ends within JSON stand between its words, never in them. */
  private static String oneLine(String text) {
    return text.replace('\r', ' ').replace('\n', ' ');
  }
}
