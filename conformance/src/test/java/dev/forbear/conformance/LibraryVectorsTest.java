package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.Decision;
import dev.forbear.policy.Decision.Retry;
import dev.forbear.policy.Decision.Stop;
import dev.forbear.policy.DelayPlan;
import dev.forbear.policy.Failure;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.policy.StatusSchedule;
import dev.forbear.policy.StatusSchedule.Reply;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every vector of the three fixed contracts through the library. */
class LibraryVectorsTest {

  @ParameterizedTest
  @MethodSource
  void decides(VectorLine line) {
    if (line.mustBeRefused()) {
      assertThatThrownBy(() -> decision(line.input())).isInstanceOf(IllegalArgumentException.class);
      return;
    }
    JsonNode expected = line.expect();

    Decision decision = decision(line.input());

    if (decision instanceof Retry retry) {
      assertThat(expected.path("retry").asBoolean()).isTrue();
      assertThat(retry.delayMs()).isEqualTo(expected.path("delayMs").doubleValue());
    } else if (decision instanceof Stop stop) {
      assertThat(expected.path("retry").asBoolean(true)).isFalse();
      assertThat(stop.reason().word()).isEqualTo(expected.path("reason").textValue());
    }
  }

  @ParameterizedTest
  @MethodSource
  void schedules(VectorLine line) {
    List<Double> expected = new ArrayList<>();
    line.expect().forEach(wait -> expected.add(wait.doubleValue()));

    assertThat(waitsMs(line.input())).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource
  void plansTheNextDelay(VectorLine line) {
    OptionalDouble expected = line.expect().isNull()
        ? OptionalDouble.empty()
        : OptionalDouble.of(line.expect().doubleValue());

    assertThat(nextDelay(line.input())).isEqualTo(expected);
  }

  static Stream<VectorLine> decides() {
    return linesOf("decide");
  }

  static Stream<VectorLine> schedules() {
    return linesOf("schedule");
  }

  static Stream<VectorLine> plansTheNextDelay() {
    return linesOf("next-delay");
  }

  private static Stream<VectorLine> linesOf(String command) {
    return Vectors.all().stream()
        .filter(vectors -> vectors.command().equals(command))
        .flatMap(vectors -> vectors.lines().stream());
  }

  private static Decision decision(JsonNode input) {
    JsonNode failure = input.path("failure");
    JsonNode policy = input.path("policy");
    return RetryPolicy.of(
            count(policy.path("maxAttempts")),
            policy.path("baseDelayMs").doubleValue(),
            policy.path("maxDelayMs").doubleValue(),
            policy.path("minimumAttemptMs").doubleValue())
        .decide(
            new Failure(
                failure.path("transient").booleanValue(),
                failure.path("safeToRetry").booleanValue(),
                failure.path("retryAfterMs").asDouble(0)),
            count(input.path("completedAttempts")),
            input.path("remainingMs").doubleValue(),
            input.path("random").doubleValue());
  }

  private static List<Double> waitsMs(JsonNode input) {
    List<Reply> replies = new ArrayList<>();
    for (JsonNode reply : input.path("replies")) {
      replies.add(
          reply.isArray()
              ? new Reply(reply.get(0).longValue(), reply.get(1).doubleValue())
              : new Reply(reply.longValue(), 0));
    }
    return StatusSchedule.of(
            input.path("baseMs").doubleValue(),
            input.path("capMs").doubleValue(),
            count(input.path("maxAttempts")))
        .waitsMs(replies);
  }

  private static OptionalDouble nextDelay(JsonNode input) {
    JsonNode policy = input.path("policy");
    Set<String> retryableErrors = new HashSet<>();
    policy.path("retryableErrors").forEach(code -> retryableErrors.add(code.textValue()));
    return DelayPlan.ofSeconds(
            count(policy.path("maxAttempts")),
            policy.path("baseDelay").doubleValue(),
            policy.path("maxDelay").doubleValue(),
            retryableErrors)
        .nextDelay(count(input.path("attempt")), input.path("errorCode").textValue());
  }

  /** The library takes whole numbers only, so a fraction is refused on the way in. */
  private static long count(JsonNode number) {
    try {
      return new BigDecimal(number.asText()).longValueExact();
    } catch (ArithmeticException | NumberFormatException notWhole) {
      throw new IllegalArgumentException("not a whole number: " + number, notWhole);
    }
  }
}
