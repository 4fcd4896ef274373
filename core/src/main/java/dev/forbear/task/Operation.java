package dev.forbear.task;

import dev.forbear.classify.RequestMayHaveRun;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a task does, as far as repeating it matters. Never guessed from a name or an HTTP method: the caller declares it.
 *
 * @param kind what repeating means
 * @param key the stable identity of a write that the server honours, the same on every attempt; null for none
 */
public record Operation(Kind kind, @Nullable String key) {

  /** What repeating an operation means. */
  public enum Kind {
    /** Nothing is known: only what provably did not run is repeated. */
    UNDECLARED,
    /** Repeating does no harm beyond its cost, as with a pure generation. */
    REPEATABLE,
    /** Carrying it out twice does harm, unless the server honours the key. */
    WRITE
  }

  private static final Operation UNDECLARED = new Operation(Kind.UNDECLARED, null);
  private static final Operation REPEATABLE = new Operation(Kind.REPEATABLE, null);
  private static final Operation UNKEYED_WRITE = new Operation(Kind.WRITE, null);

  /** Refuses a key where there is no write and a blank one everywhere. */
  public Operation {
    Objects.requireNonNull(kind, "the kind of an operation must not be null");
    if (key != null && kind != Kind.WRITE) {
      throw new IllegalArgumentException("only a write carries an operation key, kind was " + kind);
    }
    if (key != null && key.isBlank()) {
      throw new IllegalArgumentException(
          "the operation key must not be blank; leave it out for a write without one");
    }
  }

  /** Nothing is declared. */
  public static Operation undeclared() {
    return UNDECLARED;
  }

  /** Declared repeatable. */
  public static Operation repeatable() {
    return REPEATABLE;
  }

  /** A write without a key: repeated only when an attempt provably did not run. */
  public static Operation write() {
    return UNKEYED_WRITE;
  }

  /** A write whose key the server honours. */
  public static Operation write(String key) {
    return new Operation(
        Kind.WRITE,
        Objects.requireNonNull(
            key, "the operation key must not be null; use write() for a write without one"));
  }

  /** Says whether there is a key, not which. */
  @Override
  public String toString() {
    return "Operation[" + kind + (key == null ? "]" : " under a key]");
  }

  /** Whether another attempt cannot carry the operation out twice, given what the last one may have done. */
  boolean isSafeAfter(RequestMayHaveRun mayHaveRun) {
    return mayHaveRun == RequestMayHaveRun.NO || kind == Kind.REPEATABLE || key != null;
  }
}
