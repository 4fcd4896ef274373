package dev.forbear.plan;

/**
 * An end at a time that no wait moves.
 *
 * @param probability of this end
 * @param atMs when
 */
record FixedEnding(double probability, double atMs) implements EndingPart {

  @Override
  public double startMs() {
    return atMs;
  }

  @Override
  public double endMs() {
    return atMs;
  }

  @Override
  public double upTo(double milliseconds) {
    return milliseconds >= atMs ? probability : 0;
  }
}
