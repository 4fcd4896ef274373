package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.testkit.ArrivedRequest;
import dev.forbear.testkit.Script;
import dev.forbear.testkit.ScriptedProvider;
import dev.forbear.testkit.ScriptedReply;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Redirects are the client's: it follows them within an attempt, or the attempt fails for good. */
final class RedirectTest {

  private static final HttpClient FOLLOWING =
      HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();

  private final Forbear forbear = Wire.threeAttempts().build();

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void isAFailureForGoodWhereTheClientDoesNotFollow(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing(to("/elsewhere", 302))) {
      Outcome<?> outcome =
          way.run(forbear, Task.named("moved").repeatable(), Wire.post(provider.uri()));

      assertThat(Story.of(outcome)).isEqualTo("302 | failed permanent");
      assertThat(provider.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void isFollowedWithinOneAttemptWithTheKeyOfTheWrite(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.builder()
        .script("/old", to("/new", 307))
        .script("/new", Script.of(ScriptedReply.ok("done")))
        .start()) {
      HttpResponse<String> response = way.start(
              forbear,
              Task.named("moved").write("op-1"),
              FOLLOWING,
              Wire.post(provider.uri("/old")),
              BodyHandlers.ofString())
          .outcome()
          .orElseThrow();

      assertThat(response.body()).isEqualTo("done");
      assertThat(response.uri().getPath()).isEqualTo("/new");
      assertThat(provider.requests()).hasSize(2);
      assertThat(provider.requests()).allSatisfy(request -> {
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.body()).isEqualTo(Wire.PROMPT);
        assertThat(request.header(HttpCalls.KEY_HEADER)).containsExactly("op-1");
      });
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void endsWhereItLeadsInACircle(Way way) {
    try (ScriptedProvider provider =
        ScriptedProvider.answering((index, request) -> redirect("/", 307))) {
      Outcome<?> outcome = way.start(
              forbear,
              Task.named("circle").repeatable(),
              FOLLOWING,
              Wire.post(provider.uri()),
              BodyHandlers.ofString())
          .outcome();

      assertThat(Story.of(outcome)).isEqualTo("307 | failed permanent");
      assertThat(provider.requests())
          .extracting(ArrivedRequest::path)
          .containsOnly("/")
          .hasSizeLessThanOrEqualTo(6); // jdk.httpclient.redirects.retrylimit
    }
  }

  private static Script to(String path, int status) {
    return Script.of(redirect(path, status));
  }

  private static ScriptedReply redirect(String path, int status) {
    return ScriptedReply.status(status).withHeader("location", path).withBody("moved");
  }
}
