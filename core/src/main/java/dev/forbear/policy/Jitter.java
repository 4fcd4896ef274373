package dev.forbear.policy;

/** How chance spreads a backoff below its ceiling. */
public enum Jitter {
  /** No spread: the wait is the ceiling itself. */
  NONE,
  /** The wait is {@code floor(random * ceiling)}: anywhere from zero up to, and never at, the ceiling. */
  FULL,
  /** Half the ceiling is kept, the other half is spread: {@code ceiling/2 + floor(random * ceiling/2)}. */
  EQUAL
}
