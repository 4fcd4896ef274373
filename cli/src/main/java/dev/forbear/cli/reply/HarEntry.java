package dev.forbear.cli.reply;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One entry of a HAR file while it is read, field by field (HAR 1.2, "entries"). Not thread safe. */
final class HarEntry {

  private static final int LOWEST_STATUS = 100;
  private static final int HIGHEST_STATUS = 999;

  private record Header(String name, String value) {}

  private final List<Header> headers = new ArrayList<>();
  private boolean hasResponse;
  private int status;
  private @Nullable String address;
  private @Nullable String started;
  private double tookMs;
  private @Nullable String text;
  private boolean isBase64;
  private @Nullable String mimeType;
  private double bodyBytes;

  /** Takes one field of the entry; the parser stands on its value and is moved to the value's end. */
  void take(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "request" -> fields(parser, this::takeOfRequest);
      case "response" -> {
        hasResponse |= parser.currentToken() == JsonToken.START_OBJECT;
        fields(parser, this::takeOfResponse);
      }
      case "startedDateTime" -> started = string(parser);
      case "time" -> tookMs = number(parser);
      default -> parser.skipChildren();
    }
  }

  boolean hasResponse() {
    return hasResponse;
  }

  /** Whether there is a reply, and its body where what it means stands there. */
  boolean isWhole() {
    return isStatus() && !(status / 100 == 2 && isBodyMissing());
  }

  /**
   * The reply.
   *
   * @throws IllegalArgumentException when there is none
   */
  PastedReply reply(String origin) {
    if (!isStatus()) {
      throw new IllegalArgumentException(origin + " has no reply (status " + status
          + "): the connection failed or the browser held it back; choose another one");
    }
    if (!isWhole()) {
      throw new IllegalArgumentException(origin + " has status " + status
          + ", and its body was not recorded; save the HAR file with content");
    }
    ReplyParts parts = new ReplyParts(status);
    headers.forEach(header -> parts.addHeader(header.name(), header.value()));
    if (mimeType != null && !mimeType.isEmpty() && !parts.hasHeader("content-type")) {
      parts.addHeader("content-type", mimeType);
    }
    if (isBodyMissing()) {
      parts.note("The body was not recorded; the answer goes by status and headers.");
    }
    parts.askedAt(address);
    parts.answeredAt(answeredAt());
    return parts.whole(origin, body(parts));
  }

  private void takeOfRequest(String name, JsonParser parser) throws IOException {
    if (name.equals("url")) {
      address = string(parser);
    } else {
      parser.skipChildren();
    }
  }

  private void takeOfResponse(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "status" -> status = (int) number(parser);
      case "content" -> fields(parser, this::takeOfContent);
      case "headers" -> {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            takeHeader(parser);
          }
        } else {
          parser.skipChildren();
        }
      }
      default -> parser.skipChildren();
    }
  }

  private void takeHeader(JsonParser parser) throws IOException {
    String[] pair = {"", ""};
    fields(parser, (name, value) -> {
      int place = List.of("name", "value").indexOf(name);
      String given = string(value);
      if (place >= 0 && given != null) {
        pair[place] = given;
      }
    });
    boolean isPseudo = pair[0].startsWith(":");
    if (!pair[0].isBlank() && !isPseudo && headers.size() <= ReplyParts.MAX_HEADERS) {
      headers.add(new Header(pair[0].strip(), pair[1].strip()));
    }
  }

  private void takeOfContent(String name, JsonParser parser) throws IOException {
    switch (name) {
      case "text" -> text = string(parser);
      case "encoding" -> isBase64 = "base64".equalsIgnoreCase(string(parser));
      case "mimeType" -> mimeType = string(parser);
      case "size" -> bodyBytes = number(parser);
      default -> parser.skipChildren();
    }
  }

  private boolean isStatus() {
    return status >= LOWEST_STATUS && status <= HIGHEST_STATUS;
  }

  private boolean isBodyMissing() {
    return text == null && bodyBytes > 0;
  }

  private String body(ReplyParts parts) {
    if (text == null || !isBase64) {
      return text == null ? "" : text;
    }
    try {
      return PastedText.of(Base64.getMimeDecoder().decode(text));
    } catch (IllegalArgumentException broken) {
      parts.note(
          "The body is said to be base64 and is not; the answer goes by status and headers.");
      return "";
    }
  }

  private OptionalLong answeredAt() {
    try {
      return started == null
          ? OptionalLong.empty()
          : OptionalLong.of(
              OffsetDateTime.parse(started).toInstant().toEpochMilli() + (long) tookMs);
    } catch (DateTimeException | ArithmeticException notATime) {
      return OptionalLong.empty();
    }
  }

  /** Reads a value and moves the parser to its end. */
  @FunctionalInterface
  private interface FieldReader {
    void read(String name, JsonParser parser) throws IOException;
  }

  private static void fields(JsonParser parser, FieldReader reader) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return;
    }
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      reader.read(name, parser);
    }
  }

  /** The text of a scalar; null for anything else. */
  private static @Nullable String string(JsonParser parser) throws IOException {
    if (parser.currentToken().isScalarValue()) {
      return parser.getValueAsString();
    }
    parser.skipChildren();
    return null;
  }

  private static double number(JsonParser parser) throws IOException {
    if (parser.currentToken().isScalarValue()) {
      double number = parser.getValueAsDouble(0);
      return Double.isFinite(number) ? number : 0;
    }
    parser.skipChildren();
    return 0;
  }
}
