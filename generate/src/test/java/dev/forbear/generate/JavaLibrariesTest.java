package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts for Java libraries, compiled against the real library and run by it. */
class JavaLibrariesTest {

  private static final Recipe PUBLISHED = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);

  /** So short that a call can be made for real: what is counted is attempts. */
  private static final Recipe SHORT = Recipe.of(4, 2, 3).withDeadline(30_000, 1000);

  private static final List<Recipe> WAITS = List.of(
      PUBLISHED,
      Recipe.of(6, 500, 1000),
      PUBLISHED.withWaits(3, Jitter.EQUAL, HintRule.FLOOR),
      Recipe.of(5, 100, Recipe.NONE).withWaits(1.5, Jitter.NONE, HintRule.FLOOR),
      Recipe.of(3, 0, 1000));

  private static final String REPLY = """
      import java.net.URI;
      import java.net.http.*;
      import java.util.*;
      import javax.net.ssl.SSLSession;

      record Reply(int statusCode, HttpHeaders headers) implements HttpResponse<String> {
        static Reply of(int status, String... header) {
          Map<String, List<String>> headers =
              header.length == 0 ? Map.of() : Map.of(header[0], List.of(header[1]));
          return new Reply(status, HttpHeaders.of(headers, (name, value) -> true));
        }
        public HttpRequest request() { return null; }
        public Optional<HttpResponse<String>> previousResponse() { return Optional.empty(); }
        public String body() { return ""; }
        public Optional<SSLSession> sslSession() { return Optional.empty(); }
        public URI uri() { return null; }
        public HttpClient.Version version() { return null; }
      }
      """;

  private static final String RESILIENCE4J = """
      import io.github.resilience4j.core.functions.Either;
      import io.github.resilience4j.retry.*;
      import java.io.IOException;
      import java.net.http.HttpResponse;

      public final class Use {
        private static final RetryConfig CONFIG = ProviderRetry.config(true);

        public static Object calls(int status, boolean repeatable, String... header) throws Exception {
          int[] calls = {0};
          Retry retry = Retry.of("provider", ProviderRetry.config(repeatable));
          try {
            retry.executeCallable(() -> {
              calls[0]++;
              if (status == 0) {
                throw new IOException("reset");
              }
              return Reply.of(status, header);
            });
          } catch (IOException expected) {
            // Counted.
          }
          return calls[0];
        }

        public static Object wait(int attempt, String... header) {
          return (double) CONFIG.<HttpResponse<?>>getIntervalBiFunction()
              .apply(attempt, Either.right(Reply.of(503, header)));
        }
      }
      """;

  private static final String FAILSAFE = """
      import dev.failsafe.*;
      import java.io.IOException;
      import java.net.http.HttpResponse;
      import java.time.*;

      public final class Use {
        private static final RetryPolicy<HttpResponse<String>> POLICY = ProviderRetry.policy(true);

        public static Object calls(int status, boolean repeatable, String... header) throws Exception {
          int[] calls = {0};
          try {
            Failsafe.with(ProviderRetry.<String>policy(repeatable)).get(() -> {
              calls[0]++;
              if (status == 0) {
                throw new IOException("reset");
              }
              return Reply.of(status, header);
            });
          } catch (FailsafeException expected) {
            // Counted.
          }
          return calls[0];
        }

        public static Object wait(int attempt, String... header) throws Throwable {
          return POLICY.getConfig().getDelayFn().get(new ExecutionContext<HttpResponse<String>>() {
            public void onCancel(dev.failsafe.function.CheckedRunnable callback) {}
            public Duration getElapsedTime() { return Duration.ZERO; }
            public Duration getElapsedAttemptTime() { return Duration.ZERO; }
            public int getAttemptCount() { return attempt; }
            public int getExecutionCount() { return attempt; }
            public <T extends Throwable> T getLastException() { return null; }
            @Deprecated public <T extends Throwable> T getLastFailure() { return null; }
            public HttpResponse<String> getLastResult() { return Reply.of(503, header); }
            public HttpResponse<String> getLastResult(HttpResponse<String> other) { return other; }
            public Instant getStartTime() { return Instant.EPOCH; }
            public boolean isCancelled() { return false; }
            public boolean isFirstAttempt() { return attempt == 0; }
            public boolean isRetry() { return attempt > 0; }
          }).toNanos() / 1e6;
        }
      }
      """;

  private static final String SPRING = """
      import java.io.IOException;
      import org.springframework.core.retry.*;
      import org.springframework.util.backoff.*;

      public final class Use {
        static final class Refused extends RuntimeException {
          private static final long serialVersionUID = 1;
          final int status;
          Refused(int status) { this.status = status; }
        }

        private static int status(Throwable error) {
          return error instanceof Refused refused ? refused.status : 0;
        }

        public static Object calls(int status, boolean repeatable, String... header) {
          int[] calls = {0};
          try {
            new RetryTemplate(ProviderRetry.policy(repeatable, Use::status)).execute(() -> {
              calls[0]++;
              if (status == 0) {
                throw new IOException("reset");
              }
              if (status >= 400) {
                throw new Refused(status);
              }
              return "";
            });
          } catch (RetryException expected) {
            // Counted.
          }
          return calls[0];
        }

        public static Object wait(int attempt, String... header) {
          BackOffExecution waits = ProviderRetry.policy(true, Use::status).getBackOff().start();
          for (int i = 1; i < attempt; i++) {
            waits.nextBackOff();
          }
          return (double) waits.nextBackOff();
        }
      }
      """;

  private static final Map<Target, String> USES =
      Map.of(Target.RESILIENCE4J, RESILIENCE4J, Target.FAILSAFE, FAILSAFE, Target.SPRING, SPRING);

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING"})
  void countsAttemptsAndNotRetries(Target target) {
    Compiled compiled = compiled(target, SHORT, "calls");

    assertThat(calls(compiled, 503, true)).isEqualTo(4);
    assertThat(calls(compiled, 529, true)).isEqualTo(4);
    assertThat(calls(compiled, 0, true)).as("error of the transport").isEqualTo(4);
    assertThat(calls(compiled, 200, true)).isEqualTo(1);
    assertThat(calls(compiled, 400, true)).isEqualTo(1);
    assertThat(calls(compiled, 501, true)).isEqualTo(1);
    assertThat(calls(compiled(target, Recipe.of(1, 2, 3), "single"), 503, true)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING"})
  void repeatsOnlyRefusalsOfWhatMustNotRunTwice(Target target) {
    Compiled compiled = compiled(target, SHORT, "writes");

    assertThat(calls(compiled, 429, false)).isEqualTo(4);
    assertThat(calls(compiled, 500, false)).isEqualTo(1);
    assertThat(calls(compiled, 0, false)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE", "SPRING"})
  void drawsTheWaitsItsFiguresArePlannedWith(Target target) {
    for (Recipe recipe : WAITS) {
      Compiled compiled = compiled(target, recipe, "waits" + WAITS.indexOf(recipe));

      Draws.assertFollow(target.draft(recipe).waits(), attempt -> wait(compiled, attempt));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESILIENCE4J", "FAILSAFE"})
  void neverWaitsLessThanTheProviderAsksFor(Target target) {
    Compiled floor = compiled(target, PUBLISHED, "floor");
    Recipe fixed = PUBLISHED.withWaits(2, Jitter.NONE, HintRule.ON_TOP);
    Compiled onTop = compiled(target, fixed, "on-top");

    assertThat(wait(floor, 1, "Retry-After", "60")).isEqualTo(60_000);
    assertThat(wait(floor, 1, "retry-after-ms", "1500")).isEqualTo(1500);
    assertThat(wait(floor, 1, "Retry-After", "soon")).isLessThan(500);
    assertThat(wait(floor, 1, "Retry-After", "Sun, 06 Nov 1994 08:49:37 GMT")).isLessThan(500);
    assertThat(wait(floor, 1, "Retry-After", "Fri, 01 Jan 2100 00:00:00 GMT")).isGreaterThan(1e11);
    assertThat(wait(onTop, 2, "Retry-After", "60")).isEqualTo(61_000);
  }

  private static Compiled compiled(Target target, Recipe recipe, String name) {
    Path folder = Machine.folder(target.word() + "-" + name);
    Generated generated = Generated.of(recipe, target);
    return Compiled.of(
        folder,
        Map.of(
            generated.fileName(),
            generated.text(),
            "Use.java",
            USES.getOrDefault(target, ""),
            "Reply.java",
            REPLY));
  }

  private static Object calls(Compiled compiled, int status, boolean repeatable) {
    return compiled.call("Use", "calls", status, repeatable, new String[0]);
  }

  private static double wait(Compiled compiled, int attempt, String... header) {
    return (double) compiled.call("Use", "wait", attempt, header);
  }
}
