package dev.forbear.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a plain object, read by name and type; unknown ones are ignored, and null counts as absent.
 *
 * <p>Every accessor throws {@link IllegalArgumentException} with the path of the field, what is allowed and what was given.
 */
final class Fields {

  /** The largest count: up to here every whole number is a double (IEEE 754). */
  private static final double MAX_COUNT = 0x1p53;

  private final Map<?, ?> object;
  private final String path;

  private Fields(Map<?, ?> object, String path) {
    this.object = object;
    this.path = path;
  }

  /** The fields of a whole input. */
  static Fields of(@Nullable Object input) {
    if (input instanceof Map<?, ?> object) {
      return new Fields(object, "");
    }
    throw new IllegalArgumentException("input must be an object, was " + kind(input));
  }

  boolean has(String name) {
    return object.get(name) != null;
  }

  Fields object(String name) {
    if (required(name, "an object") instanceof Map<?, ?> inner) {
      return new Fields(inner, path + name + ".");
    }
    throw wrong(name, "an object");
  }

  /** The objects of an array. */
  List<Fields> objects(String name) {
    if (!(required(name, "an array of objects") instanceof List<?> array)) {
      throw wrong(name, "an array of objects");
    }
    List<Fields> objects = new ArrayList<>();
    for (Object each : array) {
      if (!(each instanceof Map<?, ?> inner)) {
        throw wrong(name, "an array of objects");
      }
      objects.add(new Fields(inner, path + name + "[" + objects.size() + "]."));
    }
    return objects;
  }

  /** The numbers of an array. */
  List<Double> numbers(String name) {
    if (!(required(name, "an array of numbers") instanceof List<?> array)) {
      throw wrong(name, "an array of numbers");
    }
    List<Double> numbers = new ArrayList<>();
    for (Object each : array) {
      if (!(each instanceof Number number)) {
        throw wrong(name, "an array of numbers");
      }
      numbers.add(number.doubleValue());
    }
    return numbers;
  }

  boolean flag(String name) {
    if (required(name, "true or false") instanceof Boolean flag) {
      return flag;
    }
    throw wrong(name, "true or false");
  }

  String text(String name) {
    if (required(name, "a string") instanceof String text) {
      return text;
    }
    throw wrong(name, "a string");
  }

  /** Any number, infinite ones too. */
  double number(String name) {
    if (required(name, "a number") instanceof Number number) {
      return number.doubleValue();
    }
    throw wrong(name, "a number");
  }

  double numberOr(String name, double absent) {
    return has(name) ? number(name) : absent;
  }

  /** A finite number of at least 0. */
  double finite(String name) {
    double number = number(name);
    if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          path + name + " must be a finite number >= 0, was " + number);
    }
    return number;
  }

  double finiteOr(String name, double absent) {
    return has(name) ? finite(name) : absent;
  }

  /** A whole number of at most 2^53 on either side of 0. */
  long count(String name) {
    double number = number(name);
    if (!(Math.abs(number) <= MAX_COUNT) || number != Math.rint(number)) {
      throw new IllegalArgumentException(
          path + name + " must be a whole number up to 2^53, was " + number);
    }
    return (long) number;
  }

  /** A count as an int; what is beyond its range is beyond every bound. */
  int smallCount(String name) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(count(name), Integer.MAX_VALUE));
  }

  int smallCountOr(String name, int absent) {
    return has(name) ? smallCount(name) : absent;
  }

  /** One of the values of an enum, in lower case with hyphens between words. */
  <E extends Enum<E>> E word(String name, E[] values) {
    return word(name, values, Fields::wordOf);
  }

  <E extends Enum<E>> E wordOr(String name, E[] values, E absent) {
    return has(name) ? word(name, values) : absent;
  }

  /** One of the values of an enum that names its words itself. */
  <E extends Enum<E>> E word(String name, E[] values, Function<E, String> wordOf) {
    String text = text(name);
    for (E value : values) {
      if (wordOf.apply(value).equals(text)) {
        return value;
      }
    }
    List<String> words = Stream.of(values).map(wordOf).toList();
    throw new IllegalArgumentException(
        path + name + " must be one of " + String.join(", ", words) + ", was another word");
  }

  static String wordOf(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Object required(String name, String allowed) {
    Object value = object.get(name);
    if (value == null) {
      throw new IllegalArgumentException(path + name + " is missing; it must be " + allowed);
    }
    return value;
  }

  private IllegalArgumentException wrong(String name, String allowed) {
    return new IllegalArgumentException(
        path + name + " must be " + allowed + ", was " + kind(object.get(name)));
  }

  /** Names the kind of a value for messages, without showing the value. */
  private static String kind(@Nullable Object value) {
    if (value == null) {
      return "missing";
    }
    if (value instanceof Boolean) {
      return "a boolean";
    }
    if (value instanceof Number) {
      return "a number";
    }
    if (value instanceof String) {
      return "a string";
    }
    return value instanceof List ? "an array" : "an object";
  }
}
