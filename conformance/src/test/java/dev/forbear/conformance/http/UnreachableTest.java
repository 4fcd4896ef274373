package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.testkit.ScriptedProvider;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An address at which nobody answers, or not what was asked for: the class, the end, and one clear line. */
final class UnreachableTest {

  private final Forbear forbear = Wire.threeAttempts().build();

  /** Nothing is declared: a request that never left may be sent again all the same. */
  private final Task task = Task.named("post");

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void asksAgainWhereTheConnectionIsRefused(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      Outcome<?> outcome = way.run(forbear, task, Wire.post(provider.refusedUri()));
      Outcome<?> write = way.run(forbear, task.write(), Wire.post(provider.refusedUri()));

      assertThat(Story.of(outcome))
          .isEqualTo("connect_failed | connect_failed | connect_failed | failed attempts");
      assertThat(Story.of(write)).isEqualTo(Story.of(outcome)); // failed, not unknown
      assertMessage(outcome, "gave up on 'post' after 3 attempts in ", "connect_failed, exception");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void asksAgainWhereTheHostIsUnknown(Way way) {
    // A label of 64 letters is no name (RFC 1035, section 2.3.4), so nobody has to be asked.
    URI nowhere = URI.create("http://" + "x".repeat(64) + ".invalid/");

    Outcome<?> outcome = way.run(forbear, task, Wire.post(nowhere));

    assertThat(Story.of(outcome))
        .isEqualTo("connect_failed | connect_failed | connect_failed | failed attempts");
    assertMessage(outcome, "(attempts)", "connect_failed, exception");
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void stopsWhereAPlainServerIsAskedForTls(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("ok")) {
      URI tls = URI.create(provider.uri().toString().replace("http:", "https:"));

      Outcome<?> outcome = way.run(forbear, task, Wire.post(tls));

      assertThat(Story.of(outcome)).isEqualTo("tls_failed | failed permanent");
      assertMessage(outcome, "after 1 attempt in ", "tls_failed, exception");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void stopsAtAnAddressNoRequestCanBeMadeFor(Way way) {
    for (String address : new String[] {"ftp://127.0.0.1/", "/v1/messages", "http:///v1"}) {
      Outcome<?> outcome = way == Way.ASYNC
          ? forbear
              .runAsync(
                  task,
                  attempt -> HttpCalls.async(
                          Wire.CLIENT, Wire.post(URI.create(address)), BodyHandlers.ofString())
                      .call(attempt))
              .join()
          : forbear.run(
              way.isIsolated() ? task.isolated() : task,
              attempt -> HttpCalls.blocking(
                      Wire.CLIENT, Wire.post(URI.create(address)), BodyHandlers.ofString())
                  .call(attempt));

      assertThat(Story.of(outcome)).as(address).isEqualTo("invalid_request | failed permanent");
      assertMessage(outcome, "(permanent)", "invalid_request, exception");
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.http.Way#drivers")
  void readsATimeoutOfTheRequestItself(Way way) {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang x9")) {
      HttpRequest request = HttpRequest.newBuilder(Wire.post(provider.uri()), (n, v) -> true)
          .timeout(Duration.ofMillis(500))
          .build();

      Outcome<HttpResponse<String>> outcome = way.run(forbear, task, request);

      assertThat(Story.of(outcome)).isEqualTo("timeout | failed unsafe");
      assertThat(outcome.history().get(0).cause()).isInstanceOf(HttpTimeoutException.class);
      assertThat(provider.requests()).hasSize(1);
    }
  }

  /** One line that says what, how often and why; the failure itself is the cause. */
  private static void assertMessage(Outcome<?> outcome, String... parts) {
    assertThatExceptionOfType(ForbearException.class)
        .isThrownBy(outcome::orElseThrow)
        .satisfies(thrown -> assertThat(thrown.getMessage())
            .contains(parts)
            .doesNotContain("\n", Wire.PROMPT)
            .hasSizeLessThan(200))
        .havingCause()
        .isSameAs(outcome.history().get(outcome.history().size() - 1).cause());
  }
}
