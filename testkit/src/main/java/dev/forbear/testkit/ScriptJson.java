package dev.forbear.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads the {@code script} array of a scenario; {@link Script#fromJson(String)} documents the keys. */
final class ScriptJson {

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final Map<String, Fault> EXCEPTIONS =
      Map.of("connect", Fault.REFUSE, "reset", Fault.RESET, "interrupted", Fault.INTERRUPT);
  private static final Map<String, Fault> ENDINGS =
      Map.of("end", Fault.NONE, "break", Fault.CUT, "hang", Fault.HEADERS_THEN_HANG);

  static List<ScriptedReply> replies(String json) {
    try {
      return replies(MAPPER.readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "a script must be a JSON array of objects: " + e.getOriginalMessage(), e);
    }
  }

  static List<ScriptedReply> replies(JsonNode array) {
    if (!array.isArray()) {
      throw new IllegalArgumentException(
          "a script must be a JSON array of objects, was " + kind(array));
    }
    List<ScriptedReply> replies = new ArrayList<>();
    for (JsonNode entry : array) {
      try {
        replies.add(reply(entry));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("script[" + replies.size() + "]: " + e.getMessage(), e);
      }
    }
    return replies;
  }

  private static ScriptedReply reply(JsonNode entry) {
    if (!entry.isObject()) {
      throw new IllegalArgumentException("an entry must be an object, was " + kind(entry));
    }
    if (!entry.has("afterMs")) {
      throw new IllegalArgumentException("afterMs is missing: a number >= 0, or null for never");
    }
    boolean isException = isPresent(entry, "exception");
    if (isException == isPresent(entry, "status")) {
      throw new IllegalArgumentException("an entry has either status or exception");
    }
    String target = text(entry, "target");
    double cost = number(entry, "cost");
    if (entry.get("afterMs").isNull()) {
      return new ScriptedReply(0, Fault.HANG, 0, Map.of(), "", List.of(), 0, target, cost);
    }
    double delayMs = number(entry, "afterMs");
    if (isException) {
      Fault fault = choice(entry, "exception", EXCEPTIONS);
      return new ScriptedReply(delayMs, fault, 0, Map.of(), "", List.of(), 0, target, cost);
    }
    return new ScriptedReply(
        delayMs,
        isPresent(entry, "then") ? choice(entry, "then", ENDINGS) : Fault.NONE,
        status(entry.get("status")),
        headers(entry.path("headers")),
        body(entry.path("body")),
        chunks(entry.path("chunks")),
        number(entry, "everyMs"),
        target,
        cost);
  }

  private static int status(JsonNode status) {
    if (!status.canConvertToInt() || !status.canConvertToExactIntegral()) {
      throw new IllegalArgumentException("status must be a whole number " + ScriptedReply.MIN_STATUS
          + " to " + ScriptedReply.MAX_STATUS + ", was " + status);
    }
    return status.intValue();
  }

  private static Map<String, List<String>> headers(JsonNode headers) {
    Map<String, List<String>> read = new TreeMap<>();
    if (headers.isMissingNode() || headers.isNull()) {
      return read;
    }
    if (!headers.isObject()) {
      throw new IllegalArgumentException("headers must be an object, was " + kind(headers));
    }
    headers.properties().forEach(header -> {
      List<String> values = new ArrayList<>();
      Iterable<JsonNode> nodes =
          header.getValue().isArray() ? header.getValue() : List.of(header.getValue());
      for (JsonNode value : nodes) {
        if (!value.isTextual() && !value.isNumber()) {
          throw new IllegalArgumentException("header '" + header.getKey()
              + "' must be text, a number or an array of these, was " + kind(value));
        }
        values.add(value.asText());
      }
      read.put(header.getKey(), values);
    });
    return read;
  }

  private static String body(JsonNode body) {
    if (body.isMissingNode() || body.isNull()) {
      return "";
    }
    return body.isTextual() ? body.textValue() : body.toString();
  }

  private static List<ScriptedChunk> chunks(JsonNode chunks) {
    List<ScriptedChunk> read = new ArrayList<>();
    if (chunks.isMissingNode() || chunks.isNull()) {
      return read;
    }
    if (!chunks.isArray() || chunks.isEmpty()) {
      throw new IllegalArgumentException("chunks must be an array of at least one text");
    }
    for (JsonNode chunk : chunks) {
      try {
        read.add(ScriptedChunk.parse(chunk.asText()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("chunks[" + read.size() + "]: " + e.getMessage(), e);
      }
    }
    return read;
  }

  private static Fault choice(JsonNode entry, String key, Map<String, Fault> allowed) {
    String given = entry.get(key).asText();
    Fault fault = allowed.get(given);
    if (fault == null) {
      List<String> words = allowed.keySet().stream().sorted().toList();
      throw new IllegalArgumentException(key + " must be one of " + String.join(", ", words)
          + ", was '" + given + "', nearest is '" + NearestWord.of(given, words) + "'");
    }
    return fault;
  }

  private static double number(JsonNode entry, String key) {
    if (!isPresent(entry, key)) {
      return 0;
    }
    JsonNode value = entry.get(key);
    if (!value.isNumber()) {
      throw new IllegalArgumentException(key + " must be a number >= 0, was " + kind(value));
    }
    return value.doubleValue();
  }

  private static String text(JsonNode entry, String key) {
    if (!isPresent(entry, key)) {
      return "";
    }
    JsonNode value = entry.get(key);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(key + " must be text, was " + kind(value));
    }
    return value.textValue();
  }

  private static boolean isPresent(JsonNode entry, String key) {
    return entry.hasNonNull(key);
  }

  private static String kind(JsonNode node) {
    return node.getNodeType().name().toLowerCase(Locale.ROOT);
  }

  private ScriptJson() {}
}
