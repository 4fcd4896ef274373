package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.classify.RequestMayHaveRun.MAYBE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.READ;

import java.util.List;

/**
 * LiteLLM: the name of an exception in front of the message of whoever is behind.
 */
final class LiteLlm {

  static final String NAME = "litellm";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny().phrase("contextwindowexceedederror").is(CONTEXT_LENGTH).from(LITELLM, READ),
          onAny().phrase("contentpolicyviolationerror").is(CONTENT_POLICY).from(LITELLM, READ),
          onAny()
              .phrase(
                  "budgetexceedederror",
                  "exceededbudget",
                  "budget has been exceeded",
                  "over budget",
                  "crossed budget",
                  "exceed~ budget")
              .is(QUOTA_EXHAUSTED)
              .from(LITELLM, READ),
          on(400, 429, 500, 503)
              .phrase("litellm.ratelimiterror", "no deployments available")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from(LITELLM, READ),
          on(400, 500)
              .phrase("litellm.authenticationerror")
              .is(AUTH)
              .afterPhrases()
              .from(LITELLM, READ),
          on(400, 500)
              .phrase("litellm.notfounderror")
              .is(NOT_FOUND)
              .afterPhrases()
              .from(LITELLM, READ),
          on(400, 408, 500)
              .phrase("litellm.timeout")
              .is(TIMEOUT)
              .afterPhrases()
              .from(LITELLM, READ),
          on(400, 500)
              .phrase("litellm.serviceunavailableerror")
              .is(UNAVAILABLE)
              .ran(MAYBE)
              .afterPhrases()
              .from(LITELLM, READ)));

  private LiteLlm() {}
}
