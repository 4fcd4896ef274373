package dev.forbear.providers;

import static dev.forbear.classify.FailureClass.AUTH;
import static dev.forbear.classify.FailureClass.CANCELLED;
import static dev.forbear.classify.FailureClass.CONTEXT_LENGTH;
import static dev.forbear.classify.FailureClass.INVALID_REQUEST;
import static dev.forbear.classify.FailureClass.OVERLOADED;
import static dev.forbear.classify.FailureClass.PERMISSION;
import static dev.forbear.classify.FailureClass.QUOTA_EXHAUSTED;
import static dev.forbear.classify.FailureClass.RATE_LIMIT;
import static dev.forbear.classify.FailureClass.REQUEST_TOO_LARGE;
import static dev.forbear.classify.FailureClass.SERVER_ERROR;
import static dev.forbear.classify.FailureClass.TIMEOUT;
import static dev.forbear.providers.Rule.on;
import static dev.forbear.providers.Rule.onAny;
import static dev.forbear.providers.Sources.LITELLM;
import static dev.forbear.providers.Sources.PHRASES;
import static dev.forbear.providers.Sources.READ;
import static dev.forbear.providers.Sources.UNCONFIRMED;

import java.util.List;

/**
 * Gemini API and Vertex AI: google.rpc errors.
 *
 * <p>"You exceeded your current quota" stands on every limit here, be it of a minute or a day; the name of the quota tells.
 */
final class Gemini {

  static final String NAME = "gemini";

  static final List<Rule> RULES = Provider.owned(
      NAME,
      List.of(
          onAny()
              .code("QUOTA_EXHAUSTED", "INSUFFICIENT_G1_CREDITS_BALANCE", "dailyLimitExceeded")
              .is(QUOTA_EXHAUSTED)
              .hintIn("details RetryInfo.retryDelay")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny()
              .code("MODEL_CAPACITY_EXHAUSTED", "MODEL_CAPACITY_EXCEEDED")
              .is(OVERLOADED)
              .hintIn("details RetryInfo.retryDelay")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny()
              .fieldLike("quotaId", "perday", "per_day", "daily", "permonth")
              .is(QUOTA_EXHAUSTED)
              .hintIn("details RetryInfo.retryDelay")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny()
              .fieldLike("quota_limit", "perday", "per_day", "daily", "permonth")
              .is(QUOTA_EXHAUSTED)
              .hintIn("details RetryInfo.retryDelay")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny()
              .fieldLike("quotaId", "perminute", "per_minute", "persecond", "perhour")
              .unless("limit: 0")
              .is(RATE_LIMIT)
              .hintIn("details RetryInfo.retryDelay, then the message")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny()
              .fieldLike("quota_limit", "perminute", "per_minute", "persecond", "perhour")
              .unless("limit: 0")
              .is(RATE_LIMIT)
              .hintIn("details RetryInfo.retryDelay, then the message")
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          onAny().code("API_KEY_INVALID").is(AUTH).from(LITELLM, READ),
          on(400, 401, 403)
              .code("VALIDATION_REQUIRED", "ACCESS_TOKEN_EXPIRED", "CREDENTIALS_MISSING")
              .is(AUTH)
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          on(400, 403)
              .code(
                  "SERVICE_DISABLED",
                  "API_KEY_SERVICE_BLOCKED",
                  "API_KEY_HTTP_REFERRER_BLOCKED",
                  "API_KEY_IP_ADDRESS_BLOCKED",
                  "CONSUMER_SUSPENDED",
                  "CONSUMER_INVALID",
                  "IAM_PERMISSION_DENIED")
              .is(PERMISSION)
              .from("cloud.google.com/apis/design/errors", UNCONFIRMED),
          on(503)
              .code("UNAVAILABLE")
              .is(OVERLOADED)
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.test.ts", READ),
          on(400, 403, 429)
              .phrase("limit: 0")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/google-gemini/gemini-cli/issues/22486", READ),
          on(429)
              .phrase("per[ _-]day", "perday", "daily")
              .is(QUOTA_EXHAUSTED)
              .from("github.com/google-gemini/gemini-cli googleQuotaErrors.ts", READ),
          on(429)
              .phrase("(out of|no) capacity", "no capacity available", "overloaded")
              .is(OVERLOADED)
              .from(LITELLM, READ),
          on(403).phrase("key was reported as leaked").is(AUTH).from(PHRASES, UNCONFIRMED),
          on(400, 403).phrase("location is not supported").is(PERMISSION).from(LITELLM, READ),
          on(400)
              .phrase("maximum number of tokens allowed", "input token count")
              .is(CONTEXT_LENGTH)
              .from(LITELLM, READ),
          on(400, 413)
              .phrase("request payload size exceeds")
              .is(REQUEST_TOO_LARGE)
              .from(LITELLM, READ),
          on(429)
              .phrase("exceeded your current quota")
              .unless("credit~", "spending")
              .is(RATE_LIMIT)
              .hintIn("details RetryInfo.retryDelay, then the message")
              .from("github.com/google-gemini/gemini-cli/issues/1844", READ),
          on(403, 429, 500, 503)
              .code(
                  "rateLimitExceeded",
                  "userRateLimitExceeded",
                  "RATE_LIMIT_EXCEEDED",
                  "RESOURCE_EXHAUSTED")
              .is(RATE_LIMIT)
              .afterPhrases()
              .from("github.com/google-gemini/gemini-cli/issues/1844", READ),
          on(500)
              .code("INTERNAL", "UNKNOWN")
              .is(SERVER_ERROR)
              .afterPhrases()
              .from("github.com/googleapis/python-genai google/genai/_api_client.py", READ),
          on(500, 503, 504)
              .code("DEADLINE_EXCEEDED")
              .is(TIMEOUT)
              .afterPhrases()
              .from("github.com/googleapis/python-genai google/genai/_api_client.py", READ),
          on(499)
              .code("CANCELLED")
              .is(CANCELLED)
              .afterPhrases()
              .from("github.com/google-gemini/gemini-cli retry.ts", READ),
          on(400)
              .code("INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE")
              .is(INVALID_REQUEST)
              .afterPhrases()
              .from("cloud.google.com/apis/design/errors", UNCONFIRMED)));

  private Gemini() {}
}
