package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.testkit.ScriptedProvider;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code java.net.http} sends a second time by itself, as {@link dev.forbear.http.HttpCalls} tells it. */
final class ResendsOfTheClientTest {

  private final Forbear forbear = Wire.threeAttempts().build();

  @ParameterizedTest
  @CsvSource({
    // Before any byte of an answer, a GET and a HEAD are sent twice within one attempt.
    "GET,    'close, ok',                ok,                                    2",
    "GET,    'reset, ok',                ok,                                    2",
    "HEAD,   'close, ok',                ok,                                    2",
    "GET,    'close x2, ok',             unknown_outcome | ok,                  3",
    "GET,    'close x6',                 unknown_outcome | unknown_outcome | unknown_outcome | failed attempts, 6",
    // Once a byte has come they are not.
    "GET,    'cut, ok',                  stream_interrupted | ok,               2",
    "GET,    '503, ok',                  503 | ok,                              2",
    // Whatever else is sent once an attempt.
    "POST,   'close, ok',                unknown_outcome | ok,                  2",
    "POST,   'close, reset, close, ok',  unknown_outcome | unknown_outcome | unknown_outcome | failed attempts, 3",
    "PUT,    'reset, ok',                unknown_outcome | ok,                  2",
    "PATCH,  'close, ok',                unknown_outcome | ok,                  2",
    "DELETE, 'close, ok',                unknown_outcome | ok,                  2",
  })
  void sendsTwiceOnlyAGetAndAHeadWithoutAnAnswer(
      String method, String script, String story, int requests) {
    for (Way way : Way.drivers()) {
      try (ScriptedProvider provider = ScriptedProvider.playing(script)) {
        HttpRequest request = HttpRequest.newBuilder(provider.uri())
            .method(
                method,
                method.equals("GET") || method.equals("HEAD")
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(Wire.PROMPT))
            .build();

        Outcome<?> outcome = way.run(forbear, Task.named("any").repeatable(), request);

        assertThat(Story.of(outcome)).as("%s", way).isEqualTo(story);
        assertThat(provider.requests()).as("%s", way).hasSize(requests);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"POST, unknown_outcome | ok, 3", "GET, ok, 3"})
  void holdsForAConnectionUsedBefore(String method, String story, int requests) {
    for (Way way : Way.drivers()) {
      try (ScriptedProvider provider = ScriptedProvider.playing("ok, close, ok")) {
        HttpRequest request = HttpRequest.newBuilder(provider.uri())
            .method(
                method,
                method.equals("GET")
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(Wire.PROMPT))
            .build();
        Task task = Task.named("any").repeatable();

        Outcome<?> first = way.run(forbear, task, request);
        Outcome<?> second = way.run(forbear, task, request);

        assertThat(Story.of(first)).isEqualTo("ok");
        assertThat(Story.of(second)).as("%s", way).isEqualTo(story);
        assertThat(provider.requests()).hasSize(requests);
        assertThat(provider.requests().get(1).connection()).isEqualTo(1);
      }
    }
  }
}
