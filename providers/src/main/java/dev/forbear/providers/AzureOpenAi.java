package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.UNAVAILABLE;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.CODES;
import static dev.forbear.providers.Sources.DERIVED;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Azure OpenAI; the code is often only the status as a text.
 */
final class AzureOpenAi {

  static final String NAME = "azure-openai";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("content_filter", "ResponsibleAIPolicyViolation")
              .is(CONTENT_POLICY)
              .from("github.com/langchain4j/langchain4j AzureOpenAiExceptionMapper.java", READ),
          onAny()
              .code("DeploymentNotFound")
              .is(NOT_FOUND)
              .from("github.com/chatboxai/chatbox/issues/861", READ),
          on(400, 403, 404)
              .code("OperationNotSupported", "SubscriptionIsNotRegistered")
              .is(INVALID_REQUEST)
              .from(CODES, DERIVED),
          onAny().code("NoCapacity", "EngineOverloaded").is(OVERLOADED).from(CODES, DERIVED),
          onAny().code("DeploymentNotReady").is(UNAVAILABLE).from(CODES, DERIVED),
          on(400)
              .phrase("input tokens exceed the configured limit")
              .is(CONTEXT_LENGTH)
              .from("github.com/BerriAI/litellm/issues/15968", READ),
          on(401, 403)
              .phrase("subscription key", "access token is (missing|invalid|expired)")
              .is(AUTH)
              .from(PHRASES, UNCONFIRMED)));

  private AzureOpenAi() {}
}
