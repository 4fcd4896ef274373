package dev.forbear.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Plays one reply on a connection, the faults on the wire as they are. */
final class ReplyPlayer {

  /**
   * The time between two dripping bytes: shorter than any idle timeout a client would set, so that only a limit on the whole
   * answer ends it, and long enough to cost nothing.
   */
  static final long DRIP_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** How many bytes more than are sent a body that never ends well announces. */
  private static final int ANNOUNCED_MORE_BYTES = 100;

  private static final String LINE_END = "\r\n";
  private static final byte[] CHUNK_OF_ONE = "1\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] CHUNK_END = LINE_END.getBytes(StandardCharsets.US_ASCII);

  private final PeerConnection peer;
  private final ArrivedRequest request;
  private final boolean isLast;
  private final ChunkFormat format;

  /**
   * A player for one request.
   *
   * @param isLast whether the peer wants the connection closed after it
   * @param format how chunks go over the wire
   */
  ReplyPlayer(PeerConnection peer, ArrivedRequest request, boolean isLast, ChunkFormat format) {
    this.peer = peer;
    this.request = request;
    this.isLast = isLast;
    this.format = format;
  }

  /**
   * Does what the reply says.
   *
   * @return whether the connection can carry another request
   * @throws IOException when the peer hangs up before the reply was sent whole
   * @throws ChunkFormatException before anything is sent, when the format fails
   */
  boolean play(ScriptedReply reply) throws IOException {
    if (!reply.chunks().isEmpty() && isBodyAllowed(reply) && !request.method().equals("HEAD")) {
      return new ChunkPlayer(peer, request, isLast).play(reply, format);
    }
    peer.waitUntil(request.atNanos() + Math.round(reply.delayMs() * 1e6));
    switch (reply.fault()) {
      case NONE -> {
        return answer(reply);
      }
      case RESET_EARLY, RESET -> peer.reset();
      case CLOSE -> peer.finish();
      case HANG -> peer.waitForHangUp();
      case DRIP_HEADERS -> dripHeaders(reply);
      case HEADERS_THEN_HANG -> {
        writeUnfinished(reply);
        peer.waitForHangUp();
      }
      case DRIP -> dripBody(reply);
      case CUT -> {
        writeUnfinished(reply);
        peer.finish();
      }
      case RESET_IN_BODY -> {
        writeUnfinished(reply);
        peer.reset();
      }
      case REFUSE, INTERRUPT ->
        throw new IllegalArgumentException(
            "no server can play '" + reply.fault().word() + "'");
    }
    return false;
  }

  private boolean answer(ScriptedReply reply) throws IOException {
    boolean closes = isLast || wantsClose(reply);
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    ScriptedReply framed = isBodyAllowed(reply) ? withLength(reply, body.length) : reply;
    byte[] sent = isBodyAllowed(reply) && !request.method().equals("HEAD") ? body : new byte[0];
    peer.write(joined(head(closes ? framed.withHeader("connection", "close") : framed), sent));
    if (closes) {
      peer.finish();
    }
    return !closes;
  }

  private void writeUnfinished(ScriptedReply reply) throws IOException {
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    peer.write(joined(head(withLength(reply, body.length + ANNOUNCED_MORE_BYTES)), body));
  }

  private void dripHeaders(ScriptedReply reply) throws IOException {
    byte[] head = head(reply);
    peer.write(Arrays.copyOf(
        head, head.length - LINE_END.length())); // without the empty line that ends it
    drip("x-drip: ".getBytes(StandardCharsets.US_ASCII), false);
  }

  private void dripBody(ScriptedReply reply) throws IOException {
    boolean isChunked = !hasOwnFraming(reply);
    peer.write(head(isChunked ? reply.withHeader("transfer-encoding", "chunked") : reply));
    drip(reply.body().getBytes(StandardCharsets.UTF_8), isChunked);
  }

  /** Sends bytes one by one, then spaces, until the peer hangs up or the provider closes. */
  private void drip(byte[] bytes, boolean isChunked) throws IOException {
    int sent = 0;
    while (true) {
      byte[] one = {sent < bytes.length ? bytes[sent++] : (byte) ' '};
      peer.write(isChunked ? joined(joined(CHUNK_OF_ONE, one), CHUNK_END) : one);
      peer.waitUntil(System.nanoTime() + DRIP_EVERY_NANOS);
    }
  }

  static boolean wantsClose(ScriptedReply reply) {
    return reply.header("connection").stream().anyMatch(value -> value.equalsIgnoreCase("close"));
  }

  static byte[] head(ScriptedReply reply) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " " + LINE_END);
    reply.headers().forEach((name, values) -> {
      for (String value : values) {
        head.append(name).append(": ").append(value).append(LINE_END);
      }
    });
    return head.append(LINE_END).toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static ScriptedReply withLength(ScriptedReply reply, int length) {
    return hasOwnFraming(reply)
        ? reply
        : reply.withHeader("content-length", Integer.toString(length));
  }

  /** A script that sets the framing itself is obeyed, whether it is right or wrong. */
  static boolean hasOwnFraming(ScriptedReply reply) {
    return !reply.header("content-length").isEmpty()
        || !reply.header("transfer-encoding").isEmpty();
  }

  /** RFC 9110, sections 6.4.1 and 8.6: neither body nor length with these. */
  private static boolean isBodyAllowed(ScriptedReply reply) {
    return reply.status() != 204 && reply.status() != 304;
  }

  static byte[] joined(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
