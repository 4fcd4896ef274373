package dev.forbear.bedrock;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.forbear.classify.ProviderReply;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * A frame that tells a failure, as the reply that says the same.
 *
 * <p>There are two kinds (AWS event stream, "message types"): an exception of the service's model, named by {@code
 * :exception-type}, and any other error, named by {@code :error-code}. The status is 200, with which the stream began: decoders
 * that report 400 here make what passes look as if it were the caller's fault.
 *
 * @param kind {@code exception} or {@code error}
 * @param type its name
 * @param message what the header says; empty for an exception
 * @param payload JSON, or empty
 */
record ErrorFrame(String kind, String type, String message, String payload) {

  private static final JsonFactory JSON = new JsonFactory();

  /** More of a payload is not handed on; the rules read no more of a body. */
  private static final int MAX_PAYLOAD_CHARS = 32 * 1024;

  ProviderReply reply() {
    return new ProviderReply(
        200,
        Map.of(
            "content-type",
            List.of("application/vnd.amazon.eventstream"),
            "x-amzn-errortype",
            List.of(type)),
        body());
  }

  private String body() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.writeStartObject();
      generator.writeStringField(":message-type", kind);
      generator.writeStringField(kind.equals("error") ? ":error-code" : ":exception-type", type);
      if (!message.isEmpty()) {
        generator.writeStringField(":error-message", message);
      }
      if (isObject()) {
        generator.writeFieldName("payload");
        generator.writeRawValue(payload);
      }
      generator.writeEndObject();
    } catch (IOException notWritten) {
      throw new UncheckedIOException(notWritten);
    }
    return text.toString();
  }

  /** Whether the payload is a JSON object that can be put into another as it is. */
  private boolean isObject() {
    if (payload.length() > MAX_PAYLOAD_CHARS) {
      return false;
    }
    try (JsonParser parser = JSON.createParser(payload)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException notJson) {
      return false;
    }
  }

  /** Kind and type, and the lengths of the rest. */
  @Override
  public String toString() {
    return "ErrorFrame[" + kind + ", message of " + message.length() + " chars, payload of "
        + payload.length() + " chars]";
  }
}
