package dev.forbear.plan;

/** Which draws a figure speaks of. The two differ by half a millisecond per wait on average. */
public enum Draws {
  /** A wait is any number below its ceiling; what formulas on paper speak of. */
  CONTINUOUS,
  /** A wait is {@code floor(random * ceiling)}: whole milliseconds, as the runtime draws them. */
  WHOLE_MS
}
