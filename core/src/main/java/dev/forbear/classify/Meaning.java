package dev.forbear.classify;

/**
 * What a rule says: a verdict without the facts of the single failure.
 *
 * @param failureClass what failed
 * @param isTransient whether the same request may succeed later
 * @param requestMayHaveRun whether the request may have been carried out
 */
record Meaning(
    FailureClass failureClass, boolean isTransient, RequestMayHaveRun requestMayHaveRun) {

  /** The request never left. */
  static final Meaning NOT_SENT = passing(FailureClass.CONNECT_FAILED, RequestMayHaveRun.NO);

  /** The other side is not who it should be; the handshake ends before a request. */
  static final Meaning NOT_TRUSTED = lasting(FailureClass.TLS_FAILED, RequestMayHaveRun.NO);

  static final Meaning TIMED_OUT = passing(FailureClass.TIMEOUT, RequestMayHaveRun.MAYBE);

  /** The connection broke at a time nobody knows. */
  static final Meaning LOST = passing(FailureClass.UNKNOWN_OUTCOME, RequestMayHaveRun.MAYBE);

  /** The connection broke within the head of the answer. */
  static final Meaning LOST_ANSWER = passing(FailureClass.UNKNOWN_OUTCOME, RequestMayHaveRun.YES);

  /** The connection broke within the body of the answer. */
  static final Meaning CUT_OFF = passing(FailureClass.STREAM_INTERRUPTED, RequestMayHaveRun.YES);

  /** Somebody on this side gave the call up. */
  static final Meaning CALLED_OFF = lasting(FailureClass.CANCELLED, RequestMayHaveRun.MAYBE);

  /** HTTP/2's ENHANCE_YOUR_CALM. */
  static final Meaning TOO_MUCH = passing(FailureClass.OVERLOADED, RequestMayHaveRun.MAYBE);

  /** What came is not what the protocol allows. */
  static final Meaning NONSENSE = lasting(FailureClass.PROTOCOL_ERROR, RequestMayHaveRun.MAYBE);

  /** The request could not be built, let alone sent. */
  static final Meaning NOT_BUILT = lasting(FailureClass.INVALID_REQUEST, RequestMayHaveRun.NO);

  /** A key or password is missing or wrong. */
  static final Meaning NOT_ADMITTED = lasting(FailureClass.AUTH, RequestMayHaveRun.NO);

  /** Nothing says what happened; it is not repeated. */
  static final Meaning NOT_KNOWN = lasting(FailureClass.UNKNOWN_OUTCOME, RequestMayHaveRun.MAYBE);

  /** It passes: the same request may succeed later. */
  static Meaning passing(FailureClass failureClass, RequestMayHaveRun requestMayHaveRun) {
    return new Meaning(failureClass, true, requestMayHaveRun);
  }

  /** It stays: the same request will fail again. */
  static Meaning lasting(FailureClass failureClass, RequestMayHaveRun requestMayHaveRun) {
    return new Meaning(failureClass, false, requestMayHaveRun);
  }

  Classified by(String rule) {
    return Classified.of(failureClass, isTransient, requestMayHaveRun, rule);
  }
}
