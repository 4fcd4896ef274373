package dev.forbear.providers.stream;

import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import java.util.function.Supplier;

/**
 * A format put together from a framing and a meaning.
 *
 * @param name its name
 * @param framing makes one for each stream
 * @param meaning makes one for each stream
 */
record WireFormat(String name, Supplier<Framing> framing, Supplier<Meaning> meaning)
    implements StreamFormat {

  @Override
  public StreamDecoder decoder() {
    return new FramedDecoder(name, framing.get(), meaning.get());
  }

  /** The name. */
  @Override
  public String toString() {
    return name;
  }
}
