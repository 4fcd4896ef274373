package dev.forbear.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The state of a run, recorded at even distances and at its end. */
final class Records {

  private final List<Moment> moments = new ArrayList<>();
  private final double everyMs;
  private final double endMs;

  Records(double everyMs, double endMs) {
    this.everyMs = everyMs;
    this.endMs = endMs;
  }

  /** When the next one is due, milliseconds; infinite after the end. */
  double nextMs() {
    if (!moments.isEmpty() && moments.get(moments.size() - 1).atMs() >= endMs) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.min(moments.size() * everyMs, endMs);
  }

  void add(Moment moment) {
    moments.add(moment);
  }

  List<Moment> all() {
    return Collections.unmodifiableList(moments);
  }
}
