package dev.forbear.simulate;

import java.util.List;
import java.util.OptionalDouble;

/** Shares over stretches of a run, as exact as its records. */
final class Windows {

  /** Whether a stretch of time is what somebody looks for. */
  interface Test {
    boolean holds(double fromMs, double toMs);
  }

  private final List<Moment> moments;
  private final double windowMs;

  Windows(List<Moment> moments, double windowMs) {
    this.moments = moments;
    // No window is shorter than the distance of the records.
    this.windowMs = moments.size() < 2
        ? windowMs
        : Math.max(windowMs, moments.get(1).atMs() - moments.get(0).atMs());
  }

  double lastMs() {
    return moments.get(moments.size() - 1).atMs();
  }

  /** Successes per task; empty without tasks. */
  OptionalDouble goodput(double fromMs, double toMs) {
    Counts counts = between(fromMs, toMs);
    return share(counts.succeeded(), counts.tasks());
  }

  /** Attempts per task; empty without tasks. */
  OptionalDouble load(double fromMs, double toMs) {
    Counts counts = between(fromMs, toMs);
    return share(counts.attempts(), counts.tasks());
  }

  /** The largest load of a window. */
  OptionalDouble peakLoad() {
    OptionalDouble peak = OptionalDouble.empty();
    for (Moment moment : moments) {
      if (moment.atMs() + windowMs > lastMs()) {
        break;
      }
      OptionalDouble load = load(moment.atMs(), moment.atMs() + windowMs);
      if (load.isPresent() && load.getAsDouble() > peak.orElse(0)) {
        peak = load;
      }
    }
    return peak;
  }

  /** How long after a time the first window begins for which a test holds; empty for none. */
  OptionalDouble firstFrom(double startMs, Test test) {
    for (Moment moment : moments) {
      double fromMs = moment.atMs();
      if (fromMs >= startMs
          && fromMs + windowMs <= lastMs()
          && test.holds(fromMs, fromMs + windowMs)) {
        return OptionalDouble.of(fromMs - startMs);
      }
    }
    return OptionalDouble.empty();
  }

  /** The most attempts per second between two records. */
  double peakAttemptsPerSecond() {
    double peak = 0;
    for (int i = 1; i < moments.size(); i++) {
      Moment before = moments.get(i - 1);
      Moment now = moments.get(i);
      double seconds = Math.max(StormFigures.RECORD_MS, now.atMs() - before.atMs()) / 1000;
      peak = Math.max(peak, now.all().since(before.all()).attempts() / seconds);
    }
    return peak;
  }

  private Counts between(double fromMs, double toMs) {
    return at(toMs).since(at(fromMs));
  }

  /** The last record that is not after a time. */
  private Counts at(double ms) {
    int low = 0;
    int high = moments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (moments.get(middle).atMs() <= ms) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return moments.get(low).all();
  }

  private static OptionalDouble share(long part, long whole) {
    return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
  }
}
