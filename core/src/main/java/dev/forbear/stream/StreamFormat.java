package dev.forbear.stream;

/** A wire format of streams. Stateless and thread-safe: each attempt gets a decoder of its own. */
public interface StreamFormat {

  /** Its name, for messages. */
  String name();

  /** A decoder at the start of a body. */
  StreamDecoder decoder();

  /**
   * A decoder at the start of a body that the provider continues behind a cursor. It hands out nothing that stood before it.
   * A format needs its own only where such a body does not say by itself where it goes on.
   *
   * @param from the last cursor of the stream that broke, of the same format
   * @throws IllegalArgumentException for a cursor that this format knows to be none of its own
   */
  default StreamDecoder decoder(StreamPart.Cursor from) {
    return decoder();
  }
}
