package dev.forbear.simulate;

import java.util.OptionalDouble;

/**
 * How the provider behaves: so many requests at once, a queue for the others, and what it does with those that do not fit.
 *
 * @param slots requests it works on at once, at least 1; {@link #UNLIMITED} for no limit
 * @param service how long it works on one
 * @param failureRate share of the requests it works on that fail, 0 to 1
 * @param queueLimit requests that may wait for a slot, at least 0; {@link #UNLIMITED} for no limit
 * @param queueOrder which of them is next
 * @param shedMs how long it takes to refuse a request that does not fit, milliseconds, at least 0; refusing takes no slot
 * @param hintMs the minimum wait it names when it refuses, milliseconds, at least 0; empty for none
 * @param giveUp what becomes of a request whose client has gone
 */
public record ProviderModel(
    int slots,
    ServiceTime service,
    double failureRate,
    int queueLimit,
    QueueOrder queueOrder,
    double shedMs,
    OptionalDouble hintMs,
    GiveUp giveUp) {

  /** No limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** How long a refusal takes where nothing else is said: a round trip within a region, milliseconds. */
  public static final double DEFAULT_SHED_MS = 50;

  /** Which of the waiting requests is next. */
  public enum QueueOrder {
    /** The one that has waited longest, which under overload is the one whose client gives up next. */
    FIFO,
    /** The one that came last. */
    LIFO
  }

  /** What becomes of a request whose client has gone. */
  public enum GiveUp {
    /** It is worked on to its end, for nobody. */
    UNNOTICED,
    /** It leaves the queue; what is being worked on is worked on to its end. */
    LEAVES_QUEUE,
    /** It leaves the queue or its slot at once. */
    STOPS_WORK
  }

  /** Checks every number. */
  public ProviderModel {
    if (slots < 1) {
      throw new IllegalArgumentException("slots must be >= 1, was " + slots);
    }
    Checks.requireShare("failureRate", failureRate);
    if (queueLimit < 0) {
      throw new IllegalArgumentException("queueLimit must be >= 0, was " + queueLimit);
    }
    Checks.requireMs("shedMs", shedMs);
    if (hintMs.isPresent()) {
      Checks.requireMs("hintMs", hintMs.getAsDouble());
    }
  }

  /** So many at once, a queue of that length in the order of arrival, refusals without a hint; a client that goes is not noticed. */
  public static ProviderModel of(int slots, ServiceTime service, int queueLimit) {
    return new ProviderModel(
        slots,
        service,
        0,
        queueLimit,
        QueueOrder.FIFO,
        DEFAULT_SHED_MS,
        OptionalDouble.empty(),
        GiveUp.UNNOTICED);
  }

  /** Room for everybody; that share of requests fails, whenever it comes. */
  public static ProviderModel unlimited(ServiceTime service, double failureRate) {
    return of(UNLIMITED, service, 0).withFailureRate(failureRate);
  }

  /** The same, of which that share fails. */
  public ProviderModel withFailureRate(double share) {
    return new ProviderModel(slots, service, share, queueLimit, queueOrder, shedMs, hintMs, giveUp);
  }

  /** The same with that hint on every refusal and every failure it tells. */
  public ProviderModel withHintMs(double milliseconds) {
    return new ProviderModel(
        slots,
        service,
        failureRate,
        queueLimit,
        queueOrder,
        shedMs,
        OptionalDouble.of(milliseconds),
        giveUp);
  }

  /** The same that treats requests of clients that have gone this way. */
  public ProviderModel withGiveUp(GiveUp other) {
    return new ProviderModel(
        slots, service, failureRate, queueLimit, queueOrder, shedMs, hintMs, other);
  }

  /** Requests it can finish per second; infinite without a limit. */
  public double capacityPerSecond() {
    return slots == UNLIMITED || service.meanMs() == 0
        ? Double.POSITIVE_INFINITY
        : slots * 1000.0 / service.meanMs();
  }
}
