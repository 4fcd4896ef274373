package dev.forbear.providers.stream;

import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;

/** The one format that can be taken up again. */
record ResponsesFormat() implements StreamFormat {

  @Override
  public String name() {
    return "openai-responses";
  }

  @Override
  public StreamDecoder decoder() {
    return new FramedDecoder(name(), new EventsOrValues(), new OpenAiResponses());
  }

  @Override
  public StreamDecoder decoder(StreamPart.Cursor from) {
    return new FramedDecoder(name(), new EventsOrValues(), OpenAiResponses.behind(from.position()));
  }

  /** The name. */
  @Override
  public String toString() {
    return name();
  }
}
