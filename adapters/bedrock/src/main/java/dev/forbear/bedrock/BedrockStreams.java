package dev.forbear.bedrock;

import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;

/**
 * The streams of Amazon Bedrock ({@code application/vnd.amazon.eventstream}), for a client that sees the bytes of the body.
 *
 * <p>A frame that is no event is {@link dev.forbear.stream.StreamPart.Broken}: its reply has the type of the exception in {@code
 * x-amzn-errortype} and in the body, so that {@code Providers.bedrock()} says what it means. A frame whose checksum is wrong or
 * that is longer than 16 MiB is a {@link dev.forbear.stream.MalformedStreamException}. What is the same in all formats is
 * told at {@link StreamFormats}.
 *
 * <p>The formats are stateless; one instance serves all threads.
 */
public final class BedrockStreams {

  private static final StreamFormat CONVERSE =
      new FrameFormat("bedrock-converse", StreamFormats.bedrockConverse(), new EventText.Named());
  private static final StreamFormat ANTHROPIC = new FrameFormat(
      "bedrock-anthropic", StreamFormats.anthropicMessages(), new EventText.Chunk());

  /** {@code ConverseStream}. {@code messageStop} is the end. */
  public static StreamFormat converse() {
    return CONVERSE;
  }

  /** {@code InvokeModelWithResponseStream} of a model of Anthropic. {@code message_stop} is the end. */
  public static StreamFormat anthropic() {
    return ANTHROPIC;
  }

  private record FrameFormat(String name, StreamFormat events, EventText text)
      implements StreamFormat {

    @Override
    public StreamDecoder decoder() {
      return new FrameDecoder(name, events.decoder(), text);
    }
  }

  private BedrockStreams() {}
}
