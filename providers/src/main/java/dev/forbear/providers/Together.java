package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Together: OpenAI's form, or an error that is a text.
 */
final class Together {

  static final String NAME = "together";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(400, 403, 429, 500, 503)
              .code("rate_limit", "model_rate_limit")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from("github.com/togethercomputer/together-python api_requestor.py", READ),
          on(400, 403, 422)
              .phrase("tokens * (exceed~|>|must be)", "input token count")
              .is(CONTEXT_LENGTH)
              .from("docs.together.ai/docs/error-codes", UNCONFIRMED),
          on(402)
              .phrase("credit~", "spending")
              .is(QUOTA_EXHAUSTED)
              .from("docs.together.ai/docs/error-codes", UNCONFIRMED)));

  private Together() {}
}
