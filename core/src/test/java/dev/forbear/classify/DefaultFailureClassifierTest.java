package dev.forbear.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultFailureClassifierTest {

  private static Classified of(int status, String... namesAndValues) {
    Map<String, List<String>> headers = new java.util.HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
    }
    return FailureClassifier.defaults().classify(new ProviderReply(status, headers, ""), 0);
  }

  private static String text(Classified verdict) {
    return verdict.failureClass().word()
        + (verdict.isTransient() ? " transient " : " permanent ")
        + verdict.requestMayHaveRun().word();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      200 | success permanent yes
      204 | success permanent yes
      302 | protocol_error permanent no
      400 | invalid_request permanent no
      401 | auth permanent no
      402 | quota_exhausted permanent no
      403 | permission permanent no
      404 | not_found permanent no
      405 | invalid_request permanent no
      406 | invalid_request permanent no
      407 | auth permanent no
      408 | timeout transient maybe
      409 | conflict transient maybe
      410 | not_found permanent no
      413 | request_too_large permanent no
      414 | request_too_large permanent no
      418 | invalid_request permanent no
      421 | unavailable transient no
      422 | invalid_request permanent no
      423 | conflict transient no
      424 | server_error transient maybe
      425 | unavailable transient no
      429 | rate_limit transient no
      431 | request_too_large permanent no
      451 | permission permanent no
      460 | cancelled transient maybe
      498 | content_policy permanent no
      499 | cancelled transient maybe
      500 | server_error transient maybe
      501 | invalid_request permanent no
      502 | unavailable transient maybe
      503 | unavailable transient no
      504 | timeout transient maybe
      505 | invalid_request permanent no
      507 | server_error transient maybe
      511 | auth permanent no
      520 | unavailable transient maybe
      521 | unavailable transient no
      522 | unavailable transient maybe
      523 | unavailable transient no
      524 | timeout transient maybe
      525 | unavailable transient no
      526 | tls_failed permanent no
      529 | overloaded transient no
      530 | unavailable transient maybe
      598 | timeout transient maybe
      599 | timeout transient maybe
      100 | protocol_error permanent maybe
      0   | protocol_error permanent maybe
      -1  | protocol_error permanent maybe
      600 | protocol_error permanent maybe
      """)
  void judgesByStatus(int status, String expected) {
    Classified verdict = of(status);

    assertThat(text(verdict)).isEqualTo(expected);
    assertThat(verdict.rule()).isEqualTo("status " + status);
    assertThat(verdict.retryAfterMs()).isEmpty();
  }

  @Test
  void obeysTheServersWordOnRepeatingWithoutChangingWhatFailed() {
    assertThat(text(of(400, "X-Should-Retry", "true"))).isEqualTo("invalid_request transient no");
    assertThat(text(of(500, "x-should-retry", " FALSE ")))
        .isEqualTo("server_error permanent maybe");
    assertThat(of(400, "X-Should-Retry", "true").rule())
        .isEqualTo("header x-should-retry over status 400");
    assertThat(of(429, "X-Should-Retry", "true").rule()).isEqualTo("status 429");
  }

  @Test
  void ignoresAWordOnRepeatingThatIsNoneOrContradictsItself() {
    assertThat(text(of(429, "x-should-retry", "no"))).isEqualTo("rate_limit transient no");
    assertThat(text(of(429, "x-should-retry", "1"))).isEqualTo("rate_limit transient no");
    assertThat(text(of(400, "x-should-retry", "true, false")))
        .isEqualTo("invalid_request permanent no");
    assertThat(text(of(200, "x-should-retry", "true"))).isEqualTo("success permanent yes");
  }

  @Test
  void handsOutTheHintWithPermanentFailuresToo() {
    assertThat(of(503, "retry-after", "7").retryAfterMs()).hasValue(7000);
    assertThat(of(402, "retry-after", "20").retryAfterMs()).hasValue(20_000);
    assertThat(of(200, "retry-after", "20").retryAfterMs()).isEmpty();
  }

  @Test
  void seesAChallengeWhateverTheStatus() {
    for (int status : new int[] {200, 403, 503}) {
      Classified verdict = of(status, "cf-mitigated", "challenge", "x-should-retry", "true");

      assertThat(text(verdict)).isEqualTo("bot_challenge permanent no");
      assertThat(verdict.rule()).isEqualTo("header cf-mitigated");
    }
  }

  @Test
  void takesNeitherAPageNorEmptyJsonForAnAnswer() {
    assertThat(text(of(200, "content-type", "text/html; charset=utf-8")))
        .isEqualTo("protocol_error permanent maybe");
    assertThat(text(of(200, "content-type", "application/json")))
        .isEqualTo("protocol_error transient yes");
    assertThat(text(of(204, "content-type", "application/json")))
        .isEqualTo("success permanent yes");
    assertThat(text(of(200, "content-type", "text/event-stream")))
        .isEqualTo("success permanent yes");
  }

  @Test
  void readsTheReplyOutOfAnyChain() {
    ReplyException reply =
        new ReplyException(new ProviderReply(429, Map.of("Retry-After", List.of("2")), ""));
    Throwable chain =
        new CompletionException(new IllegalStateException(new IOException("x", reply)));

    Classified verdict = FailureClassifier.defaults().classify(chain, 0);

    assertThat(text(verdict)).isEqualTo("rate_limit transient no");
    assertThat(verdict.rule()).isEqualTo("status 429");
    assertThat(verdict.retryAfterMs()).isEqualTo(OptionalDouble.of(2000));
  }

  @Test
  void letsAnErrorOrAnInterruptOutweighAReply() {
    ReplyException reply = new ReplyException(ProviderReply.of(503));

    assertThat(text(FailureClassifier.defaults().classify(new AssertionError(reply), 0)))
        .isEqualTo("unknown_outcome permanent maybe");
    assertThat(text(FailureClassifier.defaults()
            .classify(new ExecutionException(new InterruptedException().initCause(reply)), 0)))
        .isEqualTo("cancelled permanent maybe");
  }

  @Test
  void keepsTheValuesOfAHeaderUnderTwoSpellings() {
    ProviderReply reply = new ProviderReply(
        429, Map.of("Retry-After", List.of("2"), "retry-after", List.of("30")), "");

    assertThat(FailureClassifier.defaults().classify(reply, 0).retryAfterMs()).hasValue(30_000);
  }
}
