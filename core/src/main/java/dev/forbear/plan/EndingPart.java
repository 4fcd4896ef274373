package dev.forbear.plan;

/** One way for a task to end, as a part of the mixture of all. Times are milliseconds since its start. */
interface EndingPart {

  /** The earliest end. */
  double startMs();

  /** The latest end; from here on the part is whole. */
  double endMs();

  /** The probability to have ended this way; asked from the earliest end on. */
  double upTo(double milliseconds);
}
