package dev.forbear.cli;

/** A line that cannot be used; the message says what was given and what is allowed, without any of its content. */
final class InvalidLine extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  InvalidLine(String message) {
    super(message);
  }
}
