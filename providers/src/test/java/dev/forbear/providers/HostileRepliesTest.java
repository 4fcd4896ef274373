package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts made to keep a reader of sentences busy, and hints without measure. */
class HostileRepliesTest {

  @ParameterizedTest
  @MethodSource("messages")
  void isJudgedAndItsHintIsMeasured(String message) {
    for (int status : new int[] {-1, 0, 200, 400, 429, 500, 503, Integer.MAX_VALUE}) {
      var verdict = Providers.any()
          .classify(json(status, "{\"error\":{\"message\":\"" + message + "\"}}"), 0);

      assertThat(verdict.retryAfterMs().orElse(0)).isBetween(0.0, 9_007_199_254_740_991.0);
    }
  }

  static Stream<Named<String>> messages() {
    return Stream.of(
            "try again in ".repeat(5_000),
            "retry in 1".repeat(5_000),
            "try again in " + "1s".repeat(5_000),
            "try again in " + "9".repeat(5_000) + "s",
            "credit balance ".repeat(4_000),
            "exceeds tokens ".repeat(4_000),
            "limit requested ".repeat(4_000) + "limit 1 requested 99999999999999999999",
            "' ".repeat(30_000),
            "model ".repeat(10_000),
            "\\u0000\\ud800".repeat(1_000))
        .map(
            text -> Named.of(text.substring(0, 12) + " …, " + text.length() + " characters", text));
  }
}
