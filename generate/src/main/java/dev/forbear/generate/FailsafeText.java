package dev.forbear.generate;

import java.util.List;

/** Failsafe: a delay function, because its jitter would be applied to the provider's hint too. */
final class FailsafeText {

  private static final String TEXT = """
      import dev.failsafe.RetryPolicy;
      import java.io.IOException;
      import java.net.http.HttpHeaders;
      import java.net.http.HttpResponse;
      import java.time.Duration;
      import java.time.Instant;
      import java.time.ZonedDateTime;
      import java.time.format.DateTimeFormatter;
      import java.time.format.DateTimeParseException;
      import java.util.Set;
      {{random}}

      /**
      {{head}}
       */
      public final class ProviderRetry {

        {{statuses}}

        {{uncertain}}

        {{number}}

        /**
         * For {@code Failsafe.with(ProviderRetry.policy(…))} around calls of java.net.http.
         *
         * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
         */
        public static <T> RetryPolicy<HttpResponse<T>> policy(boolean repeatable) {
          return RetryPolicy.<HttpResponse<T>>builder()
              .withMaxAttempts({{attempts}}) // the first included
              {{maxDuration}}
              .handleResultIf(reply -> reply != null && isRetryable(reply.statusCode(), repeatable))
              .handleIf(error -> repeatable && error instanceof IOException)
              .withDelayFn(context -> {
                HttpResponse<T> reply = context.getLastResult();
                double hintMs = reply == null ? 0 : retryAfterMs(reply.headers());
                return Duration.ofMillis(waitMs(context.getAttemptCount(), hintMs));
              })
              .build();
        }

        private static boolean isRetryable(int status, boolean repeatable) {
          return RETRYABLE_STATUSES.contains(status)
              && (repeatable || !UNCERTAIN_STATUSES.contains(status));
        }

        /** The wait after that many attempts; the cap comes before the draw, so that late waits stay spread. */
        static long waitMs(int attempt, double hintMs) {
          {{wait}}
        }

        {{hint}}

        private ProviderRetry() {}
      }
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("random", Resilience4jText.random(recipe))
        .with("statuses", JavaFragments.statuses(recipe))
        .with("uncertain", JavaFragments.uncertain(recipe))
        .with("number", JavaFragments.number())
        .with("attempts", recipe.maxAttempts())
        .with(
            "maxDuration",
            recipe.hasDeadline()
                ? ".withMaxDuration(Duration.ofMillis(" + JavaFragments.literal(recipe.deadlineMs())
                    + "))"
                : "")
        .with("wait", JavaFragments.wait(recipe))
        .with("hint", JavaFragments.hint());
    List<String> differences = recipe.hasDeadline()
        ? List.of(
            "A Retry-After that does not fit the time left is cut short too, and the attempt after it comes too early.")
        : List.of();
    return new Draft(text, Law.of(recipe), DeadlineRule.SHORTENED, differences);
  }

  private FailsafeText() {}
}
