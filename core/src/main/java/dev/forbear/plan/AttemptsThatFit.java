package dev.forbear.plan;

/**
 * Four senses in which attempts fit into the deadline, each a number of attempts, when every attempt fails.
 *
 * @param worst certain to end in time, with the longest waits; an attempt is counted with the longer of the success latency
 *     and the minimum
 * @param mean end in time when every wait is its mean
 * @param best end in time when every wait is its shortest
 * @param worstStart certain to be started, with the longest waits
 */
public record AttemptsThatFit(int worst, int mean, int best, int worstStart) {}
