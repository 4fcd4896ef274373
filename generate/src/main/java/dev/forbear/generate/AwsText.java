package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** AWS SDK for Java 2: its standard strategy with other numbers. */
final class AwsText {

  private static final String TEXT = """
      import java.io.IOException;
      import java.time.Duration;
      import java.util.Set;
      {{random}}
      import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
      import software.amazon.awssdk.core.exception.SdkServiceException;
      import software.amazon.awssdk.retries.StandardRetryStrategy;
      import software.amazon.awssdk.retries.api.BackoffStrategy;

      /**
      {{head}}
       */
      public final class ProviderRetry {

        {{statuses}}

        {{uncertain}}

        /**
         * For {@code overrideConfiguration(ProviderRetry.override(…))} of a client's builder.
         *
         * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
         */
        public static ClientOverrideConfiguration override(boolean repeatable) {
          return ClientOverrideConfiguration.builder()
              .retryStrategy(strategy(repeatable))
              {{timeouts}}
              .build();
        }

        static StandardRetryStrategy strategy(boolean repeatable) {
          {{backoff}}
          return StandardRetryStrategy.builder()
              .maxAttempts({{attempts}}) // the first included
              .backoffStrategy(backoff)
              .throttlingBackoffStrategy(backoff)
              .retryOnException(error -> isRetryable(error, repeatable))
              .circuitBreakerEnabled(false) // its token bucket would end the retries of a busy client early
              .build();
        }

        private static boolean isRetryable(Throwable error, boolean repeatable) {
          if (error instanceof SdkServiceException refused) {
            int status = refused.statusCode();
            return RETRYABLE_STATUSES.contains(status)
                && (repeatable || !UNCERTAIN_STATUSES.contains(status));
          }
          return repeatable
              && (error instanceof IOException || error.getCause() instanceof IOException);
        }

        {{waitMethod}}

        private ProviderRetry() {}
      }
      """;

  private static final String WAIT = """
      /** The wait before that attempt; the SDK's own strategies only double. */
      private static Duration wait(int before) {
        int attempt = before - 1;
        {{ceiling}}
        return Duration.ofMillis((long) Math.ceil(own));
      }""";

  static Draft draft(Recipe recipe) {
    boolean isOwn = !recipe.isConstant() && recipe.multiplier() != 2;
    Template text = Template.of(TEXT)
        .with("random", isOwn ? Resilience4jText.random(recipe) : "")
        .with("statuses", JavaFragments.statuses(recipe))
        .with("uncertain", JavaFragments.uncertain(recipe))
        .with("timeouts", timeouts(recipe))
        .with("backoff", "BackoffStrategy backoff = " + backoff(recipe, isOwn) + ";")
        .with("attempts", recipe.maxAttempts())
        .with(
            "waitMethod",
            isOwn ? WAIT.replace("  {{ceiling}}", indented(JavaFragments.own(recipe))) : "");
    List<String> differences = new ArrayList<>();
    if (recipe.maxAttempts() > 1) {
      differences.add(
          "Retry-After is read as whole seconds, and by blocking clients only; asynchronous ones read"
              + " x-amz-retry-after alone.");
      if (recipe.hintRule() == HintRule.ON_TOP) {
        differences.add("The longer of hint and wait counts, not one after the other.");
      }
    }
    return new Draft(text, Law.of(recipe), DeadlineRule.CUT, differences);
  }

  private static String indented(String lines) {
    return "  " + lines.replace("\n", "\n  ");
  }

  private static String timeouts(Recipe recipe) {
    List<String> timeouts = new ArrayList<>();
    if (recipe.hasDeadline()) {
      timeouts.add(".apiCallTimeout(" + millis(recipe.deadlineMs()) + ")");
    }
    if (recipe.hasAttemptTimeout()) {
      timeouts.add(".apiCallAttemptTimeout(" + millis(recipe.attemptTimeoutMs()) + ")");
    }
    return String.join("\n", timeouts);
  }

  private static String backoff(Recipe recipe, boolean isOwn) {
    if (recipe.baseMs() == 0) {
      return "BackoffStrategy.retryImmediately()";
    }
    if (isOwn) {
      return "ProviderRetry::wait";
    }
    String base = millis(Math.min(recipe.baseMs(), recipe.capMs()));
    String cap = millis(
        recipe.isConstant()
            ? Math.min(recipe.baseMs(), recipe.capMs())
            : recipe.hasCap() ? recipe.capMs() : recipe.lastCeilingMs());
    String kind = recipe.jitter() == Jitter.FULL
        ? ""
        : recipe.jitter() == Jitter.EQUAL ? "HalfJitter" : "WithoutJitter";
    return "BackoffStrategy.exponentialDelay" + kind + "(\n    " + base + ", " + cap + ")";
  }

  private static String millis(double milliseconds) {
    return "Duration.ofMillis(" + JavaFragments.literal(milliseconds) + ")";
  }

  private AwsText() {}
}
