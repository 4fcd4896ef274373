package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static dev.forbear.providers.Replies.judged;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ReplyException;
import dev.forbear.classify.RequestMayHaveRun;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;

/** Rows of one's own, and exceptions. */
class OwnRulesTest {

  private static final ProviderReply NO_QUOTA =
      json(429, "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"x\"}}");

  @Test
  void aRowOfOnesOwnComesBeforeEverythingElse() {
    Rule patience = Rule.on(429).code("insufficient_quota").is(FailureClass.RATE_LIMIT);
    Provider provider = Providers.openai().with(patience);

    assertThat(judged(provider, NO_QUOTA)).isEqualTo("rate_limit passes - no");
    assertThat(provider.classify(NO_QUOTA, 0).rule())
        .isEqualTo("own rule: code insufficient_quota");
    assertThat(judged(Providers.openai(), NO_QUOTA)).isEqualTo("quota_exhausted stays - no");
    assertThat(provider.rules())
        .startsWith(patience)
        .containsAll(Providers.openai().rules());
  }

  @Test
  void aRowOfOnesOwnHoldsWhoeverIsRecognised() {
    Provider provider =
        Providers.any().with(Rule.on(529).is(FailureClass.UNAVAILABLE).lasting());

    assertThat(judged(
            provider, json(529, "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}")))
        .isEqualTo("unavailable stays - no");
  }

  @Test
  void aRowMaySayOtherwiseThanItsClass() {
    Rule rule = Rule.on(503)
        .phrase("maintenance until")
        .is(FailureClass.UNAVAILABLE)
        .lasting()
        .ran(RequestMayHaveRun.MAYBE);

    assertThat(judged(
            Providers.any().with(rule), json(503, "{\"message\":\"Maintenance until Monday\"}")))
        .isEqualTo("unavailable stays - maybe");
  }

  @Test
  void aReplyInAnExceptionIsJudgedByItsBody() {
    Exception thrown = new IllegalStateException("x", new ReplyException(NO_QUOTA));

    assertThat(Providers.any().classify(thrown, 0).failureClass())
        .isEqualTo(FailureClass.QUOTA_EXHAUSTED);
  }

  @Test
  void anExceptionWithoutAReplyIsJudgedByTheRulesOfTheCore() {
    assertThat(Providers.any().classify(new ConnectException("refused"), 0).failureClass())
        .isEqualTo(FailureClass.CONNECT_FAILED);
  }
}
