package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.NOT_FOUND;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.READ;

import java.util.List;

/**
 * DeepSeek: OpenAI's form; codes and types say little, statuses and sentences more.
 */
final class DeepSeek {

  static final String NAME = "deepseek";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .phrase("insufficient balance")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/Aider-AI/aider/issues/4851", READ),
          on(400, 404)
              .phrase("model not exist")
              .is(NOT_FOUND)
              .from("api-docs.deepseek.com/quick_start/error_codes", READ),
          on(429, 500, 503)
              .phrase("overloaded", "server * busy")
              .is(OVERLOADED)
              .from("api-docs.deepseek.com/quick_start/error_codes", READ),
          on(402).is(QUOTA_EXHAUSTED).from("api-docs.deepseek.com/quick_start/error_codes", READ),
          on(503).is(OVERLOADED).from("api-docs.deepseek.com/quick_start/error_codes", READ)));

  private DeepSeek() {}
}
