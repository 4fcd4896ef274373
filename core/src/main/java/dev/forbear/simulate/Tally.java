package dev.forbear.simulate;

import dev.forbear.task.EndReason;
import dev.forbear.task.Ending;
import java.util.EnumMap;
import java.util.Map;

/**
 * What is counted of one client while the world goes on. No count passes {@link SimulationBounds#MAX_EVENTS} by much, and
 * JavaScript is slow with numbers of 64 bits.
 */
final class Tally {

  final Durations succeededMs = new Durations();
  final Durations failedMs = new Durations();
  final Map<EndReason, Long> endedBy = new EnumMap<>(EndReason.class);

  int tasks;
  int attempts;
  int succeeded;
  int ended;
  int timedOut;
  int waiting;
  int inFlight;
  int carriedOut;
  int carriedOutForNobody;
  int carriedOutAgain;

  void begin() {
    tasks++;
  }

  void send() {
    attempts++;
    inFlight++;
  }

  void carriedOut(boolean forNobody, boolean again) {
    carriedOut++;
    if (forNobody) {
      carriedOutForNobody++;
    }
    if (again) {
      carriedOutAgain++;
    }
  }

  void end(Ending ending, double durationMs) {
    ended++;
    EndReason reason = ending.reason();
    if (reason == null) {
      succeeded++;
      succeededMs.add(durationMs);
    } else {
      endedBy.merge(reason, 1L, Long::sum);
      failedMs.add(durationMs);
    }
  }

  private long endedBy(EndReason reason) {
    return endedBy.getOrDefault(reason, 0L);
  }

  Counts counts() {
    return new Counts(
        tasks,
        attempts,
        succeeded,
        ended - succeeded,
        endedBy(EndReason.RETRY_BUDGET) + endedBy(EndReason.CONCURRENCY),
        timedOut,
        waiting,
        inFlight,
        carriedOut,
        carriedOutForNobody,
        carriedOutAgain);
  }
}
