package dev.forbear.plan;

/** The distribution of the sum of the first waits of a course. Times are milliseconds. */
interface SumCdf {

  /** Nothing was waited yet. */
  SumCdf NOTHING = new SmoothSum(0, PanelCdf.POINT);

  double minMs();

  double maxMs();

  /** The probability of at most that much. */
  double at(double xMs);

  /** The mean of what is at most that much, times its probability. */
  double partialMeanMs(double xMs);

  /** How far a probability may be off; an estimate where the law is not exact. */
  double error();
}
