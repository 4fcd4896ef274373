package dev.forbear.testkit;

/** A chunk format failed. */
final class ChunkFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ChunkFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
