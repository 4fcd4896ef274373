package dev.forbear.providers.stream;

/** Finds the events in a body, however its bytes are cut. */
interface Framing {

  /** Takes the next bytes. */
  void feed(byte[] bytes, int from, int to, Events events);

  /**
   * Takes the end of the body, and hands out what it held back where that is whole.
   *
   * @return false where the body breaks off within an event or before its own end
   */
  boolean end(Events events);

  /** Takes what a framing finds. */
  interface Events {

    /** An event that has arrived whole. */
    void take(Event event);

    /** Something that is no event and shows that the stream is alive, as a comment. */
    void alive();

    /** The body has closed what it opened: no event follows. */
    void closed();

    /** Whether nothing more is wanted. */
    boolean isOver();
  }
}
