package dev.forbear.testkit;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads one HTTP/1.1 request in three steps: request line, headers, body (RFC 9112, sections 3, 5 and 6).
 *
 * <p>Strict where two servers could read one message in two ways, so that a client's mistake is seen here and not at a provider.
 */
final class RequestReader {

  /** Request line and headers together; the usual servers allow 8 to 64 KiB. */
  static final int MAX_HEAD_BYTES = 64 * 1024;

  /** The longest body that is read; a chat with a few images fits. */
  static final long MAX_BODY_BYTES = 64L * 1024 * 1024;

  private static final Pattern VERSION = Pattern.compile("HTTP/1\\.[01]");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final Pattern CHUNK_LENGTH = Pattern.compile("([0-9A-Fa-f]{1,15})[ \\t]*(;.*)?");

  private final PeerConnection peer;
  private final int connection;
  private final Map<String, List<String>> headers = new TreeMap<>();
  private final ByteArrayOutputStream keptBody = new ByteArrayOutputStream();
  private String method = "";
  private String path = "";
  private String query = "";
  private boolean isHttp10;
  private int headBytes;
  private long bodyBytes;

  RequestReader(PeerConnection peer, int connection) {
    this.peer = peer;
    this.connection = connection;
  }

  /**
   * Reads the request line.
   *
   * @return false when the peer closed the connection instead of sending a request
   */
  boolean readRequestLine() throws IOException, MalformedRequestException {
    int first = peer.read();
    while (first == '\r'
        || first == '\n') { // RFC 9112, section 2.2: ignore empty lines before a request
      countHeadByte();
      first = peer.read();
    }
    if (first < 0) {
      return false;
    }
    if (first <= ' '
        || first
            > '~') { // such as the first byte of a TLS handshake, which has no line end to wait for
      throw new MalformedRequestException(400, "a request begins with a method; is this TLS?");
    }
    String[] parts = readLine(first).split(" ", -1);
    if (parts.length != 3
        || !ScriptedReply.TOKEN.matcher(parts[0]).matches()
        || !VERSION.matcher(parts[2]).matches()) {
      throw new MalformedRequestException(
          400, "a request line is 'METHOD /path HTTP/1.1' with single spaces");
    }
    method = parts[0];
    readTarget(parts[1]);
    isHttp10 = parts[2].endsWith("0");
    return true;
  }

  private void readTarget(String target) throws MalformedRequestException {
    String local = target;
    if (target.regionMatches(true, 0, "http://", 0, "http://".length())) { // as sent to a proxy
      int slash = target.indexOf('/', "http://".length());
      local = slash < 0 ? "/" : target.substring(slash);
    }
    if (!local.startsWith("/") && !local.equals("*")) {
      throw new MalformedRequestException(400, "the path of a request begins with '/'");
    }
    int question = local.indexOf('?');
    path = question < 0 ? local : local.substring(0, question);
    query = question < 0 ? "" : local.substring(question + 1);
  }

  void readHeaders() throws IOException, MalformedRequestException {
    for (String line = readLine(); !line.isEmpty(); line = readLine()) {
      int colon = line.indexOf(':');
      if (colon < 1 || !ScriptedReply.TOKEN.matcher(line.substring(0, colon)).matches()) {
        throw new MalformedRequestException(
            400, "a header line is 'name: value', without a space before the colon");
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
  }

  /** Whether the peer waits for a 100 before it sends the body (RFC 9110, section 10.1.1). */
  boolean expectsContinue() {
    return header("expect").stream().anyMatch(value -> value.equalsIgnoreCase("100-continue"));
  }

  /** Whether the connection ends with this request. */
  boolean isLast() {
    return isHttp10
        || header("connection").stream()
            .flatMap(value -> List.of(value.split(",")).stream())
            .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
  }

  void readBody() throws IOException, MalformedRequestException {
    List<String> encodings = header("transfer-encoding");
    List<String> lengths = header("content-length").stream().distinct().toList();
    if (!encodings.isEmpty()) {
      if (!lengths.isEmpty()
          || encodings.size() > 1
          || !encodings.get(0).equalsIgnoreCase("chunked")) {
        throw new MalformedRequestException(
            400, "transfer-encoding must be 'chunked' alone, without content-length");
      }
      readChunks();
    } else if (!lengths.isEmpty()) {
      if (lengths.size() > 1 || !LENGTH.matcher(lengths.get(0)).matches()) {
        throw new MalformedRequestException(400, "content-length must be one whole number >= 0");
      }
      readBodyBytes(Long.parseLong(lengths.get(0)));
    }
  }

  private void readChunks() throws IOException, MalformedRequestException {
    while (true) {
      var length = CHUNK_LENGTH.matcher(readLine());
      if (!length.matches()) {
        throw new MalformedRequestException(400, "a chunk begins with its length in hexadecimal");
      }
      long size = Long.parseLong(length.group(1), 16);
      if (size == 0) {
        break;
      }
      readBodyBytes(size);
      if (!readLine().isEmpty()) {
        throw new MalformedRequestException(400, "a chunk is as long as it says");
      }
      headBytes = 0; // the bound is for one head or one chunk's line, not for all chunks of a body
    }
    while (!readLine().isEmpty()) {
      // Trailers are bounded with the head and tell a test nothing.
    }
  }

  private void readBodyBytes(long count) throws IOException, MalformedRequestException {
    if (count > MAX_BODY_BYTES - bodyBytes) {
      throw new MalformedRequestException(413, "a body is at most " + MAX_BODY_BYTES + " bytes");
    }
    for (long i = 0; i < count; i++) {
      int next = readOrEnd();
      if (bodyBytes < ArrivedRequest.MAX_KEPT_BODY_BYTES) {
        keptBody.write(next);
      }
      bodyBytes++;
    }
  }

  private String readLine() throws IOException, MalformedRequestException {
    return readLine(readOrEnd());
  }

  private String readLine(int first) throws IOException, MalformedRequestException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = first; next != '\n'; next = readOrEnd()) {
      countHeadByte();
      line.write(next);
    }
    countHeadByte();
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  private void countHeadByte() throws MalformedRequestException {
    headBytes++;
    if (headBytes > MAX_HEAD_BYTES) {
      throw new MalformedRequestException(
          431, "request line and headers are at most " + MAX_HEAD_BYTES + " bytes");
    }
  }

  private int readOrEnd() throws IOException {
    int next = peer.read();
    if (next < 0) {
      throw new EOFException("the peer hung up within a request");
    }
    return next;
  }

  /** What has been read so far, as a request without index. */
  ArrivedRequest request(String problem) {
    return new ArrivedRequest(
        -1,
        connection,
        System.nanoTime(),
        method,
        path,
        query,
        headers,
        keptBody.toString(StandardCharsets.UTF_8),
        bodyBytes,
        false,
        problem,
        OptionalLong.empty());
  }

  /** Whether anything of a request has been read. */
  boolean hasBegun() {
    return headBytes > 0;
  }

  private List<String> header(String name) {
    return headers.getOrDefault(name, List.of());
  }
}
