package dev.forbear.generate;

import dev.forbear.policy.Jitter;
import java.util.List;

/** Resilience4j: its interval function in code, because the properties cap a wait after the draw. */
final class Resilience4jText {

  private static final String TEXT = """
      import io.github.resilience4j.retry.RetryConfig;
      import java.io.IOException;
      import java.net.http.HttpHeaders;
      import java.net.http.HttpResponse;
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
         * For {@code Retry.of("provider", ProviderRetry.config(…))} around calls of java.net.http.
         *
         * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
         */
        public static <T> RetryConfig config(boolean repeatable) {
          return RetryConfig.<HttpResponse<T>>custom()
              .maxAttempts({{attempts}}) // the first included
              .retryOnResult(reply -> isRetryable(reply.statusCode(), repeatable))
              .retryOnException(error -> repeatable && error instanceof IOException)
              .intervalBiFunction((attempt, outcome) ->
                  waitMs(attempt, outcome.isRight() ? retryAfterMs(outcome.get().headers()) : 0))
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
        .with("random", random(recipe))
        .with("statuses", JavaFragments.statuses(recipe))
        .with("uncertain", JavaFragments.uncertain(recipe))
        .with("number", JavaFragments.number())
        .with("attempts", recipe.maxAttempts())
        .with("wait", JavaFragments.wait(recipe))
        .with("hint", JavaFragments.hint());
    return new Draft(text, Law.of(recipe), DeadlineRule.IGNORED, timeouts(recipe));
  }

  /** The import that drawing needs. */
  static String random(Recipe recipe) {
    return recipe.jitter() == Jitter.NONE ? "" : "import java.util.concurrent.ThreadLocalRandom;";
  }

  private static List<String> timeouts(Recipe recipe) {
    return recipe.limitsAttempts()
        ? List.of("It limits no attempt: set HttpRequest.Builder.timeout"
            + (recipe.hasAttemptTimeout() ? " to " + Shown.setting(recipe.attemptTimeoutMs()) : "")
            + ".")
        : List.of();
  }

  private Resilience4jText() {}
}
