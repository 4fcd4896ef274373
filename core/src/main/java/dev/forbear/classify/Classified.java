package dev.forbear.classify;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * What a failed attempt means for the next one.
 *
 * @param failureClass what failed
 * @param isTransient whether the same request may succeed later
 * @param retryAfterMs the provider's minimum wait, milliseconds, at least 0; empty when it named none
 * @param requestMayHaveRun whether the request may have been carried out all the same
 * @param rule which rule said so, for people and logs; a short text without any content of the reply
 */
public record Classified(
    FailureClass failureClass,
    boolean isTransient,
    OptionalDouble retryAfterMs,
    RequestMayHaveRun requestMayHaveRun,
    String rule) {

  /** Checks the hint, and that nothing is missing: a verdict may come from anybody's classifier. */
  public Classified {
    Objects.requireNonNull(failureClass, "failureClass must not be null");
    Objects.requireNonNull(requestMayHaveRun, "requestMayHaveRun must not be null");
    Objects.requireNonNull(rule, "rule must not be null; a short text for people");
    double hint = retryAfterMs.orElse(0);
    if (!(hint >= 0 && hint < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("retryAfterMs must be a finite number >= 0, was " + hint);
    }
  }

  /** A verdict without a hint. */
  public static Classified of(
      FailureClass failureClass,
      boolean isTransient,
      RequestMayHaveRun requestMayHaveRun,
      String rule) {
    return new Classified(
        failureClass, isTransient, OptionalDouble.empty(), requestMayHaveRun, rule);
  }

  /** The same verdict with another hint. */
  public Classified withRetryAfterMs(OptionalDouble hint) {
    return new Classified(failureClass, isTransient, hint, requestMayHaveRun, rule);
  }
}
