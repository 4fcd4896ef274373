package dev.forbear.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Serves a built page to this machine: GET and HEAD, over 127.0.0.1, and only to those who call it by that name. Thread-safe.
 */
final class PageServer implements AutoCloseable {

  /** What the page may do in a browser; the browser tests of the page run under it. */
  private static final String POLICY = policy();

  private static final String TEXT = "text/plain; charset=utf-8";

  private static final Map<String, String> TYPES = Map.of(
      "html", "text/html; charset=utf-8",
      "css", "text/css; charset=utf-8",
      "js", "text/javascript; charset=utf-8",
      "json", "application/json; charset=utf-8",
      "svg", "image/svg+xml; charset=utf-8",
      "txt", TEXT,
      "png", "image/png",
      "ico", "image/x-icon");

  /**
   * The names of this machine for itself, with any port, so that a forwarded one works. A page elsewhere can have its own name
   * resolved to 127.0.0.1 and would then read what is served here (DNS rebinding), but its name stays in the header.
   */
  private static final Pattern LOCAL = Pattern.compile(
      "(?:127\\.0\\.0\\.1|localhost|\\[::1])(?::[0-9]{1,5})?", Pattern.CASE_INSENSITIVE);

  /** Enough for two browsers, which open six connections each, beside some clients that are slow. */
  private static final int THREADS = 16;

  /** Connections whose requests wait for a thread; one more is closed. */
  private static final int MAX_WAITING = 256;

  private static final long IDLE_SECONDS = 10;

  private final PageFolder folder;
  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  private PageServer(PageFolder folder, HttpServer server) {
    this.folder = folder;
    this.server = server;
    threads = new ThreadPoolExecutor(
        THREADS,
        THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(MAX_WAITING),
        task -> {
          Thread thread = new Thread(task, "forbear-page");
          thread.setDaemon(true);
          return thread;
        });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Starts to serve.
   *
   * @param port 0 for one that is free
   * @throws java.net.BindException when the port cannot be had
   */
  static PageServer start(PageFolder folder, int port) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    PageServer page =
        new PageServer(folder, HttpServer.create(new InetSocketAddress(loopback, port), 0));
    page.server.setExecutor(page.threads);
    page.server.createContext("/", page::answer);
    page.server.start();
    return page;
  }

  /** Where the page is: {@code http://127.0.0.1:PORT/}. */
  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Cache-Control", "no-cache");
      headers.set("Content-Security-Policy", POLICY);
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("X-Content-Type-Options", "nosniff");
      if (!isLocal(exchange.getRequestHeaders().get("Host"))) {
        refuse(exchange, 421, "This page answers to 127.0.0.1 and localhost only.\n");
        return;
      }
      String method = exchange.getRequestMethod();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        headers.set("Allow", "GET, HEAD");
        refuse(exchange, 405, "Here is something to read only: use GET or HEAD.\n");
        return;
      }
      Optional<Path> file = folder.file(String.valueOf(exchange.getRequestURI().getPath()));
      if (file.isEmpty()) {
        refuse(exchange, 404, "There is no such file in the page; it begins at /.\n");
        return;
      }
      try (InputStream body = Files.newInputStream(file.get())) {
        send(exchange, 200, type(file.get()), Files.size(file.get()), body);
      }
    }
  }

  private static boolean isLocal(@Nullable List<String> hosts) {
    return hosts != null && hosts.size() == 1 && LOCAL.matcher(hosts.get(0)).matches();
  }

  private static void refuse(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    try (InputStream in = new ByteArrayInputStream(body)) {
      send(exchange, status, TEXT, body.length, in);
    }
  }

  private static void send(
      HttpExchange exchange, int status, String type, long length, InputStream body)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", Long.toString(length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    // For this server a length of 0 means one that is not known, and -1 means none.
    exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
    if (length > 0) {
      body.transferTo(exchange.getResponseBody());
    }
  }

  private static String type(Path file) {
    String name = file.toString();
    return TYPES.getOrDefault(
        name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
  }

  private static String policy() {
    try (InputStream resource = PageServer.class.getResourceAsStream("page-policy.txt")) {
      byte[] text = Objects.requireNonNull(resource, "page-policy.txt").readAllBytes();
      return new String(text, StandardCharsets.UTF_8).strip();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
