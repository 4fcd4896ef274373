package dev.forbear.conformance.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.AttemptCall;
import dev.forbear.Forbear;
import dev.forbear.ForbearException;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.http.HttpCalls;
import dev.forbear.testkit.ScriptedProvider;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Layers that each try three times send three requests, not nine: counted where they arrive. */
final class NestedTest {

  private static final Duration NOTHING_MORE = Duration.ofMillis(300);

  private final Forbear outer = Wire.threeAttempts().build();

  /** Another instance: an SDK has its own. */
  private final Forbear inner = Wire.threeAttempts().build();

  private final Task outerTask = Task.named("feature").repeatable();
  private final Task innerTask = Task.named("sdk").repeatable();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsThreeRequestsOfTwoLayers(boolean isIsolated) throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 x9")) {
      Task task = isIsolated ? outerTask.isolated() : outerTask;

      Outcome<String> outcome = outer.run(task, attempt -> sdk(innerTask, provider));

      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(Story.of(outcome)).isEqualTo("unavailable | failed attempts");
      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
      assertThat(provider.requests()).hasSize(3);
    }
  }

  @Test
  void sendsThreeRequestsOfThreeLayers() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 x27")) {
      Outcome<String> outcome = outer.run(
          outerTask,
          around -> outer.run(innerTask, middle -> sdk(innerTask, provider)).orElseThrow());

      assertThat(Story.of(outcome)).isEqualTo("unavailable | failed attempts");
      assertThat(provider.requests()).hasSize(3);
    }
  }

  @Test
  void sendsThreeRequestsOfAnSdkThatLoopsOverItsOwnLayer() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 x27")) {
      Outcome<String> outcome = outer.run(outerTask, attempt -> loop(provider));

      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
      assertThat(provider.requests()).hasSize(3);
    }
  }

  /** A hand-written loop that takes every exception for a reason to try again. */
  private String loop(ScriptedProvider provider) {
    for (int i = 1; i < 3; i++) {
      try {
        return sdk(innerTask, provider);
      } catch (ForbearException tryAgain) {
        // As many clients do.
      }
    }
    return sdk(innerTask, provider);
  }

  @Test
  void sendsThreeRequestsOfTwoAsyncLayers() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("503 x9")) {
      Outcome<String> outcome = outer
          .runAsync(
              outerTask,
              attempt -> inner
                  .runAsync(
                      innerTask.inside(attempt),
                      HttpCalls.async(
                          Wire.CLIENT, Wire.post(provider.uri()), BodyHandlers.ofString()))
                  .thenApply(ended -> ended.orElseThrow().body()))
          .get();

      assertThat(Story.of(outcome)).isEqualTo("unavailable | failed attempts");
      assertThat(provider.awaitRequests(4, NOTHING_MORE)).isFalse();
      assertThat(provider.requests()).hasSize(3);
    }
  }

  /** The client's own resend of a GET is below every layer: each request of the budget may arrive twice. */
  @Test
  void countsNeitherTheResendsOfTheClientNorMore() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("close x27")) {
      Outcome<String> outcome = outer.run(
          outerTask,
          attempt -> inner
              .run(
                  innerTask,
                  HttpCalls.blocking(
                      Wire.CLIENT, Wire.get(provider.uri()), BodyHandlers.ofString()))
              .orElseThrow()
              .body());

      assertThat(outcome).isInstanceOf(Outcome.Failed.class);
      assertThat(provider.requests()).hasSize(6);
    }
  }

  @Test
  void sharesTheDeadlineToo() throws Exception {
    try (ScriptedProvider provider = ScriptedProvider.playing("hang x9")) {
      long beganAtNanos = System.nanoTime();
      Outcome<String> outcome = outer.run(
          outerTask.deadline(Duration.ofMillis(300)), attempt -> sdk(innerTask, provider));

      assertThat(Story.of(outcome)).isEqualTo("timeout | failed deadline");
      assertThat(Wire.ms(System.nanoTime() - beganAtNanos)).isBetween(300L, 5_000L);
      assertThat(provider.awaitHangUp(0, Wire.PATIENCE)).isTrue();
      assertThat(provider.awaitRequests(2, NOTHING_MORE)).isFalse();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private String sdk(Task task, ScriptedProvider provider) {
    AttemptCall<HttpResponse<String>> call =
        HttpCalls.blocking(Wire.CLIENT, Wire.post(provider.uri()), BodyHandlers.ofString());
    return inner.run(task, call).orElseThrow().body();
  }
}
