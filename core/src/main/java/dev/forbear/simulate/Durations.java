package dev.forbear.simulate;

import java.util.Arrays;

/** How long tasks took: every one is kept, so that quantiles are exact. */
final class Durations {

  private double[] values = new double[64];
  private int size;
  private double sumMs;

  void add(double milliseconds) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = milliseconds;
    sumMs += milliseconds;
  }

  /** All of them together. */
  double sumMs() {
    return sumMs;
  }

  /** All of them, the shortest first. */
  double[] sorted() {
    double[] sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
