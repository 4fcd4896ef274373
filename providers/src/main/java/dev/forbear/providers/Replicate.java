package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.CONTENT_POLICY;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.RequestMayHaveRun.YES;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Replicate: a detail, and a prediction that says {@code failed} inside a success.
 */
final class Replicate {

  static final String NAME = "replicate";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          on(402)
              .phrase("insufficient credit")
              .is(QUOTA_EXHAUSTED)
              .from("replicate.com/docs/reference/http", UNCONFIRMED),
          on(429)
              .phrase("throttled")
              .is(RATE_LIMIT)
              .hintIn("detail")
              .from("replicate.com/docs/reference/http", READ),
          on(400, 422)
              .phrase("nsfw", "flagged as sensitive")
              .is(CONTENT_POLICY)
              .ran(YES)
              .from(PHRASES, UNCONFIRMED),
          on(500)
              .field("status", "failed")
              .is(SERVER_ERROR)
              .ran(YES)
              .afterPhrases()
              .from("replicate.com/docs/reference/http", UNCONFIRMED)));

  private Replicate() {}
}
