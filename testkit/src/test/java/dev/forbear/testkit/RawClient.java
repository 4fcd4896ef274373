package dev.forbear.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sees every byte: no pool, no second attempt, no interpretation. */
final class RawClient implements AutoCloseable {

  /** Long enough for a slow machine; no passing test waits for it. */
  private static final int PATIENCE_MS = 10_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(ScriptedProvider provider) throws IOException {
    this(provider.uri());
  }

  RawClient(URI uri) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), uri.getPort());
    socket.setSoTimeout(PATIENCE_MS);
    in = socket.getInputStream();
  }

  RawClient get(String path) throws IOException {
    return send("GET " + path + " HTTP/1.1\r\nhost: x\r\n\r\n");
  }

  RawClient post(String path, String body) throws IOException {
    return send("POST " + path + " HTTP/1.1\r\nhost: x\r\ncontent-length: "
        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Status line and headers, without the empty line. */
  String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      head.append((char) readByte());
    }
    return head.substring(0, head.length() - 4);
  }

  String readText(int bytes) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int i = 0; i < bytes; i++) {
      text.write(readByte());
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  int readByte() throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new EOFException();
    }
    return next;
  }

  /** Everything until the server closes its side (FIN); a reset (RST) throws. */
  String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Whether nothing comes for so long: neither a byte nor an end. */
  boolean isSilentFor(Duration time) throws IOException {
    socket.setSoTimeout((int) time.toMillis());
    try {
      in.read();
      return false;
    } catch (SocketTimeoutException nothingCame) {
      return true;
    } finally {
      socket.setSoTimeout(PATIENCE_MS);
    }
  }

  /** Hangs up with a FIN. */
  void hangUp() throws IOException {
    socket.close();
  }

  @Override
  public void close() throws IOException {
    hangUp();
  }

  /** Hangs up with an RST. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
