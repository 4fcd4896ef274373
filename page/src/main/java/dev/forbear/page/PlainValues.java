package dev.forbear.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.teavm.jso.JSObject;
import org.teavm.jso.core.JSArray;
import org.teavm.jso.core.JSBoolean;
import org.teavm.jso.core.JSMapLike;
import org.teavm.jso.core.JSNumber;
import org.teavm.jso.core.JSObjects;
import org.teavm.jso.core.JSString;

/**
 * The border between JavaScript and Java: what JSON can hold, as null, {@link Boolean}, {@link Double}, {@link String},
 * {@link List} and {@link Map}. Behind it nothing knows of JavaScript, so a test on the JVM can ask the same questions.
 */
final class PlainValues {

  /** Deeper than any question; an object that contains itself ends here. */
  private static final int MAX_DEPTH = 16;

  static @Nullable Object ofScript(@Nullable JSObject value) {
    return ofScript(value, 0);
  }

  private static @Nullable Object ofScript(@Nullable JSObject value, int depth) {
    if (value == null || JSObjects.isUndefined(value)) {
      return null;
    }
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "input must be nested at most " + MAX_DEPTH + " levels deep, was deeper");
    }
    String type = JSObjects.typeOf(value);
    return switch (type) {
      case "boolean" -> ((JSBoolean) value).booleanValue();
      case "number" -> ((JSNumber) value).doubleValue();
      case "string" -> ((JSString) value).stringValue();
      case "object" -> JSArray.isArray(value) ? list(value, depth) : map(value, depth);
      default -> throw new IllegalArgumentException("input must be plain data, has a " + type);
    };
  }

  private static List<@Nullable Object> list(JSObject value, int depth) {
    @SuppressWarnings("unchecked")
    JSArray<JSObject> array = (JSArray<JSObject>) value;
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = 0; i < array.getLength(); i++) {
      list.add(ofScript(array.get(i), depth + 1));
    }
    return list;
  }

  private static Map<String, @Nullable Object> map(JSObject value, int depth) {
    @SuppressWarnings("unchecked")
    JSMapLike<JSObject> object = (JSMapLike<JSObject>) value;
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (String key : JSObjects.keys(value)) {
      map.put(key, ofScript(object.get(key), depth + 1));
    }
    return map;
  }

  static JSObject toScript(Map<String, @Nullable Object> map) {
    JSMapLike<@Nullable JSObject> object = JSObjects.create();
    map.forEach((key, value) -> object.set(key, valueToScript(value)));
    return object;
  }

  private static @Nullable JSObject valueToScript(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof Boolean flag) {
      return JSBoolean.valueOf(flag);
    }
    if (value instanceof Number number) {
      return JSNumber.valueOf(number.doubleValue());
    }
    if (value instanceof String text) {
      return JSString.valueOf(text);
    }
    if (value instanceof List<?> list) {
      JSArray<@Nullable JSObject> array = new JSArray<>();
      list.forEach(each -> array.push(valueToScript(each)));
      return array;
    }
    if (value instanceof Map<?, ?> map) {
      JSMapLike<@Nullable JSObject> object = JSObjects.create();
      map.forEach((key, each) -> object.set(String.valueOf(key), valueToScript(each)));
      return object;
    }
    throw new AssertionError("not a plain value: " + value);
  }

  private PlainValues() {}
}
