package dev.forbear.conformance;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.testkit.ScriptedProvider;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the README is the code below, and the code below works. */
class ReadmeTest {

  private static final Path SELF = Path.of("src/test/java/dev/forbear/conformance/ReadmeTest.java");
  private static final Path README = Path.of("../README.md");

  @Test
  void exampleGetsItsAnswerThroughAFailingProvider() {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, ok")) {
      List<String> log = new ArrayList<>();

      String body = example(provider, log);

      assertThat(body).isEmpty();
      assertThat(log).isEmpty();
      assertThat(provider.requests()).hasSize(2);
    }
  }

  private static String example(ScriptedProvider provider, List<String> log) {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(provider.uri())
        .POST(BodyPublishers.ofString("{}"))
        .build();
    // readme:begin
    // 3 attempts, 500 ms doubling up to 8 s, 1 s for an attempt to be worth starting
    Forbear forbear = Forbear.of(RetryPolicy.of(3, ofMillis(500), ofSeconds(8), ofSeconds(1)));
    Task summarise = Task.named("summarise").repeatable().deadline(ofSeconds(20));

    Outcome<HttpResponse<String>> outcome =
        forbear.run(summarise, HttpCalls.blocking(client, request, BodyHandlers.ofString()));

    if (outcome instanceof Outcome.Failed<HttpResponse<String>> failed) {
      log.add(failed.reason() + " after " + failed.attempts()); // DEADLINE after 2
    }
    String body = outcome.orElseThrow().body();
    // readme:end
    return body;
  }

  @Test
  void readmeShowsTheCompiledExample() throws IOException {
    String source = Files.readString(SELF);
    String region = between(source, "// readme:begin\n", "    // readme:end")
        .stripTrailing()
        .stripIndent();
    String shown = between(Files.readString(README), "```java\n", "```").strip();

    assertThat(shown).isEqualTo(region);
  }

  private static String between(String text, String begin, String end) {
    int from = text.indexOf(begin) + begin.length();
    return text.substring(from, text.indexOf(end, from));
  }
}
