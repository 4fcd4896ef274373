package dev.forbear.providers;

import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;

/** What a class means where the row says nothing else. */
final class Usual {

  static boolean isTransient(FailureClass failureClass) {
    return switch (failureClass) {
      case RATE_LIMIT,
          OVERLOADED,
          UNAVAILABLE,
          SERVER_ERROR,
          TIMEOUT,
          CONNECT_FAILED,
          UNKNOWN_OUTCOME,
          STREAM_INTERRUPTED,
          CONFLICT,
          CANCELLED -> true;
      case QUOTA_EXHAUSTED,
          TLS_FAILED,
          INCOMPLETE_OUTPUT,
          INVALID_REQUEST,
          REQUEST_TOO_LARGE,
          CONTEXT_LENGTH,
          AUTH,
          PERMISSION,
          NOT_FOUND,
          CONTENT_POLICY,
          BOT_CHALLENGE,
          PROTOCOL_ERROR,
          SUCCESS -> false;
    };
  }

  static RequestMayHaveRun mayHaveRun(FailureClass failureClass) {
    return switch (failureClass) {
      case RATE_LIMIT,
          QUOTA_EXHAUSTED,
          OVERLOADED,
          UNAVAILABLE,
          CONNECT_FAILED,
          TLS_FAILED,
          INVALID_REQUEST,
          REQUEST_TOO_LARGE,
          CONTEXT_LENGTH,
          AUTH,
          PERMISSION,
          NOT_FOUND,
          CONTENT_POLICY,
          BOT_CHALLENGE -> RequestMayHaveRun.NO;
      case SERVER_ERROR, TIMEOUT, UNKNOWN_OUTCOME, CONFLICT, CANCELLED, PROTOCOL_ERROR ->
        RequestMayHaveRun.MAYBE;
      case STREAM_INTERRUPTED, INCOMPLETE_OUTPUT, SUCCESS -> RequestMayHaveRun.YES;
    };
  }

  private Usual() {}
}
