package dev.forbear.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, read by name and type; unknown ones are ignored.
 *
 * <p>Every accessor throws {@link InvalidLine} with the path of the field, what is allowed and what was given.
 */
final class Fields {

  /** The largest count: up to here every whole number is a double (IEEE 754). */
  static final long MAX_COUNT = 1L << 53;

  private static final BigDecimal LARGEST = BigDecimal.valueOf(MAX_COUNT);

  private final ObjectNode object;
  private final String path;

  private Fields(ObjectNode object, String path) {
    this.object = object;
    this.path = path;
  }

  /** The input on a line: the object itself, or the {@code input} of a vector. */
  static Fields ofLine(ObjectNode line) {
    return line.path("input") instanceof ObjectNode input
        ? new Fields(input, "")
        : new Fields(line, "");
  }

  /** The object itself, for readers of their own. */
  ObjectNode json() {
    return object;
  }

  Fields object(String name) {
    String allowed = "an object";
    if (required(name, allowed) instanceof ObjectNode inner) {
      return new Fields(inner, path + name + ".");
    }
    throw wrong(name, allowed);
  }

  boolean flag(String name) {
    String allowed = "true or false";
    JsonNode value = required(name, allowed);
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    throw wrong(name, allowed);
  }

  String text(String name) {
    String allowed = "a string";
    JsonNode value = required(name, allowed);
    if (value.isTextual()) {
      return value.textValue();
    }
    throw wrong(name, allowed);
  }

  /** A string, or null where the field is null; it must be there all the same. */
  @Nullable
  String textOrNull(String name) {
    return required(name, "a string or null").isNull() ? null : text(name);
  }

  /** An object of strings, or of arrays of strings. */
  Map<String, List<String>> textLists(String name) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : object(name).object.properties()) {
      lists.put(field.getKey(), texts(name, field.getValue()));
    }
    return lists;
  }

  private List<String> texts(String name, JsonNode value) {
    List<String> texts = new ArrayList<>();
    for (JsonNode text : value.isArray() ? value : List.of(value)) {
      if (!text.isTextual()) {
        throw wrong(path + name, "an object of strings or arrays of strings", text);
      }
      texts.add(text.textValue());
    }
    return texts;
  }

  /** Any number; one too large for a double is infinite. */
  double number(String name) {
    return number(required(name, "a number"), path + name);
  }

  /** A finite number of at least 0. */
  double finite(String name) {
    return finite(required(name, "a number"), path + name);
  }

  /** A finite number of at least 0, or {@code absent} where the field is null; it must be there all the same. */
  double finiteOrNull(String name, double absent) {
    JsonNode value = required(name, "a number or null");
    return value.isNull() ? absent : finite(value, path + name);
  }

  /** Any number, or {@code absent} where the field is missing or null. */
  double numberOr(String name, double absent) {
    JsonNode value = object.path(name);
    return value.isMissingNode() || value.isNull() ? absent : number(name);
  }

  /** A whole number of at most {@link #MAX_COUNT} on either side of 0; 3.0 is one. */
  long count(String name) {
    return whole(required(name, "a whole number"), path + name);
  }

  List<JsonNode> array(String name) {
    String allowed = "an array";
    JsonNode value = required(name, allowed);
    if (!value.isArray()) {
      throw wrong(name, allowed);
    }
    List<JsonNode> elements = new ArrayList<>(value.size());
    value.forEach(elements::add);
    return elements;
  }

  /** Whether the field is there and not null. */
  boolean has(String name) {
    JsonNode value = object.path(name);
    return !value.isMissingNode() && !value.isNull();
  }

  static double number(JsonNode value, String path) {
    if (!value.isNumber()) {
      throw wrong(path, "a number", value);
    }
    return value.doubleValue();
  }

  /** For what the rules know by another name: their message would name no field of the line. */
  static double finite(JsonNode value, String path) {
    double number = number(value, path);
    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
      throw new InvalidLine(path + " must be a finite number >= 0, was " + number);
    }
    return number;
  }

  static long whole(JsonNode value, String path) {
    if (!value.isNumber()) {
      throw wrong(path, "a whole number", value);
    }
    BigDecimal number = value.decimalValue();
    if (number.abs().compareTo(LARGEST) > 0) {
      throw new InvalidLine(path + " must be a whole number up to " + MAX_COUNT + ", was "
          + (number.signum() < 0 ? "below -" + MAX_COUNT : "larger"));
    }
    if (number.stripTrailingZeros().scale() > 0) {
      throw new InvalidLine(path + " must be a whole number, was " + Shown.text(value.asText()));
    }
    return number.longValueExact();
  }

  static InvalidLine wrong(String path, String allowed, JsonNode given) {
    return new InvalidLine(path + " must be " + allowed + ", was " + JsonKind.of(given));
  }

  private InvalidLine wrong(String name, String allowed) {
    return wrong(path + name, allowed, object.path(name));
  }

  private JsonNode required(String name, String allowed) {
    JsonNode value = object.path(name);
    if (value.isMissingNode()) {
      throw new InvalidLine(path + name + " is missing; it must be " + allowed);
    }
    return value;
  }
}
