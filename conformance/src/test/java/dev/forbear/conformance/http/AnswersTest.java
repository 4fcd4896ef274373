package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What counts as an answer, and what the caller's own handler makes of it. */
final class AnswersTest {

  private final Forbear forbear = Wire.threeAttempts().build();
  private final Task task = Task.named("generate").repeatable();

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void givesEveryAnswerOfTheTwoHundreds(Way way) {
    Script script = Script.of(
        ScriptedReply.status(204),
        ScriptedReply.ok(""),
        ScriptedReply.status(201).withBody("made").withHeader("x-request-id", "r-1"),
        ScriptedReply.ok("4\r\ndone\r\n0\r\n\r\n").withHeader("transfer-encoding", "chunked"),
        ScriptedReply.status(299).withBody("odd"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      HttpRequest request = Wire.post(provider.uri("/v1?stream=false"));
      for (String expected : new String[] {"204 ", "200 ", "201 made", "200 done", "299 odd"}) {
        HttpResponse<String> response = way.run(forbear, task, request).orElseThrow();

        assertThat(response.statusCode() + " " + response.body()).isEqualTo(expected);
        assertThat(response.uri()).isEqualTo(request.uri());
        assertThat(response.request().method()).isEqualTo("POST");
        assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        assertThat(response.sslSession()).isEmpty();
        assertThat(response.previousResponse()).isEmpty();
        assertThat(response.headers().firstValue("x-request-id").isPresent())
            .isEqualTo(response.statusCode() == 201);
      }
      assertThat(provider.requests())
          .extracting(ArrivedRequest::connection)
          .containsOnly(1); // every body was read to its end
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void givesTheAnswerToAHead(Way way) {
    try (ScriptedProvider provider =
        ScriptedProvider.playing(Script.of(ScriptedReply.ok("1234")))) {
      HttpRequest head = HttpRequest.newBuilder(provider.uri())
          .method("HEAD", BodyPublishers.noBody())
          .build();

      HttpResponse<String> response = way.run(forbear, task, head).orElseThrow();

      assertThat(response.headers().firstValue("content-length")).contains("4");
      assertThat(response.body()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void callsTheHandlerForAnAnswerAndNeverForARefusal(Way way, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("answer-" + way);
    Script script = Script.of(
        ScriptedReply.status(503).withBody("must not get into the file"),
        ScriptedReply.ok("kept"),
        ScriptedReply.ok("dropped"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      HttpRequest request = Wire.post(provider.uri());
      Path answer = run(way, request, BodyHandlers.ofFile(file)).orElseThrow().body();
      Outcome<HttpResponse<Void>> dropped = run(way, request, BodyHandlers.discarding());

      assertThat(Files.readString(answer)).isEqualTo("kept");
      assertThat(dropped.orElseThrow().statusCode()).isEqualTo(200);
      assertThat(provider.requests()).hasSize(3);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#all")
  void handsOutAStreamOnceItsHeadersHaveCome(Way way) throws Exception {
    Task brief = task.deadline(Duration.ofMillis(400));

    try (ScriptedProvider provider =
        ScriptedProvider.playing(Script.of(ScriptedReply.parse("drip").withBody("abc")))) {
      Running<InputStream> running = way.start(
          forbear, brief, Wire.CLIENT, Wire.post(provider.uri()), BodyHandlers.ofInputStream());

      try (InputStream body = running.outcome().orElseThrow().body()) {
        byte[] read = body.readNBytes(25); // 480 ms, a byte every 20 ms: beyond the deadline

        assertThat(new String(read, StandardCharsets.UTF_8)).startsWith("abc ");
        assertThat(Wire.ms(System.nanoTime() - running.beganAtNanos())).isGreaterThan(400);
        assertThat(provider.requests().get(0).hungUpAtNanos()).isEmpty();
      }
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void asksAgainForAnAnswerThatBrokeOff(Way way) {
    Script script = Script.of(
        ScriptedReply.parse("cut").withBody("half an ans"),
        ScriptedReply.parse("reset-in-body").withBody("half an ans"),
        ScriptedReply.ok("an answer"));

    try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
      Outcome<HttpResponse<String>> outcome = way.run(forbear, task, Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("stream_interrupted | stream_interrupted | ok");
      assertThat(outcome.orElseThrow().body()).isEqualTo("an answer");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void stopsAtAHandlerThatThrowsAndHangsUp(Way way) throws Exception {
    BodyHandler<String> throwing = info -> {
      throw new IllegalStateException("no room");
    };
    BodyHandler<String> answeringNull = info -> nothing();
    BodyHandler<String> throwingLater =
        info -> BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), text -> {
          throw new IllegalStateException("cannot read " + text.length());
        });

    try (ScriptedProvider provider =
        ScriptedProvider.playing("headers-then-hang, headers-then-hang, ok")) {
      HttpRequest request = Wire.post(provider.uri());
      Outcome<?> thrown = run(way, request, throwing);
      Outcome<?> none = run(way, request, answeringNull);
      Outcome<?> thrownLater = run(way, request, throwingLater);

      assertThat(Story.of(thrown)).isEqualTo("unknown_outcome | failed permanent");
      assertThat(thrown.history().get(0).cause()).hasMessage("no room");
      assertThat(Story.of(none)).isEqualTo("unknown_outcome | failed permanent");
      assertThat(Story.of(thrownLater)).isEqualTo("unknown_outcome | failed permanent");
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertThat(provider.awaitHangUp(1, Wire.PATIENCE)).isTrue();
      assertThat(Wire.leavesNothing(forbear)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void throwsOnTheErrorOfAHandler(Way way) {
    AssertionError error = new AssertionError("broken");
    BodyHandler<String> broken = info -> {
      throw error;
    };

    try (ScriptedProvider provider = ScriptedProvider.playing("ok x3")) {
      Running<String> running =
          way.start(forbear, task, Wire.CLIENT, Wire.post(provider.uri()), broken);

      assertThat(running.thrown()).isSameAs(error);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @SuppressWarnings("NullAway") // what a handler must not do
  private static HttpResponse.BodySubscriber<String> nothing() {
    return null;
  }

  private <T> Outcome<HttpResponse<T>> run(Way way, HttpRequest request, BodyHandler<T> handler) {
    return way.start(forbear, task, Wire.CLIENT, request, handler).outcome();
  }
}
