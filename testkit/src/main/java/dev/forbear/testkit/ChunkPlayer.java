package dev.forbear.testkit;

import dev.forbear.testkit.ScriptedChunk.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays one stream on a connection, chunk by chunk.
 *
 * <p>Each chunk goes at its own time, counted from the arrival of the request: one that is written late does not put off the
 * next. Between them it waits by reading, so that a peer that hangs up is seen at once.
 */
final class ChunkPlayer {

  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** A chunk of 32 bytes of which one comes: white space, so that no decoder finds anything in it. */
  private static final byte[] BEGUN_CHUNK = "20\r\n ".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] CHUNK_END = "\r\n".getBytes(StandardCharsets.US_ASCII);

  private final PeerConnection peer;
  private final ArrivedRequest request;
  private final boolean isLast;

  ChunkPlayer(PeerConnection peer, ArrivedRequest request, boolean isLast) {
    this.peer = peer;
    this.request = request;
    this.isLast = isLast;
  }

  /**
   * Sends what the reply says.
   *
   * @return whether the connection can carry another request
   */
  boolean play(ScriptedReply reply, ChunkFormat format) throws IOException {
    List<byte[]> chunks = encoded(reply.chunks(), format);
    // Who sets the framing is obeyed: the bytes go as they are, and their end is that of the
    // connection.
    boolean isFramed = !ReplyPlayer.hasOwnFraming(reply);
    boolean closes = isLast || !isFramed || ReplyPlayer.wantsClose(reply);
    waitForChunk(reply, 0);
    peer.write(ReplyPlayer.head(head(reply, format, isFramed, closes)));
    for (int i = 0; i < chunks.size(); i++) {
      waitForChunk(reply, i + 1);
      byte[] chunk = chunks.get(i);
      if (chunk.length > 0) { // an empty one would be the end of the body
        peer.write(isFramed ? framed(chunk) : chunk);
      }
    }
    if (reply.chunks().get(chunks.size() - 1).kind() != Kind.DONE) {
      waitForChunk(reply, chunks.size() + 1);
    }
    return end(reply.fault(), isFramed, closes);
  }

  private boolean end(Fault fault, boolean isFramed, boolean closes) throws IOException {
    switch (fault) {
      case NONE -> {
        if (isFramed) {
          peer.write(LAST_CHUNK);
        }
        if (closes) {
          peer.finish();
        }
        return !closes;
      }
      case CUT -> {
        if (isFramed) {
          peer.write(BEGUN_CHUNK);
        }
        peer.finish();
      }
      case RESET_IN_BODY -> peer.reset();
      case HEADERS_THEN_HANG -> peer.waitForHangUp();
      default -> throw new AssertionError("no end of a stream: " + fault);
    }
    return false;
  }

  private void waitForChunk(ScriptedReply reply, int number) throws IOException {
    double atMs = reply.delayMs() + number * reply.everyMs();
    peer.waitUntil(request.atNanos() + Math.round(atMs * 1e6));
  }

  private static List<byte[]> encoded(List<ScriptedChunk> chunks, ChunkFormat format) {
    List<byte[]> encoded = new ArrayList<>();
    for (int i = 0; i < chunks.size(); i++) {
      try {
        encoded.add(format.encode(chunks, i).getBytes(StandardCharsets.UTF_8));
      } catch (RuntimeException
          | Error e) { // an assertion in a test's format too must reach its reader
        throw new ChunkFormatException("the chunk format failed at chunk " + i + ": " + e, e);
      }
    }
    return encoded;
  }

  private static ScriptedReply head(
      ScriptedReply reply, ChunkFormat format, boolean isFramed, boolean closes) {
    ScriptedReply head = reply.header("content-type").isEmpty()
        ? reply.withHeader("content-type", format.contentType())
        : reply;
    if (isFramed) {
      head = head.withHeader("transfer-encoding", "chunked");
    }
    return closes ? head.withHeader("connection", "close") : head;
  }

  private static byte[] framed(byte[] chunk) {
    byte[] length =
        (Integer.toHexString(chunk.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    return ReplyPlayer.joined(ReplyPlayer.joined(length, chunk), CHUNK_END);
  }
}
