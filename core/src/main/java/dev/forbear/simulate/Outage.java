package dev.forbear.simulate;

/**
 * A time in which the provider does not do its work.
 *
 * @param kind what it does instead
 * @param startMs when it begins, milliseconds, at least 0
 * @param durationMs how long it lasts, milliseconds, more than 0
 * @param share for {@link Kind#SLOW}: the share of its speed that is left, more than 0; for {@link Kind#FAIL}: the share of
 *     requests that fail; 1 otherwise
 */
public record Outage(Kind kind, double startMs, double durationMs, double share) {

  /** What a provider does instead of its work. */
  public enum Kind {
    /** Every request is refused at once; what it works on goes on. */
    REFUSE,
    /** Requests are taken and nothing is finished; the work goes on when it is over. */
    HANG,
    /** Requests that begin take longer. */
    SLOW,
    /** Requests are worked on, and fail. */
    FAIL
  }

  /** Checks every number. */
  public Outage {
    Checks.requireMs("start of the outage", startMs);
    Checks.requirePositiveMs("duration of the outage", durationMs);
    Checks.requireShare("share of the outage", share);
    if (kind == Kind.SLOW && share == 0) {
      throw new IllegalArgumentException(
          "share of a slow outage must be more than 0; an outage in which nothing is finished is HANG");
    }
  }

  /** Every request is refused at once. */
  public static Outage refuse(double startMs, double durationMs) {
    return new Outage(Kind.REFUSE, startMs, durationMs, 1);
  }

  /** Nothing is finished. */
  public static Outage hang(double startMs, double durationMs) {
    return new Outage(Kind.HANG, startMs, durationMs, 1);
  }

  /** Only that share of the speed is left. */
  public static Outage slow(double startMs, double durationMs, double speed) {
    return new Outage(Kind.SLOW, startMs, durationMs, speed);
  }

  /** That share of the requests fails. */
  public static Outage fail(double startMs, double durationMs, double failing) {
    return new Outage(Kind.FAIL, startMs, durationMs, failing);
  }

  /** When it is over, milliseconds. */
  public double endMs() {
    return startMs + durationMs;
  }
}
