package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static dev.forbear.providers.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.ProviderReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a hint is found in a body, and in which order. */
class SentencesTest {

  private static final long NOW = 1_796_040_000_000L;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Please try again in 456ms.                          | 456",
        "Please try again in 1m9.696s. Visit our page.       | 69696",
        "Please retry after 33 seconds.                      | 33000",
        "Please retry in 44.097740004s.                      | 44098",
        "Please wait 20 seconds before trying again.         | 20000",
        "Try again in 1 minute and 30 seconds.               | 90000",
        "Retry after about 2 hours                           | 7200000",
        "Expected available in 1 second.                     | 1000",
        "retry_delay { seconds: 44 nanos: 500000000 }        | 44500",
        "Try again at 2026-11-30T12:00:30Z                   | 30000",
        "try again in 99999999999999999999s.                 | 9007199254740991",
        "try again in 5 apples. Retry in 2s                  | 2000"
      })
  void readsAWaitFromASentence(String message, long expectedMs) {
    assertThat(hint(json(429, "{\"error\":{\"message\":\"" + message + "\"}}")))
        .isEqualTo(String.valueOf(expectedMs));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Please try again later.",
        "Try again in -5s.",
        "Try again in NaNs",
        "Quota will be replenished in 02:10:00.",
        "Try again in 5 apples",
        "429",
        "wait in 5x"
      })
  void inventsNoWait(String message) {
    assertThat(hint(json(429, "{\"error\":{\"message\":\"" + message + "\"}}"))).isEqualTo("-");
  }

  @Test
  void asksHeadersThenFieldsThenSentencesThenLimits() {
    String both = "{\"error\":{\"message\":\"retry in 3s\",\"details\":[{\"retryDelay\":\"2s\"}]}}";
    String sentence = "{\"error\":{\"message\":\"retry in 3s\"}}";

    assertThat(hint(reply(429, both, "retry-after", "1"))).isEqualTo("1000");
    assertThat(hint(reply(429, both, "x-ratelimit-remaining", "0", "x-ratelimit-reset", "4")))
        .isEqualTo("2000");
    assertThat(hint(reply(429, sentence, "x-ratelimit-remaining", "0", "x-ratelimit-reset", "4")))
        .isEqualTo("3000");
    assertThat(hint(reply(429, "{}", "x-ratelimit-remaining", "0", "x-ratelimit-reset", "4")))
        .isEqualTo("4000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"retryDelay\":\"34.074824224s\"                 | 34075",
        "\"retryDelay\":{\"seconds\":30,\"nanos\":5}      | 30001",
        "\"retryDelay\":{\"seconds\":\"30\"}              | 30000",
        "\"retry_after\":40                               | 40000",
        "\"retry_after\":\"1.5\"                          | 1500",
        "\"retry_after_ms\":250                           | 250",
        "\"estimated_time\":300.8891906738281             | 300890",
        "\"retryDelay\":\"soon\",\"retry_after\":7        | 7000",
        "\"retryDelay\":\"-5s\"                           | -",
        "\"retryDelay\":{\"seconds\":-5}                  | -",
        "\"estimated_time\":1e3                           | -",
        "\"estimated_time\":null                          | -",
        "\"estimated_time\":true                          | -",
        "\"retry_after\":999999999999999999999999999999   | 9007199254740991"
      })
  void readsAWaitFromAField(String field, String expected) {
    assertThat(hint(json(429, "{\"error\":{" + field + "}}"))).isEqualTo(expected);
  }

  @Test
  void readsTheHeadersThatAGatewayRepeatsInItsBody() {
    String body = "{\"error\":{\"code\":429,\"message\":\"x\",\"metadata\":{\"headers\":"
        + "{\"X-RateLimit-Remaining\":\"0\",\"X-RateLimit-Reset\":\"1796040030000\"}}}}";

    assertThat(hint(json(429, body))).isEqualTo("30000");
  }

  private static String hint(ProviderReply reply) {
    var hint = Providers.any().classify(reply, NOW).retryAfterMs();
    return hint.isEmpty() ? "-" : String.valueOf((long) hint.getAsDouble());
  }
}
