package dev.forbear.stream;

/** A stream is not what its format allows. The message names what and where, never the bytes. */
public final class MalformedStreamException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A stream that cannot be read on. */
  public MalformedStreamException(String message) {
    super(message);
  }
}
