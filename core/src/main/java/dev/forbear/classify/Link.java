package dev.forbear.classify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One exception of a chain, thrown or described: the names of its class and superclasses, and its message. */
sealed interface Link {

  /** The name of the class itself. */
  String type();

  /** The message; null when there is none. */
  @Nullable
  String message();

  /** What the rules say about the class, or else about its superclass, and so on; null when they say nothing. */
  @Nullable
  ExceptionRule judge(ExceptionRules rules);

  /** A real exception. Its names are looked up where they lie, so that nothing is built on the way. */
  record Thrown(Throwable thrown) implements Link {

    @Override
    public String type() {
      return thrown.getClass().getName();
    }

    /** Whatever an exception class of somebody's own does in its accessor, it is judged by its type then. */
    @Override
    public @Nullable String message() {
      try {
        return thrown.getMessage();
      } catch (RuntimeException unreadable) {
        return null;
      }
    }

    @Override
    public @Nullable ExceptionRule judge(ExceptionRules rules) {
      for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
        ExceptionRule rule = rules.find(type.getName(), this);
        if (rule != null) {
          return rule;
        }
      }
      return null;
    }
  }

  /**
   * An exception somebody wrote down.
   *
   * @param types the class and what is known of its superclasses, in this order
   */
  record Described(List<String> types, @Nullable String message) implements Link {

    @Override
    public String type() {
      return types.get(0);
    }

    @Override
    public @Nullable ExceptionRule judge(ExceptionRules rules) {
      for (String type : types) {
        ExceptionRule rule = rules.find(type, this);
        if (rule != null) {
          return rule;
        }
      }
      return null;
    }
  }
}
