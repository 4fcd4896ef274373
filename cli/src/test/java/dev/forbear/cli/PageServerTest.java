package dev.forbear.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server of the page hands out, to whom, and what it keeps. */
@Timeout(60)
class PageServerTest {

  private static final String SECRET = "not for you";
  private static final int CONNECT_MS = 2_000;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path folder;
  private final PageServer server;

  PageServerTest(@TempDir Path parent) throws IOException {
    folder = Files.createDirectories(parent.resolve("page"));
    Files.writeString(parent.resolve("secret.txt"), SECRET);
    Files.writeString(folder.resolve("index.html"), "<!doctype html>\n<title>Größe</title>\n");
    Files.writeString(Files.createDirectories(folder.resolve("sub")).resolve("page.css"), "p {}");
    Files.writeString(folder.resolve(".hidden"), SECRET);
    Files.writeString(Files.createDirectories(folder.resolve(".git")).resolve("config"), SECRET);
    server = PageServer.start(PageFolder.of(folder), 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void handsOutTheFilesByteForByte() throws Exception {
    byte[] bytes = new byte[1_000_000];
    new Random(7).nextBytes(bytes);
    Files.write(folder.resolve("large.bin"), bytes);
    Files.createFile(folder.resolve("empty.js"));

    assertThat(get("/large.bin").body()).isEqualTo(bytes);
    assertThat(get("/empty.js").body()).isEmpty();
    assertThat(get("/empty.js").statusCode()).isEqualTo(200);
    assertThat(get("/").body()).isEqualTo(Files.readAllBytes(folder.resolve("index.html")));
    assertThat(get("/index.html?a=b").body()).isEqualTo(get("/").body());
    assertThat(get("/sub/page.css").body()).asString(UTF_8).isEqualTo("p {}");
  }

  @ParameterizedTest
  @CsvSource({
    "index.html, text/html; charset=utf-8",
    "page.css, text/css; charset=utf-8",
    "page.js, text/javascript; charset=utf-8",
    "a.json, application/json; charset=utf-8",
    "a.svg, image/svg+xml; charset=utf-8",
    "a.txt, text/plain; charset=utf-8",
    "a.png, image/png",
    "favicon.ico, image/x-icon",
    "a.wasm, application/octet-stream",
    "LICENSE, application/octet-stream"
  })
  void saysWhatAFileIs(String name, String type) throws Exception {
    Files.writeString(folder.resolve(name), "x");

    assertThat(get("/" + name).headers().allValues("Content-Type")).containsExactly(type);
  }

  @Test
  void sendsTheSamePolicyWithEveryAnswer() throws Exception {
    String policy = Files.readString(Path.of("src/main/resources/dev/forbear/cli/page-policy.txt"))
        .strip();
    assertThat(policy).startsWith("default-src 'none'; ").doesNotContain("unsafe");

    for (HttpResponse<byte[]> reply :
        List.of(get("/"), get("/none"), send("POST", "/"), send("HEAD", "/"))) {
      assertThat(reply.headers().map())
          .containsEntry("content-security-policy", List.of(policy))
          .containsEntry("cache-control", List.of("no-cache"))
          .containsEntry("x-content-type-options", List.of("nosniff"))
          .containsEntry("referrer-policy", List.of("no-referrer"));
    }
  }

  @Test
  void tellsWithHeadWhatGetWouldBring() throws Exception {
    HttpResponse<byte[]> head = send("HEAD", "/");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValueAsLong("Content-Length"))
        .hasValue(Files.size(folder.resolve("index.html")));
    assertThat(head.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(send("HEAD", "/none").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get"})
  void isToBeReadOnly(String method) throws Exception {
    HttpResponse<byte[]> reply = send(method, "/");

    assertThat(reply.statusCode()).isEqualTo(405);
    assertThat(reply.headers().allValues("Allow")).containsExactly("GET, HEAD");
    assertThat(reply.body()).asString(UTF_8).hasLineCount(1);
  }

  @Test
  void saysInAWordThatAFileIsNotThere() throws Exception {
    HttpResponse<byte[]> reply = get("/nothing.js");

    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(reply.headers().allValues("Content-Type"))
        .containsExactly("text/plain; charset=utf-8");
    assertThat(reply.body())
        .asString(UTF_8)
        .isEqualTo("There is no such file in the page; it begins at /.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/..%2Fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/.%2e/secret.txt",
        "/%252e%252e%252fsecret.txt",
        "/sub/../../secret.txt",
        "/sub/..%2f..%2fsecret.txt",
        "/sub/../index.html",
        "/./index.html",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/sub%5c..%5c..%5csecret.txt",
        "/..%c0%afsecret.txt",
        "/..%00/secret.txt",
        "/index.html%00.txt",
        "/index.html%0a",
        "/%ff",
        "//secret.txt",
        "//index.html",
        "///etc/passwd",
        "/%2fetc/passwd",
        "/%2f%2fetc%2fpasswd",
        "/C:/secret.txt",
        "/index.html::$DATA",
        "/index.html/",
        "/~root",
        "/sub",
        "/sub/",
        "/.hidden",
        "/%2ehidden",
        "/.git/config",
        "/sub/../.hidden",
        "../secret.txt",
        "secret.txt",
        "*",
        "http://127.0.0.1/../secret.txt",
        "file:///etc/passwd",
        "foo:secret.txt",
        "%zz",
        "/%"
      })
  void keepsWhatIsNoFileOfThePage(String target) throws Exception {
    String reply =
        raw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(reply).matches("(?s)HTTP/1\\.1 40[04] .*|").doesNotContain(SECRET, "root:", "Größe");
    assertThat(get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void followsALinkOnlyInsideTheFolder() throws Exception {
    Files.createSymbolicLink(folder.resolve("out.txt"), folder.resolve("../secret.txt"));
    Files.createSymbolicLink(folder.resolve("up"), folder.resolve(".."));
    Files.createSymbolicLink(folder.resolve("shown.txt"), folder.resolve(".hidden"));
    Files.createSymbolicLink(folder.resolve("shown"), folder.resolve(".git"));
    Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
    Files.createSymbolicLink(folder.resolve("in.css"), folder.resolve("sub/page.css"));

    for (String path :
        List.of("/out.txt", "/up/secret.txt", "/shown.txt", "/shown/config", "/loop")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
    assertThat(get("/in.css").body()).asString(UTF_8).isEqualTo("p {}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", "localhost", "LOCALHOST:1", "[::1]", "[::1]:65535", "127.0.0.1:80"})
  void answersToTheNamesOfThisMachine(String host) throws Exception {
    assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: example.com",
        "Host: localhost.example.com",
        "Host: 127.0.0.1.example.com",
        "Host: example.com:80",
        "Host: 127.0.0.1@example.com",
        "Host: localhost:",
        "Host: localhost:x",
        "Host: 127.1",
        "Host: 0.0.0.0",
        "Host: ::1",
        "Host: ",
        "X: y",
        "Host: localhost\r\nHost: example.com"
      })
  void refusesOtherNames(String host) throws Exception {
    assertThat(raw("GET / HTTP/1.1\r\n" + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 421 ")
        .endsWith("This page answers to 127.0.0.1 and localhost only.\n")
        .doesNotContain("example", "title");
  }

  @Test
  void listensOnLoopbackOnly() throws Exception {
    assertThat(server.address()).matches("http://127\\.0\\.0\\.1:[0-9]+/");
    List<InetAddress> others = new ArrayList<>();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      others.addAll(Collections.list(each.getInetAddresses()));
    }
    others.removeIf(InetAddress::isLoopbackAddress);
    // Another address of loopback is there on every Linux, and on no other system.
    others.add(loopback(2));

    for (InetAddress other : others) {
      try (Socket socket = new Socket()) {
        assertThatThrownBy(() -> socket.connect(new InetSocketAddress(other, port()), CONNECT_MS))
            .as(other.toString())
            .isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void answersOthersWhileSomeClientsAreSlow() throws Exception {
    Files.write(folder.resolve("large.bin"), new byte[50_000_000]);
    List<Socket> slow = new ArrayList<>();
    try {
      for (String unfinished : List.of(
          "",
          "G",
          "GET / HTTP/1.1\r\nHost: local",
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1",
          "GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
        Socket socket = connect();
        socket.getOutputStream().write(unfinished.getBytes(ISO_8859_1));
        slow.add(socket);
      }

      for (int i = 0; i < 20; i++) {
        assertThat(get("/").statusCode()).isEqualTo(200);
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void isGoneWhenItIsClosed() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(200);

    server.close();

    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
  }

  private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    return send("GET", path);
  }

  private HttpResponse<byte[]> send(String method, String path)
      throws IOException, InterruptedException {
    URI address = URI.create(server.address()).resolve(path);
    return client.send(
        HttpRequest.newBuilder(address).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofByteArray());
  }

  /** Sends bytes that no client would, and takes what comes until the server closes. */
  private String raw(String request) throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private Socket connect() throws IOException {
    return new Socket(loopback(1), port());
  }

  private static InetAddress loopback(int number) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) number});
  }

  private int port() {
    return URI.create(server.address()).getPort();
  }
}
