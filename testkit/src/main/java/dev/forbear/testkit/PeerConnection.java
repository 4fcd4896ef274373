package dev.forbear.testkit;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One accepted connection: bytes in and out, the three ways to end it, and waits that end when the peer hangs up.
 *
 * <p>A wait is a read: the end of the peer's bytes or a reset is seen when it happens, without polling. Bytes of the next
 * request that arrive meanwhile are kept.
 *
 * <p>Used by one thread; {@link #close} may come from any.
 */
final class PeerConnection implements Closeable {

  /** How much is read ahead of the request being served. A peer that has sent more is no longer seen hanging up. */
  private static final int READ_AHEAD_BYTES = 16 * 1024;

  /** How often a wait looks whether it was closed when the peer has sent more than is read ahead. */
  private static final long BLIND_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /**
   * How long the peer may take to close its side after we closed ours (RFC 9112, section 9.6): closing at once with bytes
   * unread would reset the connection and take the answer with it.
   */
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final byte[] ahead = new byte[READ_AHEAD_BYTES];
  private int next;
  private int end;

  PeerConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  /** The next byte, waiting for it without limit; -1 when the peer has closed its side. */
  int read() throws IOException {
    if (next == end) {
      next = 0;
      end = 0;
      socket.setSoTimeout(0);
      int count = in.read(ahead, 0, ahead.length);
      if (count < 0) {
        return -1;
      }
      end = count;
    }
    return ahead[next++] & 0xff;
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  /**
   * Waits until an instant of {@link System#nanoTime}, never ending early.
   *
   * @throws IOException when the peer hangs up before
   */
  void waitUntil(long nanos) throws IOException {
    long leftNanos = nanos - System.nanoTime();
    while (leftNanos > 0) {
      listen(leftNanos);
      leftNanos = nanos - System.nanoTime();
    }
  }

  /**
   * Waits without limit; it always ends by throwing.
   *
   * @throws IOException when the peer hangs up
   */
  void waitForHangUp() throws IOException {
    while (true) {
      listen(Long.MAX_VALUE);
    }
  }

  private void listen(long atMostNanos) throws IOException {
    System.arraycopy(ahead, next, ahead, 0, end - next);
    end -= next;
    next = 0;
    if (end == ahead.length) {
      LockSupport.parkNanos(Math.min(atMostNanos, BLIND_WAIT_NANOS));
      if (socket.isClosed()) {
        throw new EOFException("closed while waiting");
      }
      return;
    }
    socket.setSoTimeout(ceilingMs(atMostNanos));
    try {
      int count = in.read(ahead, end, ahead.length - end);
      if (count < 0) {
        throw new EOFException("the peer hung up");
      }
      end += count;
    } catch (SocketTimeoutException theWaitIsOver) {
      // Nothing came, which is what a wait hopes for.
    }
  }

  /** Ends it with a reset (RST): what was not yet delivered is lost. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Ends it in good order (FIN): what was written is delivered, what still comes is dropped. */
  void finish() throws IOException {
    long untilNanos = System.nanoTime() + LINGER_NANOS;
    try {
      socket.shutdownOutput();
      long leftNanos = LINGER_NANOS;
      while (leftNanos > 0) {
        socket.setSoTimeout(ceilingMs(leftNanos));
        if (in.read(ahead, 0, ahead.length) < 0) {
          break;
        }
        leftNanos = untilNanos - System.nanoTime();
      }
    } catch (IOException thePeerIsGoneOrSilent) {
      // Either way there is nothing left to deliver.
    }
    socket.close();
  }

  /** Ends it at once, from any thread. */
  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static int ceilingMs(long nanos) {
    long ms = nanos / 1_000_000 + (nanos % 1_000_000 == 0 ? 0 : 1);
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, ms));
  }
}
