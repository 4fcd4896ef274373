package dev.forbear.providers.body;

import java.util.List;

/**
 * One value of a body and where it stood.
 *
 * @param path the names that lead to it, lower case, joined by points; steps into arrays leave no trace
 * @param kind what it is
 * @param text the value as text, possibly cut; empty for null and for empty objects and arrays
 */
public record Fact(String path, Kind kind, String text) {

  /** What a value is. */
  public enum Kind {
    /** A string. */
    TEXT,
    /** The beginning of a string that the body broke off in: good for reading, not for comparing. */
    BROKEN_TEXT,
    /** A number. */
    NUMBER,
    /** {@code true} or {@code false}. */
    TRUTH,
    /** {@code null}. */
    NOTHING,
    /** An object or array without content. */
    EMPTY
  }

  /** The last name of the path; empty for a value without a name. */
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Whether one of the names stands in the path above the value itself. */
  public boolean isBelow(List<String> names) {
    for (String name : names) {
      if (isBelow(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the name stands in the path above the value itself. */
  public boolean isBelow(String name) {
    int at = path.indexOf(name);
    while (at >= 0) {
      int end = at + name.length();
      boolean begins = at == 0 || path.charAt(at - 1) == '.';
      if (begins && end < path.length() && path.charAt(end) == '.') {
        return true;
      }
      at = path.indexOf(name, at + 1);
    }
    return false;
  }

  /** Whether it says something: a string with content, a number, or {@code true}. */
  public boolean isSomething() {
    return switch (kind) {
      case TEXT, BROKEN_TEXT -> !text.isBlank();
      case NUMBER -> true;
      case TRUTH -> text.equals("true");
      case NOTHING, EMPTY -> false;
    };
  }

  /** Whether it is a string, whole or broken off. */
  public boolean isText() {
    return kind == Kind.TEXT || kind == Kind.BROKEN_TEXT;
  }
}
