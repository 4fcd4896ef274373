package dev.forbear.testkit;

import java.util.List;

/**
 * How a {@link ScriptedProvider} puts the chunks of a stream on the wire.
 *
 * <p>Called on the thread of the request's connection, so several calls may run at once. A format that throws gives status 599,
 * and {@link ArrivedRequest#problem} says why.
 */
public interface ChunkFormat {

  /** The value of {@code content-type} where the script sets none. */
  String contentType();

  /**
   * The bytes of one chunk, as text that is sent as UTF-8.
   *
   * @param chunks all chunks of the reply, for formats that number, open or close things
   * @param index which of them, from 0
   */
  String encode(List<ScriptedChunk> chunks, int index);

  /** Server-sent events as the chat completions of OpenAI send them, and many who follow it. */
  static ChunkFormat openAiChat() {
    return OpenAiChatChunks.INSTANCE;
  }
}
