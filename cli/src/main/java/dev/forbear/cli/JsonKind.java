package dev.forbear.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Names the kind of a JSON value for messages, without showing the value. */
final class JsonKind {

  static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "an array";
      case BINARY, STRING -> "a string";
      case BOOLEAN -> "a boolean";
      case MISSING -> "missing";
      case NULL -> "null";
      case NUMBER -> "a number";
      case OBJECT, POJO -> "an object";
    };
  }

  private JsonKind() {}
}
