package dev.forbear.stream;

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
   * @param bytes not kept and not changed
   * @param from the first that counts
   * @param to the one behind the last that counts
   * @param parts takes what they hold
   * @throws MalformedStreamException where they are not what the format allows, or pass a bound; nothing may be fed after it
   */
  void feed(byte[] bytes, int from, int to, Consumer<? super StreamPart> parts);

  /**
   * Takes the end of the body. Without a terminal event before it the stream was cut, and no {@link StreamPart.Finished} is
   * made; what the last bytes still hold is handed out.
   */
  void end(Consumer<? super StreamPart> parts);
}
