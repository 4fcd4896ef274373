package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static dev.forbear.providers.Replies.judged;
import static dev.forbear.providers.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The order of decision: codes, sizes, phrases in their gates, the server's word, the status. */
class DecisionTest {

  @Test
  void aCodeOutweighsWhatAMessageRepeats() {
    assertThat(
            judged(
                json(
                    400,
                    "{\"error\":{\"message\":\"Invalid value: you exceeded your current quota\",\"code\":\"invalid_value\"}}")))
        .isEqualTo("invalid_request stays - no");
  }

  @Test
  void speechInQuotesIsNotWhatTheSenderSays() {
    assertThat(
            judged(
                json(
                    400,
                    "{\"error\":{\"message\":\"Unknown role: 'credit balance is too low'\",\"type\":\"invalid_request_error\"}}")))
        .isEqualTo("invalid_request stays - no");
  }

  @Test
  void aRequestThatCanNeverFitIsPermanentThoughAWaitIsOffered() {
    assertThat(
            judged(
                json(
                    429,
                    "{\"error\":{\"message\":\"Limit 6000, Used 0, Requested 9000. Please try again in 5s.\",\"code\":\"rate_limit_exceeded\"}}")))
        .isEqualTo("request_too_large stays 5000 no");
  }

  @Test
  void aRequestThatOnlyHasToWaitIsNoLargeOne() {
    assertThat(
            judged(
                json(
                    429,
                    "{\"error\":{\"message\":\"Limit 10000, Used 5775, Requested 4301. Please try again in 5s.\",\"code\":\"rate_limit_exceeded\"}}")))
        .isEqualTo("rate_limit passes 5000 no");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "429 | context length exceeded, too many tokens  | rate_limit passes - no",
        "400 | context length exceeded                   | context_length stays - no",
        "500 | too many tokens                           | server_error passes - maybe",
        "400 | got 429 tokens                            | invalid_request stays - no",
        "404 | credit balance is too low                 | quota_exhausted stays - no"
      })
  void aPhraseCountsOnlyInItsGate(int status, String message, String expected) {
    assertThat(judged(json(status, "{\"error\":{\"message\":\"" + message + "\"}}")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | true  | invalid_request_error   | invalid_request passes - no",
        "429 | false | rate_limit_error        | rate_limit stays - no",
        "429 | true  | insufficient_quota      | quota_exhausted stays - no",
        "400 | true  | context_length_exceeded | context_length stays - no",
        "529 | false | overloaded_error        | overloaded stays - no",
        "503 | maybe | x                       | unavailable passes - no"
      })
  void theServersWordOutweighsTheStatusAndNotACode(
      int status, String word, String code, String expected) {
    assertThat(judged(reply(
            status,
            "{\"error\":{\"message\":\"m\",\"code\":\"" + code + "\",\"param\":null}}",
            "x-should-retry",
            word)))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "rate_limit_exceeded",
    "RateLimitExceeded",
    "RATE_LIMIT_EXCEEDED",
    "rate-limit-exceeded",
    "com.x#RateLimitExceeded"
  })
  void aCodeIsKnownInEverySpelling(String code) {
    assertThat(judged(
            json(400, "{\"error\":{\"message\":\"m\",\"code\":\"" + code + "\",\"param\":null}}")))
        .isEqualTo("rate_limit passes - no");
  }

  @Test
  void sameStatusSameWordsOtherSender() {
    String blocked = "{\"message\":\"x\"}";
    String sentence =
        "{\"error\":{\"code\":429,\"message\":\"You exceeded your current quota\",\"status\":\"RESOURCE_EXHAUSTED\"}}";

    assertThat(judged(Providers.cohere(), json(498, blocked)))
        .isEqualTo("content_policy stays - no");
    assertThat(judged(Providers.groq(), json(498, blocked))).isEqualTo("overloaded passes - no");
    assertThat(judged(Providers.gemini(), json(429, sentence))).isEqualTo("rate_limit passes - no");
    assertThat(judged(json(429, sentence))).isEqualTo("rate_limit passes - no");
    assertThat(judged(json(429, "{\"error\":{\"message\":\"You exceeded your current quota\"}}")))
        .isEqualTo("quota_exhausted stays - no");
  }

  @Test
  void aReplyWithoutAnyStatusIsNoErrorInsideASuccess() {
    assertThat(judged(json(0, "{}"))).isEqualTo("protocol_error stays - maybe");
  }

  @Test
  void thePageOfAChallengeIsOneWhateverItsStatus() {
    String page = "<html><head><title>Just a moment...</title></head></html>";

    assertThat(judged(reply(200, page, "content-type", "text/plain")))
        .isEqualTo("bot_challenge stays - no");
    assertThat(judged(reply(503, page))).isEqualTo("bot_challenge stays - no");
    assertThat(judged(json(503, "{\"error\":\"Just a moment...\"}")))
        .isEqualTo("unavailable passes - no");
  }
}
