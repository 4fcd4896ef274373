package dev.forbear.providers.body;

/** How much of a body is read. The bodies of real errors are far below all of these. */
final class Bounds {

  /** Characters read from the front of a body. */
  static final int HEAD_LENGTH = 64 * 1024;

  /** Characters read from the end of a longer body: there stand the ends of streams and finish reasons. */
  static final int TAIL_LENGTH = 8 * 1024;

  /** How often a text inside a text is opened: JSON in a string in JSON, and so on. */
  static final int LEVELS = 6;

  /** Deeper objects and arrays are passed over. */
  static final int DEPTH = 24;

  /** More values of one body are not kept. */
  static final int FACTS = 4_000;

  /** More documents (events, lines) of one body are not kept. */
  static final int DOCUMENTS = 2_000;

  /** Characters kept of one value. */
  static final int VALUE_LENGTH = 4_000;

  /** Characters kept of one name. */
  static final int NAME_LENGTH = 64;

  private Bounds() {}
}
