package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directives, tested by nginx and used by one that runs in front of a server in this process. */
@Tag("foreign")
class NginxTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  private static final String CONFIG = """
      pid nginx.pid;
      error_log error.log;
      events {}
      http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          upstream provider {
              {{servers}}
          }
          server {
              listen unix:{{socket}};
              location / {
                  proxy_pass http://provider;
                  include provider-retry.conf;
              }
          }
      }
      """;

  /** A path of a socket must be short. */
  @TempDir
  private Path folder = Path.of("");

  @Test
  void takesTheDirectivesOfEveryPolicy() {
    Optional<String> nginx = nginx();
    if (nginx.isEmpty()) {
      return;
    }
    for (Recipe recipe : Golden.recipes().values()) {
      prepare(Generated.of(recipe, Target.NGINX).text(), 4, 9);

      Machine.Run tested = run(nginx.get(), "-t");

      assertThat(tested.exitCode()).as(tested.err()).isZero();
    }
    for (String status : List.of("http_529", "http_408")) {
      prepare("proxy_next_upstream error " + status + ";\n", 4, 9);
      assertThat(run(nginx.get(), "-t").err()).contains("invalid value \"" + status + "\"");
    }
  }

  @Test
  void countsAttemptsAndNotRetries() throws IOException {
    Optional<String> nginx = nginx();
    if (nginx.isEmpty()) {
      return;
    }
    assertThat(attempts(nginx.get(), PUBLISHED, 4, "GET", 503)).isEqualTo(4);
    assertThat(attempts(nginx.get(), PUBLISHED, 9, "GET", 429)).isEqualTo(4);
    assertThat(attempts(nginx.get(), Recipe.of(3, 500, 8000), 9, "GET", 500)).isEqualTo(3);
    assertThat(attempts(nginx.get(), Recipe.of(1, 500, 8000), 4, "GET", 503)).isEqualTo(1);
    assertThat(attempts(nginx.get(), PUBLISHED, 4, "GET", 200)).isEqualTo(1);
  }

  @Test
  void repeatsOnlyWhatItsDifferencesSay() throws IOException {
    Optional<String> nginx = nginx();
    if (nginx.isEmpty()) {
      return;
    }
    assertThat(attempts(nginx.get(), PUBLISHED, 1, "GET", 503)).isEqualTo(1);
    assertThat(attempts(nginx.get(), PUBLISHED, 4, "GET", 529)).isEqualTo(1);
    assertThat(attempts(nginx.get(), PUBLISHED, 4, "POST", 429)).isEqualTo(1);
    assertThat(Generated.of(PUBLISHED, Target.NGINX).differences())
        .contains(
            "It never waits: its attempts follow one another at once, not after 0–500, 0–1000, 0–2000 ms.",
            "When every attempt fails, the last one is over after 4.80 s and not after up to 8.30 s: that helps"
                + " against a bad server, and not against a bad moment.",
            "It has no name for these statuses, and they are not repeated: 408, 409, 425, 520, 521, 522, 523,"
                + " 524, 529.",
            "There are no more attempts than the upstream has servers: with one there is none after the first.");
  }

  @Test
  void plansItsOwnCourse() {
    Generated generated = Generated.of(
        Recipe.of(4, 500, 20_000)
            .withWaits(2, Jitter.NONE, HintRule.FLOOR)
            .withDeadline(30_000, 1000),
        Target.NGINX);

    assertThat(generated.asked().longestMs()).isEqualTo(4 * 1200 + 500 + 1000 + 2000);
    assertThat(generated.here().longestMs()).isEqualTo(4 * 1200);
    assertThat(generated.here().attempts()).isEqualTo(generated.asked().attempts());
  }

  /** How often the provider is asked for one request. */
  private int attempts(String nginx, Recipe recipe, int servers, String method, int status)
      throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/", exchange -> {
      asked.incrementAndGet();
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    provider.start();
    try {
      prepare(
          Generated.of(recipe, Target.NGINX).text(),
          servers,
          provider.getAddress().getPort());
      // It goes into the background when it listens.
      Machine.Run started = run(nginx);
      assertThat(started.exitCode()).as(started.err()).isZero();
      try {
        assertThat(answer(method)).startsWith("HTTP/1.1 " + status);
      } finally {
        run(nginx, "-s", "stop");
      }
    } finally {
      provider.stop(0);
    }
    return asked.get();
  }

  private String answer(String method) throws IOException {
    try (SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket")))) {
      String request = method + " / HTTP/1.0\r\nHost: provider\r\nContent-Length: 0\r\n\r\n";
      channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(1 << 16);
      while (channel.read(answer) >= 0) {
        // Until the end.
      }
      return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
    }
  }

  private void prepare(String directives, int servers, int port) {
    String server = "server 127.0.0.1:" + port + " max_fails=0;\n";
    Machine.write(folder.resolve("provider-retry.conf"), directives);
    Path socket = folder.resolve("socket");
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Machine.write(
        folder.resolve("nginx.conf"),
        CONFIG
            .replace("{{servers}}", server.repeat(servers))
            .replace("{{socket}}", socket.toString()));
  }

  private Machine.Run run(String nginx, String... arguments) {
    List<String> command = new ArrayList<>(List.of(
        nginx, "-p", folder.toString(), "-c", folder.resolve("nginx.conf").toString()));
    command.addAll(List.of(arguments));
    return Machine.run(folder, command);
  }

  private static Optional<String> nginx() {
    return Machine.program("nginx", "nginx-light", "generated nginx");
  }
}
