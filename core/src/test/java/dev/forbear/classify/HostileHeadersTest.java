package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Headers come from strangers: whatever they hold, there is a verdict and a hint within its range, and nothing throws. */
class HostileHeadersTest {

  private static final long SEED = 4_711;
  private static final int DRAWS = 50_000;

  private static final List<String> NAMES = List.of(
      "retry-after",
      "retry-after-ms",
      "x-ms-retry-after-ms",
      "ratelimit",
      "ratelimit-remaining",
      "ratelimit-reset",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
      "x-ratelimit-reset-tokens",
      "x-ratelimit-reset-",
      "x-rate-limit-reset-tokens",
      "anthropic-ratelimit-requests-remaining",
      "anthropic-ratelimit-requests-reset",
      "anthropic-ratelimit-reset",
      "x-should-retry",
      "cf-mitigated",
      "content-type");

  /** Pieces of valid values, so that the draws reach deep into the readers. */
  private static final List<String> PIECES = List.of(
      "0",
      "1",
      "99",
      "9999999999",
      ".",
      ",",
      ";",
      " ",
      "-",
      "+",
      "e",
      "s",
      "ms",
      "m",
      "h",
      "ns",
      "\u00b5s",
      "P",
      "T",
      "PT",
      "D",
      "M",
      "S",
      "W",
      "Mon",
      "Monday",
      "Nov",
      "30",
      "2026",
      "26",
      "12:00:37",
      "GMT",
      "+0000",
      "Z",
      "2026-11-30",
      "\"a\"",
      "\"",
      "\\",
      "r=0",
      "t=5",
      "remaining=0",
      "reset=5",
      "=",
      "true",
      "false",
      "json",
      "\u0665",
      "\ud83d",
      "\0");

  @Test
  void neverThrowsAndNeverLeavesTheRange() {
    Random random = new Random(SEED);
    for (int draw = 0; draw < DRAWS; draw++) {
      Map<String, List<String>> headers = new HashMap<>();
      for (int count = random.nextInt(5); count >= 0; count--) {
        List<String> values = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          values.add(random.nextBoolean() ? pieces(random) : bytes(random));
        }
        headers.put(NAMES.get(random.nextInt(NAMES.size())), values);
      }
      ProviderReply reply = new ProviderReply(random.nextInt(-10, 700), headers, "");

      Classified verdict = FailureClassifier.defaults().classify(reply, random.nextLong());

      double hint = verdict.retryAfterMs().orElse(0);
      assertThat(hint >= 0 && hint <= RetryAfter.LONGEST_MS && hint % 1 == 0)
          .as(() -> "seed " + SEED + ", hint " + hint + " of " + headers)
          .isTrue();
    }
  }

  private static String pieces(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return text.toString();
  }

  private static String bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
