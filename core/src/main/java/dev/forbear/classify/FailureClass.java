package dev.forbear.classify;

/** What failed, in the words every part of Forbear uses. */
public enum FailureClass {
  /** An account or endpoint limit that refills. */
  RATE_LIMIT("rate_limit"),
  /** Credit, a spending cap or a plan allowance is used up; waiting does not bring it back. */
  QUOTA_EXHAUSTED("quota_exhausted"),
  /** The provider has no capacity at the moment. */
  OVERLOADED("overloaded"),
  /** The service cannot be reached behind its own front, or a model is still loading. */
  UNAVAILABLE("unavailable"),
  /** The provider failed while working on the request. */
  SERVER_ERROR("server_error"),
  /** No answer in time, on either side. */
  TIMEOUT("timeout"),
  /** The request never left: name lookup, refused or cut connection, unprocessed stream. */
  CONNECT_FAILED("connect_failed"),
  /** The other side could not be trusted: certificate or host name. */
  TLS_FAILED("tls_failed"),
  /** The connection was lost after the request, or part of it, had left. */
  UNKNOWN_OUTCOME("unknown_outcome"),
  /** Headers or output arrived, the end did not. */
  STREAM_INTERRUPTED("stream_interrupted"),
  /** The model stopped at its length limit. */
  INCOMPLETE_OUTPUT("incomplete_output"),
  /** The request itself is wrong. */
  INVALID_REQUEST("invalid_request"),
  /** The request is larger than any limit allows. */
  REQUEST_TOO_LARGE("request_too_large"),
  /** The prompt does not fit the model. */
  CONTEXT_LENGTH("context_length"),
  /** The key is missing, wrong or revoked. */
  AUTH("auth"),
  /** The key is valid but may not do this. */
  PERMISSION("permission"),
  /** No such model, deployment or address. */
  NOT_FOUND("not_found"),
  /** Input or output was refused by a content rule. */
  CONTENT_POLICY("content_policy"),
  /** Another request holds the resource. */
  CONFLICT("conflict"),
  /** The call was cancelled. */
  CANCELLED("cancelled"),
  /** A page for people answered instead of the provider. */
  BOT_CHALLENGE("bot_challenge"),
  /** The answer is not what the protocol allows. */
  PROTOCOL_ERROR("protocol_error"),
  /** Nothing failed. */
  SUCCESS("success");

  private final String word;

  FailureClass(String word) {
    this.word = word;
  }

  /** The word used in JSON, messages and metrics. */
  public String word() {
    return word;
  }
}
