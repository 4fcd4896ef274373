package dev.forbear.generate;

import java.util.List;

/** Spring Framework 7: a back-off of its own, because the jitter of the framework never goes below the delay. */
final class SpringText {

  private static final String TEXT = """
      import java.io.IOException;
      import java.time.Duration;
      import java.util.Set;
      {{random}}
      import java.util.function.ToIntFunction;
      import org.springframework.core.retry.RetryPolicy;
      import org.springframework.util.backoff.BackOff;
      import org.springframework.util.backoff.BackOffExecution;

      /**
      {{head}}
       */
      public final class ProviderRetry {

        private static final int MAX_ATTEMPTS = {{attempts}}; // the first included; Spring itself counts retries

        {{statuses}}

        {{uncertain}}

        /**
         * For {@code new RetryTemplate(ProviderRetry.policy(…))}.
         *
         * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
         * @param statusOf the status an exception stands for, such as that of a RestClientResponseException; 0 for none
         */
        public static RetryPolicy policy(boolean repeatable, ToIntFunction<Throwable> statusOf) {
          return new RetryPolicy() {
            @Override
            public boolean shouldRetry(Throwable error) {
              int status = statusOf.applyAsInt(error);
              return RETRYABLE_STATUSES.contains(status)
                  ? repeatable || !UNCERTAIN_STATUSES.contains(status)
                  : repeatable && error instanceof IOException;
            }

            @Override
            public BackOff getBackOff() {
              return Waits::new;
            }
            {{timeout}}
          };
        }

        /** The waits of one call. */
        private static final class Waits implements BackOffExecution {

          private int attempt;

          @Override
          public long nextBackOff() {
            attempt++;
            return attempt < MAX_ATTEMPTS ? waitMs(attempt) : STOP;
          }
        }

        /** The wait after that many attempts; the cap comes before the draw, so that late waits stay spread. */
        static long waitMs(int attempt) {
          {{wait}}
        }

        private ProviderRetry() {}
      }
      """;

  private static final String TIMEOUT = """

      /** Less the {{minimum}} that an attempt needs: Spring refuses a wait that would reach it. */
      @Override
      public Duration getTimeout() {
        return Duration.ofMillis({{timeout}});
      }""";

  static Draft draft(Recipe recipe) {
    // Refused is what reaches the timeout; what fits exactly is taken by the policy, hence one
    // more.
    double timeoutMs = recipe.deadlineMs() - recipe.minimumAttemptMs() + 1;
    Template text = Template.of(
            recipe.hasDeadline() ? TEXT : TEXT.replace("import java.time.Duration;\n", ""))
        .with("random", Resilience4jText.random(recipe))
        .with("attempts", recipe.maxAttempts())
        .with("statuses", JavaFragments.statuses(recipe))
        .with("uncertain", JavaFragments.uncertain(recipe))
        .with(
            "timeout",
            recipe.hasDeadline()
                ? TIMEOUT
                    .replace("{{minimum}}", Shown.setting(recipe.minimumAttemptMs()))
                    .replace("{{timeout}}", JavaFragments.literal(timeoutMs))
                : "")
        .with("wait", JavaFragments.waitWithoutHint(recipe));
    List<String> differences = recipe.maxAttempts() == 1
        ? List.of()
        : List.of(
            Differences.noHint(Law.of(recipe)) + " A back-off of Spring never sees the failure.");
    return new Draft(text, Law.of(recipe), DeadlineRule.GATED_STARTS, differences);
  }

  private SpringText() {}
}
