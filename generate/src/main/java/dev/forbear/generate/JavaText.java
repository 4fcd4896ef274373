package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;

/** Plain Java: the loop around {@code java.net.http}, and the decision on its own. */
final class JavaText {

  private static final String TEXT = """
      import java.io.IOException;
      import java.net.http.HttpHeaders;
      import java.net.http.HttpResponse;
      import java.time.Duration;
      import java.time.Instant;
      import java.time.ZonedDateTime;
      import java.time.format.DateTimeFormatter;
      import java.time.format.DateTimeParseException;
      import java.util.Optional;
      import java.util.OptionalDouble;
      import java.util.Set;
      import java.util.concurrent.ThreadLocalRandom;
      import java.util.function.DoubleSupplier;
      import java.util.function.LongSupplier;

      /**
      {{head}}
       */
      public final class Retries {

        static final Policy POLICY = new Policy({{attempts}}, {{base}}, {{cap}}, {{minimum}});
        {{deadline}}
        {{attemptTimeout}}
        static final Set<Integer> RETRYABLE_STATUSES =
            {{statuses}}

        /** After these the request may have run all the same; after any other refusal it has not. */
        static final Set<Integer> UNCERTAIN_STATUSES =
            {{uncertain}}

        /**
         * When another attempt is made.
         *
         * @param maxAttempts attempts in all, the first included
         * @param baseDelayMs ceiling of the first wait
         * @param maxDelayMs cap of the own waits; it does not shorten the provider's hint
         * @param minimumAttemptMs time an attempt needs to be worth starting
         */
        public record Policy(
            int maxAttempts, double baseDelayMs, double maxDelayMs, double minimumAttemptMs) {

          public Policy {
            requireAtLeastOne("maxAttempts", maxAttempts);
            requireAtLeastZero("baseDelayMs", baseDelayMs);
            requireAtLeastZero("maxDelayMs", maxDelayMs);
            if (requireAtLeastZero("minimumAttemptMs", minimumAttemptMs) == 0) {
              throw new IllegalArgumentException("minimumAttemptMs must be more than 0");
            }
          }
        }

        /** What went wrong; a hint of 0 is none. */
        public record Failure(boolean isTransient, boolean safeToRetry, double retryAfterMs) {

          public Failure {
            requireAtLeastZero("retryAfterMs", retryAfterMs);
          }
        }

        public enum Reason { UNSAFE, PERMANENT, ATTEMPTS, DEADLINE }

        public sealed interface Decision permits Retry, Stop {}

        public record Retry(double delayMs) implements Decision {}

        public record Stop(Reason reason) implements Decision {}

        /** One request{{attemptDocumentation}}. */
        @FunctionalInterface
        public interface Attempt<T> {
          HttpResponse<T> send({{attemptParameter}}) throws IOException, InterruptedException;
        }

        @FunctionalInterface
        public interface Sleeper {
          void sleep(Duration duration) throws InterruptedException;
        }

        /** No further attempt is made; the cause is the last error of the transport, if it was one. */
        public static final class GaveUp extends IOException {

          private static final long serialVersionUID = 1;

          private final Reason reason;
          private final int attempts;
          private final transient HttpResponse<?> reply;

          GaveUp(Reason reason, int attempts, HttpResponse<?> reply, IOException cause) {
            super(
                "gave up after " + attempts + " attempts (" + reason + "); last: "
                    + (reply == null ? "no reply" : "status " + reply.statusCode()),
                cause);
            this.reason = reason;
            this.attempts = attempts;
            this.reply = reply;
          }

          public Reason reason() {
            return reason;
          }

          public int attempts() {
            return attempts;
          }

          public Optional<HttpResponse<?>> reply() {
            return Optional.ofNullable(reply);
          }
        }

        private final LongSupplier nanoTime;
        private final Sleeper sleeper;
        private final DoubleSupplier random;
        private final LongSupplier epochMs;

        /** On the clocks and with the chance of this machine. */
        public Retries() {
          this(
              System::nanoTime,
              duration -> Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000),
              () -> ThreadLocalRandom.current().nextDouble(),
              System::currentTimeMillis);
        }

        /**
         * @param nanoTime monotonic, nanoseconds
         * @param sleeper waits
         * @param random from 0 up to and without 1
         * @param epochMs wall clock for dates in Retry-After, milliseconds since 1970
         */
        public Retries(
            LongSupplier nanoTime, Sleeper sleeper, DoubleSupplier random, LongSupplier epochMs) {
          this.nanoTime = nanoTime;
          this.sleeper = sleeper;
          this.random = random;
          this.epochMs = epochMs;
        }

        /**
         * Sends until the answer has a status below 400, and returns that answer.
         *
         * @param repeatable whether doing it twice does no harm; if not, only what certainly did not run is repeated
         * @throws GaveUp when no further attempt is made
         */
        public <T> HttpResponse<T> call(boolean repeatable, Attempt<T> attempt)
            throws IOException, InterruptedException {
          long startNanos = nanoTime.getAsLong();
          int attempts = 0;
          HttpResponse<T> reply = null;
          IOException error = null;
          while (remainingMs(startNanos) >= POLICY.minimumAttemptMs()) {
            attempts++;
            reply = null;
            error = null;
            try {
              reply = attempt.send({{attemptArgument}});
            } catch (IOException e) {
              error = e;
            }
            if (reply != null && reply.statusCode() < 400) {
              return reply;
            }
            Failure failure =
                reply == null ? new Failure(true, repeatable, 0) : failure(reply, repeatable);
            Decision decision =
                decide(failure, attempts, remainingMs(startNanos), random.getAsDouble(), POLICY);
            if (decision instanceof Stop stop) {
              throw new GaveUp(stop.reason(), attempts, reply, error);
            }
            if (decision instanceof Retry retry) {
              sleeper.sleep(duration(retry.delayMs()));
            }
          }
          throw new GaveUp(Reason.DEADLINE, attempts, reply, error);
        }

        /**
         * What follows a failed attempt. Reads no clock, never sleeps, draws nothing.
         *
         * @param completedAttempts attempts made, at least 1
         * @param remainingMs time left to the deadline
         * @param random from 0 up to and without 1
         */
        public static Decision decide(
            Failure failure, int completedAttempts, double remainingMs, double random, Policy policy) {
          requireAtLeastOne("completedAttempts", completedAttempts);
          requireAtLeastZero("remainingMs", remainingMs);
          if (!(random >= 0 && random < 1)) {
            throw new IllegalArgumentException("random must be >= 0 and < 1, was " + random);
          }
          if (!failure.safeToRetry()) {
            return new Stop(Reason.UNSAFE);
          }
          if (!failure.isTransient()) {
            return new Stop(Reason.PERMANENT);
          }
          if (completedAttempts >= policy.maxAttempts()) {
            return new Stop(Reason.ATTEMPTS);
          }
          double ceiling = ceilingMs(policy, completedAttempts);
          double own = {{own}};
          double delayMs = {{delay}};
          return delayMs + policy.minimumAttemptMs() > remainingMs
              ? new Stop(Reason.DEADLINE)
              : new Retry(delayMs);
        }

        /** The wait a provider asks for: retry-after-ms, else Retry-After in seconds or as a date; garbage is none. */
        static OptionalDouble retryAfterMs(HttpHeaders headers, long nowEpochMs) {
          String milliseconds = headers.firstValue("retry-after-ms").orElse("").strip();
          if (isNumber(milliseconds)) {
            return OptionalDouble.of(Double.parseDouble(milliseconds));
          }
          String text = headers.firstValue("retry-after").orElse("").strip();
          if (isNumber(text)) {
            return OptionalDouble.of(Double.parseDouble(text) * 1000);
          }
          try {
            Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return OptionalDouble.of(Math.max(0, then.toEpochMilli() - nowEpochMs));
          } catch (DateTimeParseException garbage) {
            return OptionalDouble.empty();
          }
        }

        private Failure failure(HttpResponse<?> reply, boolean repeatable) {
          int status = reply.statusCode();
          return new Failure(
              RETRYABLE_STATUSES.contains(status),
              repeatable || !UNCERTAIN_STATUSES.contains(status),
              retryAfterMs(reply.headers(), epochMs.getAsLong()).orElse(0));
        }

        {{remaining}}

        private static double ceilingMs(Policy policy, int completedAttempts) {
          // 0 times an infinite power is not a number.
          return policy.baseDelayMs() == 0
              ? 0
              : Math.min(
                  policy.maxDelayMs(),
                  policy.baseDelayMs() * Math.pow({{multiplier}}, completedAttempts - 1));
        }

        /** Rounded up, so that no wait is shorter than asked for. */
        private static Duration duration(double milliseconds) {
          return Duration.ofNanos((long) Math.ceil(milliseconds * 1e6));
        }

        private static boolean isNumber(String text) {
          return text.matches("[0-9]{1,15}(\\\\.[0-9]{1,15})?");
        }

        private static double requireAtLeastZero(String name, double value) {
          if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be a finite number >= 0, was " + value);
          }
          return value;
        }

        private static void requireAtLeastOne(String name, int value) {
          if (value < 1) {
            throw new IllegalArgumentException(name + " must be >= 1, was " + value);
          }
        }
      }
      """;

