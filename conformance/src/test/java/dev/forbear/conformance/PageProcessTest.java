package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code page} as a process of its own, with the page as it is built. */
@Timeout(120)
class PageProcessTest {

  private static final Path BUILT = Path.of("../page/target/classes/page");

  private final HttpClient client = HttpClient.newHttpClient();

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void servesEveryFileOfThePageUntilItIsToldToEnd(String signal, int exitCode) throws Exception {
    Process page = start();
    try {
      BufferedReader out = page.inputReader(StandardCharsets.UTF_8);
      URI address = URI.create(out.readLine());

      assertThat(get(address).body()).isEqualTo(Files.readAllBytes(BUILT.resolve("index.html")));
      for (Path file : builtFiles()) {
        HttpResponse<byte[]> reply = get(address.resolve(BUILT.relativize(file).toString()));
        assertThat(reply.body()).as(file.toString()).isEqualTo(Files.readAllBytes(file));
        assertThat(reply.headers().firstValue("Content-Type"))
            .as(file.toString())
            .hasValueSatisfying(type -> assertThat(type).startsWith("text/"));
      }

      CommandProcess.send(signal, page);

      assertThat(page.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(page.exitValue()).isEqualTo(exitCode);
      assertThat(out.readLine()).isNull();
      assertThat(page.getErrorStream().readAllBytes()).isEmpty();
    } finally {
      page.destroyForcibly();
    }
  }

  @Test
  void hangsUpOnARequestThatNeverEnds() throws Exception {
    Process page = start();
    try {
      URI address = URI.create(page.inputReader(StandardCharsets.UTF_8).readLine());
      try (Socket socket = new Socket(address.getHost(), address.getPort())) {
        socket
            .getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: local".getBytes(StandardCharsets.US_ASCII));

        assertThat(socket.getInputStream().readAllBytes()).isEmpty();
      }
      assertThat(get(address).statusCode()).isEqualTo(200);
    } finally {
      page.destroyForcibly();
    }
  }

  private static Process start() throws IOException, InterruptedException {
    return CommandProcess.start(List.of("page", "--no-open", "--folder", BUILT.toString()));
  }

  private static List<Path> builtFiles() throws IOException {
    try (Stream<Path> files = Files.walk(BUILT)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      assertThat(regular).hasSizeGreaterThan(10);
      return regular;
    }
  }

  private HttpResponse<byte[]> get(URI address) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofByteArray());
  }
}
