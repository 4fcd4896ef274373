package dev.forbear.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * The waits a run of known replies leads to: the fixed contract {@code statuses -> waits}.
 *
 * <p>It retries 408, 429 and 500 to 599 and nothing else, without jitter. This is a contract of its own on purpose: the
 * failure classifier knows more about single statuses, and the two must not be merged.
 *
 * @param backoff base and cap of the waits; {@link Jitter#NONE}
 * @param maxAttempts attempts in all, at least 1
 */
public record StatusSchedule(Backoff backoff, long maxAttempts) {

  /**
   * One reply of the provider.
   *
   * @param status the status, any whole number
   * @param retryAfterMs the hint sent with it, milliseconds, finite, at least 0; 0 for none
   */
  public record Reply(long status, double retryAfterMs) {

    /** Checks the hint. */
    public Reply {
      Numbers.requireFiniteNotNegative("retryAfterMs", retryAfterMs);
    }

    private boolean isRetryable() {
      return status == 408 || status == 429 || (status >= 500 && status <= 599);
    }
  }

  /** Checks attempts and jitter. */
  public StatusSchedule {
    Numbers.requireAtLeastOne("maxAttempts", maxAttempts);
    Numbers.requireNoJitter(backoff);
  }

  /** A doubling schedule without jitter. */
  public static StatusSchedule of(double baseMs, double capMs, long maxAttempts) {
    return new StatusSchedule(Backoff.noJitter(baseMs, capMs), maxAttempts);
  }

  /**
   * The waits between the attempts.
   *
   * @param replies the reply each attempt receives, in order; where they run out the schedule ends
   * @return milliseconds, one per retry: never more than {@code maxAttempts - 1} and none after the last attempt
   */
  public List<Double> waitsMs(List<Reply> replies) {
    List<Double> waits = new ArrayList<>();
    for (Reply reply : replies) {
      long completed = waits.size() + 1L;
      if (completed >= maxAttempts || !reply.isRetryable()) {
        break;
      }
      waits.add(backoff.delayMs(completed, 0, reply.retryAfterMs()));
    }
    return List.copyOf(waits);
  }
}
