package dev.forbear.plan;

import java.util.function.DoubleUnaryOperator;

/**
 * An end some fixed time after a sum of waits, where that sum is small enough.
 *
 * @param probability of the attempts that lead here, whatever the waits
 * @param offsetMs the fixed time
 * @param waited the sum
 * @param largestMs the largest sum that leads here
 * @param upTo the probability of the waits that lead here, for sums up to its argument
 */
record Ending(
    double probability, double offsetMs, SumCdf waited, double largestMs, DoubleUnaryOperator upTo)
    implements EndingPart {

  @Override
  public double startMs() {
    return offsetMs + waited.minMs();
  }

  @Override
  public double endMs() {
    return Math.max(startMs(), offsetMs + Math.min(waited.maxMs(), largestMs));
  }

  @Override
  public double upTo(double milliseconds) {
    return probability * upTo.applyAsDouble(Math.min(milliseconds - offsetMs, largestMs));
  }
}
