package dev.forbear.task;

import dev.forbear.classify.FailureClass;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where attempts go: the primary first, then the fallbacks in order, and when to move on.
 *
 * @param names one name per target, at least one, each different
 * @param perTarget attempts on one target before the next is taken, at least 1; {@link Long#MAX_VALUE} for no limit
 * @param fallbackOn permanent failures after which the next target is worth a try
 * @param maxHintMs a longer hint moves to the next target instead of being waited for, milliseconds, at least 0; infinite for
 *     no such limit
 * @param reserveMs time kept for the last target, milliseconds, finite, at least 0
 */
public record Targets(
    List<String> names,
    long perTarget,
    Set<FailureClass> fallbackOn,
    double maxHintMs,
    double reserveMs) {

  private static final Targets SINGLE = of(List.of("primary"));

  /** Checks every value. */
  public Targets {
    names = List.copyOf(names);
    fallbackOn = Set.copyOf(fallbackOn);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("targets must name at least one target, was []");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException("targets must have different names, was " + names);
    }
    if (perTarget < 1) {
      throw new IllegalArgumentException("perTarget must be >= 1, was " + perTarget);
    }
    if (!(maxHintMs >= 0)) {
      throw new IllegalArgumentException("maxHintMs must be >= 0, was " + maxHintMs);
    }
    if (!(reserveMs >= 0 && reserveMs < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "reserveMs must be a finite number >= 0, was " + reserveMs);
    }
  }

  /** The one target of a task without fallbacks. */
  public static Targets single() {
    return SINGLE;
  }

  /** Targets that are left only for a hint that does not fit the deadline. */
  public static Targets of(List<String> names) {
    return new Targets(names, Long.MAX_VALUE, Set.of(), Double.POSITIVE_INFINITY, 0);
  }

  /** The name of one target, counted from 0. */
  public String name(int target) {
    return names.get(target);
  }

  boolean isLast(int target) {
    return target + 1 >= names.size();
  }
}
