package dev.forbear.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import org.jspecify.annotations.Nullable;

/** Writes one flat JSON object on one line, numbers as {@link PlainNumber}s, fields in the order given. */
final class JsonText {

  private final StringBuilder text = new StringBuilder("{");

  static JsonText object() {
    return new JsonText();
  }

  /** The line that stands for an answer that could not be given. */
  static String error(String message) {
    return object().field("error", message).end();
  }

  JsonText field(String name, @Nullable String value) {
    return value == null ? raw(name, "null") : raw(name, quoted(value));
  }

  JsonText field(String name, double value) {
    return raw(name, PlainNumber.of(value));
  }

  JsonText field(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  /** A field whose value is JSON already. */
  JsonText raw(String name, String json) {
    text.append(text.length() > 1 ? "," : "").append(quoted(name)).append(':').append(json);
    return this;
  }

  String end() {
    return text.append('}').toString();
  }

  private static String quoted(String value) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"';
  }

  private JsonText() {}
}
