package dev.forbear.generate;

/** What a target does about the time for everything. */
enum DeadlineRule {
  /** A wait that leaves less than the minimum attempt is not begun, and an attempt is cut at the deadline. The policy's own. */
  GATED,
  /** A wait that leaves less than the minimum attempt is not begun; an attempt goes on past the deadline. */
  GATED_STARTS,
  /** Waits and attempts are cut at the deadline. */
  CUT,
  /** Looked at after an attempt only; what is begun then goes on past it. */
  AFTER_ATTEMPTS,
  /** The last wait is shortened to the deadline, and the attempt after it goes on past it. */
  SHORTENED,
  /** There is none. */
  IGNORED
}
