package dev.forbear.conformance.drivers;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** Throws when it is asked for the k-th time, or from then on. Safe for use by many threads. */
final class Sabotage {

  /** What is thrown. */
  enum Weapon {
    EXCEPTION,
    /** As a language without checked exceptions may throw it anywhere. */
    CHECKED,
    ERROR;

    private Throwable fresh() {
      return switch (this) {
        case EXCEPTION -> new IllegalStateException("sabotage");
        case CHECKED -> new IOException("sabotage");
        case ERROR -> new NoClassDefFoundError("sabotage");
      };
    }
  }

  private final AtomicInteger asked = new AtomicInteger();
  private final Weapon weapon;
  private final int first;
  private final int last;

  private Sabotage(Weapon weapon, int first, int last) {
    this.weapon = weapon;
    this.first = first;
    this.last = last;
  }

  static Sabotage once(int number, Weapon weapon) {
    return new Sabotage(weapon, number, number);
  }

  static Sabotage from(int number, Weapon weapon) {
    return new Sabotage(weapon, number, Integer.MAX_VALUE);
  }

  static Sabotage none() {
    return new Sabotage(Weapon.EXCEPTION, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** One more time. */
  void strike() {
    int number = asked.incrementAndGet();
    if (number >= first && number <= last) {
      throw Sabotage.<RuntimeException>unchecked(weapon.fresh());
    }
  }

  boolean hasStruck() {
    return asked.get() >= first;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
