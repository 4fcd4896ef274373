package dev.forbear.providers;

import static dev.forbear.providers.Replies.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.FailureClass;
import dev.forbear.classify.ProviderReply;
import org.junit.jupiter.api.Test;

/** Which row a verdict goes by. */
class DecisiveRuleTest {

  private static final String SPENT = "{\"error\":{\"code\":\"insufficient_quota\"}}";

  @Test
  void isTheRowThatTheVerdictNames() {
    ProviderReply reply = json(429, SPENT);

    Rule rule = Providers.openai().decisiveRule(reply).orElseThrow();

    assertThat(rule.failureClass()).isEqualTo(FailureClass.QUOTA_EXHAUSTED);
    assertThat(Providers.openai().rules()).contains(rule);
    assertThat(Providers.openai().classify(reply, 0).rule()).startsWith(rule.owner() + ": ");
  }

  @Test
  void isFoundInsideASuccessAndWhoeverSpeaks() {
    assertThat(Providers.any().decisiveRule(json(200, SPENT)))
        .map(Rule::failureClass)
        .contains(FailureClass.QUOTA_EXHAUSTED);
  }

  @Test
  void isTheUsersOwnWhereThatStandsInFront() {
    Rule own = Rule.on(429).code("insufficient_quota").is(FailureClass.RATE_LIMIT);

    assertThat(Providers.openai().with(own).decisiveRule(json(429, SPENT)))
        .map(Rule::owner)
        .contains("own rule");
  }

  @Test
  void isThereForNothingThatAStatusOrTheAnswerItselfTells() {
    assertThat(Providers.any().decisiveRule(json(429, ""))).isEmpty();
    assertThat(Providers.any().decisiveRule(json(200, "{\"id\":1}"))).isEmpty();
    assertThat(Providers.any()
            .decisiveRule(json(200, "{\"choices\":[{\"finish_reason\":\"length\"}]}")))
        .isEmpty();
  }
}
