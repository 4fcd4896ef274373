package dev.forbear.stream;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reads the body of one attempt: bytes in, parts out.
 *
 * <p>How the bytes are cut never changes the parts, but for the sizes of {@link StreamPart.Text} and {@link
 * StreamPart.ToolBytes}. After {@link StreamPart.Finished} or {@link StreamPart.Broken} no part follows, whatever bytes do.
 * What it keeps between two calls has a bound. Not thread-safe.
 */
public interface StreamDecoder {

  /**
   * Takes the next bytes.
   *
   * @param bytes read to their end
   * @throws MalformedStreamException where they are not what the format allows, or pass a bound; nothing may be fed after it
   */
  void feed(ByteBuffer bytes, Consumer<? super StreamPart> parts);

  /**
   * Takes the end of the body. Without a terminal event before it the stream was cut, and no {@link StreamPart.Finished} is
   * made; what the last bytes still hold is handed out.
   */
  void end(Consumer<? super StreamPart> parts);
}
