package dev.forbear.plan;

/**
 * What follows the k-th failed attempt: the wait, where it fits, and the stop where it does not.
 *
 * <p>Waits are never negative, so a wait that fits implies that every earlier one did: the attempt after it is started if and
 * only if the sum of all waits up to here is at most the gate, {@code deadline - minimum attempt - k * failed latency}.
 */
interface Stage {

  /** The sum of the first k waits, whether they fit or not. */
  SumCdf sum();

  /** The mean of the k-th wait where it fits, times the probability that it does. */
  double waitedMs();

  /** The probability that the waits before this one were at most that much in all, and this one does not fit. */
  double stoppedBy(double earlierMs);
}
