package dev.forbear.generate;

/** Programs that use the texts for Java libraries: how often they call, and how long they wait. */
final class JavaUses {

  static final String REPLY = """
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

  private static final String AWS_SDK = """
      import java.io.IOException;
      import java.time.Duration;
      import software.amazon.awssdk.core.exception.*;
      import software.amazon.awssdk.retries.api.*;

      public final class Use {
        public static Object calls(int status, boolean repeatable, String... header) {
          if (status == 200) {
            return 1;
          }
          RetryStrategy strategy = ProviderRetry.override(repeatable).retryStrategy().orElseThrow();
          Throwable error = status == 0
              ? SdkClientException.create("no reply", new IOException("reset"))
              : SdkServiceException.builder().statusCode(status).message("refused").build();
          RetryToken token = first(strategy);
          int calls = 1;
          try {
            while (true) {
              token = next(strategy, token, error).token();
              calls++;
            }
          } catch (TokenAcquisitionFailedException noMore) {
            return calls;
          }
        }

        public static Object wait(int attempt, String... header) {
          RetryStrategy strategy = ProviderRetry.strategy(true);
          RetryToken token = first(strategy);
          Duration wait = Duration.ZERO;
          for (int i = 0; i < attempt; i++) {
            RefreshRetryTokenResponse next =
                next(strategy, token, SdkServiceException.builder().statusCode(503).build());
            token = next.token();
            wait = next.delay();
          }
          return wait.toNanos() / 1e6;
        }

        private static RetryToken first(RetryStrategy strategy) {
          return strategy.acquireInitialToken(AcquireInitialTokenRequest.create("scope")).token();
        }

        private static RefreshRetryTokenResponse next(
            RetryStrategy strategy, RetryToken token, Throwable error) {
          return strategy.refreshRetryToken(
              RefreshRetryTokenRequest.builder().token(token).failure(error).build());
        }
      }
      """;

  /** The program for a library: {@code Use.calls} and {@code Use.wait}. */
  static String of(Target target) {
    return switch (target) {
      case RESILIENCE4J -> RESILIENCE4J;
      case FAILSAFE -> FAILSAFE;
      case SPRING -> SPRING;
      case AWS_SDK -> AWS_SDK;
      default -> throw new IllegalArgumentException("no program for " + target);
    };
  }

  private JavaUses() {}
}
