package dev.forbear.page;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The built page on loopback, under the policy that {@code forbear page} sends with it. */
final class ServedPage implements AutoCloseable {

  private static final Path POLICY =
      Path.of("../cli/src/main/resources/dev/forbear/cli/page-policy.txt");

  private final HttpServer server;
  private final List<String> paths = new CopyOnWriteArrayList<>();

  ServedPage() {
    try {
      String policy = Files.readString(POLICY).strip();
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", exchange -> {
        String path = exchange.getRequestURI().getPath();
        paths.add(path);
        Path file = PlannerPage.FOLDER.resolve(path.equals("/") ? "index.html" : path.substring(1));
        try (exchange) {
          if (!Files.isRegularFile(file)) {
            exchange.sendResponseHeaders(404, -1);
            return;
          }
          byte[] body = Files.readAllBytes(file);
          exchange.getResponseHeaders().set("Content-Type", type(path));
          exchange.getResponseHeaders().set("Content-Security-Policy", policy);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
        }
      });
      server.start();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  String address() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  /** What was asked for, in order. */
  List<String> paths() {
    return paths;
  }

  private static String type(String path) {
    if (path.endsWith(".js")) {
      return "text/javascript; charset=utf-8";
    }
    return path.endsWith(".css") ? "text/css; charset=utf-8" : "text/html; charset=utf-8";
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
