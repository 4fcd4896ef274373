package dev.forbear.providers.stream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of one event, to be asked for what may be there: what is not there, or is something else, is empty.
 *
 * <p>Immutable. Deeper than the 1,000 levels that Jackson reads is no JSON here.
 */
final class Json {

  private enum Kind {
    OBJECT,
    ARRAY,
    TEXT,
    /** A number or a truth, as it was written. */
    WORD,
    /** Null, or not there. */
    NOTHING
  }

  private static final Json NOTHING = new Json(Kind.NOTHING, "", Map.of(), List.of());

  private static final JsonFactory STRICT =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  /** Servers written in Python send NaN for a probability that they do not have. */
  private static final JsonFactory LENIENT = JsonFactory.builder()
      .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
      .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
      .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
      .build();

  private final Kind kind;
  private final String scalar;
  private final Map<String, Json> fields;
  private final List<Json> items;

  private Json(Kind kind, String scalar, Map<String, Json> fields, List<Json> items) {
    this.kind = kind;
    this.scalar = scalar;
    this.fields = fields;
    this.items = items;
  }

  /** The one value a text holds; null where it is none, or more than one. */
  static @Nullable Json read(String text) {
    try (JsonParser parser = LENIENT.createParser(text)) {
      JsonToken token = parser.nextToken();
      Json json = token == null ? null : value(token, parser);
      return parser.nextToken() == null ? json : null;
    } catch (IOException notJson) {
      return null;
    }
  }

  /** Whether a text is one JSON value to the letter of RFC 8259. */
  static boolean isJson(String text) {
    try (JsonParser parser = STRICT.createParser(text)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return false;
      }
      parser.skipChildren();
      // A string is only read to its end when it is asked for, or left.
      return parser.nextToken() == null;
    } catch (IOException notJson) {
      return false;
    }
  }

  /** A text as a JSON string. */
  static String quoted(String text) {
    return new Json(Kind.TEXT, text, Map.of(), List.of()).written();
  }

  private static Json value(JsonToken token, JsonParser parser) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> new Json(Kind.TEXT, parser.getText(), Map.of(), List.of());
      case VALUE_NULL -> NOTHING;
      default -> new Json(Kind.WORD, parser.getText(), Map.of(), List.of());
    };
  }

  private static Json object(JsonParser parser) throws IOException {
    Map<String, Json> fields = new LinkedHashMap<>();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      fields.put(name, value(parser.nextToken(), parser));
    }
    return new Json(Kind.OBJECT, "", fields, List.of());
  }

  private static Json array(JsonParser parser) throws IOException {
    List<Json> items = new ArrayList<>();
    JsonToken token = parser.nextToken();
    while (token != JsonToken.END_ARRAY) {
      items.add(value(token, parser));
      token = parser.nextToken();
    }
    return new Json(Kind.ARRAY, "", Map.of(), items);
  }

  /** A field of an object. */
  Json at(String name) {
    return fields.getOrDefault(name, NOTHING);
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** The elements of an array. */
  List<Json> items() {
    return items;
  }

  /** The characters of a string. */
  String text() {
    return kind == Kind.TEXT ? scalar : "";
  }

  /** A whole number of at least 0; 0 for anything else. */
  long count() {
    boolean isCount = kind == Kind.WORD && scalar.length() <= 18 && isDigits(scalar);
    return isCount ? Long.parseLong(scalar) : 0;
  }

  private static boolean isDigits(String text) {
    return text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  boolean isTrue() {
    return kind == Kind.WORD && scalar.equals("true");
  }

  boolean isObject() {
    return kind == Kind.OBJECT;
  }

  boolean isArray() {
    return kind == Kind.ARRAY;
  }

  /** Whether it is there, and neither null. */
  boolean isSomething() {
    return kind != Kind.NOTHING;
  }

  /** Whether it says something: servers send {@code "error": null}, {@code ""} and {@code {}} with what is none. */
  boolean says() {
    return switch (kind) {
      case OBJECT -> !fields.isEmpty();
      case ARRAY -> !items.isEmpty();
      case TEXT -> !scalar.isBlank();
      case WORD -> !scalar.equals("false") && !scalar.equals("0");
      case NOTHING -> false;
    };
  }

  /** Its JSON text, without white space. */
  String written() {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = STRICT.createGenerator(text)) {
      write(generator);
    } catch (IOException notWritten) {
      throw new UncheckedIOException(notWritten);
    }
    return text.toString();
  }

  private void write(JsonGenerator generator) throws IOException {
    switch (kind) {
      case OBJECT -> {
        generator.writeStartObject();
        for (Map.Entry<String, Json> field : fields.entrySet()) {
          generator.writeFieldName(field.getKey());
          field.getValue().write(generator);
        }
        generator.writeEndObject();
      }
      case ARRAY -> {
        generator.writeStartArray();
        for (Json item : items) {
          item.write(generator);
        }
        generator.writeEndArray();
      }
      case TEXT -> generator.writeString(scalar);
      case WORD -> generator.writeRawValue(scalar);
      case NOTHING -> generator.writeNull();
    }
  }
}
