package dev.forbear.providers.stream;

/** What the events of one provider's stream say. One instance reads one stream. */
interface Meaning {

  /** Takes an event. */
  void take(Event event, Answer answer);

  /**
   * Takes the end of the body.
   *
   * @param isWhole false where the body breaks off within an event, or before it has closed what it opened
   */
  default void end(boolean isWhole, Answer answer) {
    // Most formats say with an event that they are over.
  }
}
