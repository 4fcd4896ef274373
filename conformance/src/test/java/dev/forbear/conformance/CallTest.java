package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code call} against a real server that fails as it is told. */
class CallTest {

  /** No provider of a test needs longer; a machine that stands still might. */
  private static final Duration AT_MOST = Duration.ofSeconds(20);

  @TempDir
  private Path folder;

  @Test
  void handsTheBodyOutAsItCame() {
    String body = "{\"text\":\"\u0000 naïve\r\n\u2028\"}";

    try (ScriptedProvider provider = ScriptedProvider.playing(Script.of(ScriptedReply.ok(body)))) {
      CommandRun run = call(provider);

      assertThat(run.out()).isEqualTo(body);
      assertThat(run.exitCode()).isZero();
      assertThat(run.err())
          .matches("attempt 1   status 200               success             done                  "
              + "[0-9.]+ (s|m) left\n"
              + "success after 1 attempt in [0-9.]+ (ms|s) of 1 m\n");
    }
  }

  @Test
  void sendsTheRequestAsItIsDescribed() {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      call(
          provider,
          "/v1?a=b",
          "-X",
          "PUT",
          "-H",
          "X-One: 1",
          "-H",
          "x-one:2",
          "-d",
          "{\"a\":\"ö\"}");

      ArrivedRequest request = provider.requests().get(0);
      assertThat(request.method()).isEqualTo("PUT");
      assertThat(request.path()).isEqualTo("/v1");
      assertThat(request.query()).isEqualTo("a=b");
      assertThat(request.header("x-one")).containsExactly("1", "2");
      assertThat(request.header("content-type")).containsExactly("application/json");
      assertThat(request.header("authorization")).isEmpty();
      assertThat(request.header("upgrade")).isEmpty();
      assertThat(request.body()).isEqualTo("{\"a\":\"ö\"}");
    }
  }

  @Test
  void sendsGetWithoutABodyAndPostWithOne() throws IOException {
    Path file = Files.writeString(folder.resolve("prompt.json"), "from a file\n");

    try (ScriptedProvider provider = ScriptedProvider.playing("ok x4")) {
      call(provider);
      call(provider, "/", "-d", "");
      call(provider, "/", "-d", "@" + file, "-H", "Content-Type: text/plain");
      CommandRun.of("from standard input\n", "call", "-d", "@-", provider.uri().toString());

      assertThat(provider.requests())
          .extracting(ArrivedRequest::method)
          .containsExactly("GET", "POST", "POST", "POST");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::body)
          .containsExactly("", "", "from a file\n", "from standard input\n");
      assertThat(provider.requests())
          .extracting(request -> request.header("content-type"))
          .containsExactly(
              List.of(),
              List.of("application/json"),
              List.of("text/plain"),
              List.of("application/json"));
    }
  }

  @Test
  void turnsCredentialsInTheUrlIntoAHeader() {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok x2")) {
      String url = provider.uri("/x").toString().replace("//", "//me:p%40ss@");

      CommandRun.of("", "call", url);
      CommandRun.of("", "call", "-H", "Authorization: Bearer other", url);

      assertThat(provider.requests())
          .extracting(request -> request.header("authorization"))
          // me:p@ss
          .containsExactly(List.of("Basic bWU6cEBzcw=="), List.of("Bearer other"));
    }
  }

  @Test
  void repeatsWhatProvablyDidNotRunAndTellsTheCourse() {
    try (ScriptedProvider provider = ScriptedProvider.playing("503, 429 after 30ms, ok")) {
      CommandRun run = call(provider, "/", "--base", "20ms", "-d", "{}");

      assertThat(provider.requests()).hasSize(3);
      assertThat(run.exitCode()).isZero();
      assertThat(run.err().lines().map(CallTest::withoutTimes))
          .containsExactly(
              "attempt 1   status 503               unavailable         retry after _  _ left",
              "attempt 2   status 429, hint _       rate_limit          retry after _  _ left",
              "attempt 3   status 200               success             done           _ left",
              "success after 3 attempts in _ of _");
    }
  }

  @Test
  void doesNotRepeatOnAGuess() {
    try (ScriptedProvider provider = ScriptedProvider.playing("500, ok")) {
      CommandRun run = call(provider);

      assertThat(provider.requests()).hasSize(1);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err().lines().skip(1).map(CallTest::withoutTimes))
          .containsExactly(
              "failed: unsafe after 1 attempt in _ of _; last: server_error (status 500); it may have been carried out",
              "add --repeatable if sending it twice does no harm, or --key if the server honors one");
    }
  }

  @Test
  void repeatsWhatIsDeclaredRepeatable() {
    try (ScriptedProvider provider = ScriptedProvider.playing("500, reset, ok")) {
      CommandRun run = call(provider, "/", "--base", "1ms", "--repeatable", "-d", "{}");

      assertThat(provider.requests()).hasSize(3);
      assertThat(run.exitCode()).isZero();
    }
  }

  @Test
  void doesNotWaitForAHintThatDoesNotFit() {
    try (ScriptedProvider provider = ScriptedProvider.playing("429 after 60s, ok")) {
      CommandRun run = call(provider, "/", "--deadline", "30s");

      assertThat(provider.requests()).hasSize(1);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err().lines().map(CallTest::withoutTimes))
          .containsExactly(
              "attempt 1   status 429, hint _       rate_limit          stop: deadline        _ left",
              "failed: deadline after 1 attempt in _ of _; last: rate_limit (status 429);"
                  + " the provider asks for a wait of _");
      assertThat(run.err()).contains("hint 1 m", "a wait of 1 m");
    }
  }

  @Test
  void endsAtTheDeadlineWhenNoAnswerComes() throws InterruptedException {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang")) {
      long beginNanos = System.nanoTime();

      CommandRun run =
          call(provider, "/", "--deadline", "700ms", "--minimum", "100ms", "--repeatable");

      assertThat(System.nanoTime() - beginNanos)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(700));
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("no reply", "timeout", "0 ms left", "failed: deadline after 1 attempt in");
      assertThat(provider.awaitHangUp(0, AT_MOST)).isTrue();
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @Test
  void coversTheBodyWithTheDeadlineAndPrintsNothingOfAHalfOne() {
    try (ScriptedProvider provider = ScriptedProvider.playing(
        Script.of(ScriptedReply.parse("headers-then-hang").withBody("half")))) {
      CommandRun run = call(provider, "/", "--deadline", "500ms", "--minimum", "100ms");

      assertThat(run.out()).isEmpty();
      assertThat(run.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void saysThatNobodyListens() {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      CommandRun run = CommandRun.of(
          "", "call", "--attempts", "2", "--base", "1ms", provider.refusedUri().toString());

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err().lines().skip(2).map(CallTest::withoutTimes))
          .containsExactly(
              "failed: attempts after 2 attempts in _ of _;"
                  + " last: connect_failed (exception java.net.ConnectException)",
              "nothing could be reached at the host and port of the URL");
    }
  }

  @Test
  void saysThatAHostIsNotKnown() {
    // RFC 6761, section 6.4: never resolved.
    CommandRun run = CommandRun.of("", "call", "--attempts", "1", "http://forbear.invalid/SECRET");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("connect_failed").doesNotContain("SECRET");
    assertThat(run.err().lines())
        .last()
        .isEqualTo(
            "the host of the URL is not known here: is it spelled right, and is there a network?");
  }

  @Test
  void saysThatAWriteMayHaveBeenCarriedOut() {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset, ok")) {
      CommandRun run = call(provider, "/", "--write", "-d", "{}");

      assertThat(provider.requests()).hasSize(1);
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.err())
          .contains("unknown: unsafe after 1 attempt", "it may have been carried out");
    }
  }

  @Test
  void sendsTheSameKeyWithEveryAttempt() {
    try (ScriptedProvider provider = ScriptedProvider.playing("reset, ok")) {
      CommandRun run = call(provider, "/", "--key", "order-17", "--base", "1ms", "-d", "{}");

      assertThat(run.exitCode()).isZero();
      assertThat(provider.requests())
          .extracting(request -> request.header("idempotency-key"))
          .containsExactly(List.of("order-17"), List.of("order-17"));
    }
  }

  @Test
  void handsOutTheBodyOfTheLastRefusal() {
    try (ScriptedProvider provider = ScriptedProvider.playing(Script.of(
        ScriptedReply.status(503).withBody("first"),
        ScriptedReply.status(400).withBody("{\"error\":\"é\"}")))) {
      CommandRun run = call(provider, "/", "--base", "1ms");

      assertThat(run.out()).isEqualTo("{\"error\":\"é\"}");
      assertThat(run.exitCode()).isEqualTo(1);
    }
  }

  @Test
  void tellsTheCourseAsOneJsonObject() {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 after 20ms, 529 after 90s")) {
      CommandRun run = call(provider, "/", "--json", "--base", "1ms");

      assertThat(run.err().lines()).hasSize(1);
      JsonNode course = VectorLine.parse(run.err());
      assertThat(course.path("outcome").asText()).isEqualTo("failed");
      assertThat(course.path("reason").asText()).isEqualTo("deadline");
      assertThat(course.path("attempts").asInt()).isEqualTo(2);
      assertThat(course.path("startsMs").size()).isEqualTo(2);
      assertThat(course.path("waitsMs").toString()).isEqualTo("[20]");
      assertThat(course.path("statuses").toString()).isEqualTo("[503,529]");
      assertThat(course.path("failures").toString()).isEqualTo("[\"unavailable\",\"overloaded\"]");
      assertThat(course.path("retryAfterMs").asDouble()).isEqualTo(90_000);
      assertThat(course.path("deadlineMs").asDouble()).isEqualTo(60_000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ok", "400", "401", "500", "429 after 90s", "reset", "cut", "503 x3", "hang"})
  void neverTellsASecretOnStandardError(String script) {
    List<ScriptedReply> replies = new ArrayList<>();
    for (ScriptedReply reply : Script.parse(script).replies()) {
      replies.add(
          reply.fault().sendsHead()
              ? reply.withBody("SECRET-reply").withHeader("x-request-id", "SECRET-header")
              : reply);
    }
    try (ScriptedProvider provider = ScriptedProvider.playing(new Script(replies))) {
      String url = provider
          .uri("/SECRET-path?key=SECRET-query")
          .toString()
          .replace("//", "//SECRET-user:SECRET-password@");

      CommandRun run = CommandRun.of(
          "",
          "call",
          "--deadline=600ms",
          "--minimum=100ms",
          "--base=1ms",
          "--key=SECRET-key",
          "-H",
          "authorization: Bearer SECRET-token",
          "-d",
          "SECRET-body",
          url);

      assertThat(provider.requests()).isNotEmpty();
      assertThat(run.err()).isNotEmpty().doesNotContain("SECRET");
    }
  }

  private static CommandRun call(ScriptedProvider provider) {
    return call(provider, "/");
  }

  private static CommandRun call(ScriptedProvider provider, String path, String... flags) {
    List<String> args = new ArrayList<>(List.of("call"));
    args.addAll(List.of(flags));
    args.add(provider.uri(path).toString());
    return CommandRun.of("", args.toArray(String[]::new));
  }

  /** What was measured is not known beforehand; where a time stands is. */
  private static String withoutTimes(String line) {
    return line.replaceAll("hint [0-9.]+ (ms|s|m) *", "hint _       ")
        .replaceAll("(retry after) [0-9.]+ (ms|s|m) *", "$1 _  ")
        .replaceAll("(done) *([0-9])", "$1           $2")
        .replaceAll("[0-9.]+ (ms|s|m)\\b", "_");
  }
}
