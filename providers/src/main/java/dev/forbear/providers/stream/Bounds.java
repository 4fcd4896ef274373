package dev.forbear.providers.stream;

/** How much of a stream is kept at a time. Beyond one of these it is refused; below them it may go on for ever. */
final class Bounds {

  /**
   * Bytes of one line, and of one JSON value without lines. The longest that providers send are whole pictures in base64 and
   * the last event of OpenAI's Responses, which repeats the answer: some MB.
   */
  static final int LINE_BYTES = 16 * 1024 * 1024;

  /** Bytes of one event, over all its lines. */
  static final int EVENT_BYTES = 16 * 1024 * 1024;

  /** Tool calls of one answer. OpenAI takes 128 tools in a request (API reference, read 2026-06). */
  static final int TOOL_CALLS = 512;

  /** Characters of arguments that are still arriving, over all tool calls of an answer. */
  static final int ARGUMENT_CHARS = 4 * 1024 * 1024;

  /** A buffer that has grown beyond this is given up when it is empty: most streams are idle most of the time. */
  static final int KEPT_BYTES = 8 * 1024;

  /** Characters of an error event that are handed on; the rules read no more of a body. */
  static final int ERROR_CHARS = 64 * 1024;

  private Bounds() {}
}
