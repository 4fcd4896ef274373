package dev.forbear.stream;

/** A wire format of streams. Stateless and thread-safe: each attempt gets a decoder of its own. */
public interface StreamFormat {

  /** Its name, for messages. */
  String name();

  /** A decoder at the start of a body. */
  StreamDecoder decoder();
}