  private static final String REMAINING = """
      private double remainingMs(long startNanos) {
        return Math.max(0, DEADLINE_MS - (nanoTime.getAsLong() - startNanos) / 1e6);
      }""";

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with("attempts", recipe.maxAttempts())
        .with("base", JavaFragments.literal(recipe.baseMs()))
        .with("cap", recipe.hasCap() ? JavaFragments.literal(recipe.capMs()) : "0x1p53")
        .with("minimum", JavaFragments.literal(recipe.minimumAttemptMs()))
        .with(
            "deadline",
            recipe.hasDeadline()
                ? "static final double DEADLINE_MS = " + JavaFragments.literal(recipe.deadlineMs())
                    + ";"
                : "static final double DEADLINE_MS = 0x1p53; // none, in effect")
        .with(
            "attemptTimeout",
            recipe.hasAttemptTimeout()
                ? "static final double ATTEMPT_TIMEOUT_MS = "
                    + JavaFragments.literal(recipe.attemptTimeoutMs()) + ";"
                : "")
        .with("statuses", Statuses.wrapped("Set.of(", recipe.statuses(), ");", 84))
        .with("uncertain", Statuses.wrapped("Set.of(", recipe.uncertain(), ");", 84))
        .with(
            "attemptDocumentation",
            recipe.limitsAttempts() ? "; it must keep to the timeout it is given" : "")
        .with("attemptParameter", recipe.limitsAttempts() ? "Duration timeout" : "")
        .with("attemptArgument", attemptArgument(recipe))
        .with("own", own(recipe.jitter()))
        .with(
            "delay",
            recipe.hintRule() == HintRule.FLOOR
                ? "Math.max(own, failure.retryAfterMs())"
                : "failure.retryAfterMs() + own")
        .with("remaining", REMAINING)
        .with("multiplier", JavaFragments.literal(recipe.multiplier()));
    return Draft.exact(recipe, text);
  }

  private static String attemptArgument(Recipe recipe) {
    if (!recipe.limitsAttempts()) {
      return "";
    }
    if (!recipe.hasAttemptTimeout()) {
      return "duration(remainingMs(startNanos))";
    }
    return recipe.hasDeadline()
        ? "duration(Math.min(remainingMs(startNanos), ATTEMPT_TIMEOUT_MS))"
        : "duration(ATTEMPT_TIMEOUT_MS)";
  }

  private static String own(Jitter jitter) {
    return switch (jitter) {
      case NONE -> "ceiling";
      case FULL -> "Math.floor(random * ceiling)";
      case EQUAL -> "ceiling / 2 + Math.floor(random * (ceiling / 2))";
    };
  }

  private JavaText() {}
}
