package dev.forbear.cli;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes one flat JSON object on one line, numbers as {@link PlainNumber}s, fields in the order given. */
final class JsonText {

  private static final Collector<CharSequence, ?, String> ARRAY = Collectors.joining(",", "[", "]");

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

  JsonText count(String name, long value) {
    return raw(name, Long.toString(value));
  }

  JsonText field(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  /** A number, or null where there is none. */
  JsonText field(String name, OptionalDouble value) {
    return value.isPresent() ? field(name, value.getAsDouble()) : raw(name, "null");
  }

  JsonText numbers(String name, List<Double> values) {
    return raw(name, values.stream().map(PlainNumber::of).collect(ARRAY));
  }

  JsonText texts(String name, List<String> values) {
    return raw(name, values.stream().map(JsonText::quoted).collect(ARRAY));
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
