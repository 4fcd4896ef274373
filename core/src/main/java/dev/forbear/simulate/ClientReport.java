package dev.forbear.simulate;

import dev.forbear.plan.Quantiles;
import dev.forbear.task.EndReason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a run comes to for one client. Shares are empty where there was nothing to share.
 *
 * @param name of the client
 * @param counts at the end of the run
 * @param failedBy tasks that ended without success, by reason
 * @param meanMs time of the tasks that ended, on average, milliseconds
 * @param successMeanMs the same of those that succeeded
 * @param quantiles of the time of the tasks that ended
 * @param successQuantiles the same of those that succeeded
 */
public record ClientReport(
    String name,
    Counts counts,
    Map<EndReason, Long> failedBy,
    OptionalDouble meanMs,
    OptionalDouble successMeanMs,
    Optional<Quantiles> quantiles,
    Optional<Quantiles> successQuantiles) {

  /** Keeps its own map. */
  public ClientReport {
    Map<EndReason, Long> copy = new EnumMap<>(EndReason.class);
    copy.putAll(failedBy);
    failedBy = Collections.unmodifiableMap(copy);
  }

  static ClientReport of(String name, Tally tally) {
    double[] succeeded = tally.succeededMs.sorted();
    double[] all = merge(succeeded, tally.failedMs.sorted());
    return new ClientReport(
        name,
        tally.counts(),
        tally.endedBy,
        all.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((tally.succeededMs.sumMs() + tally.failedMs.sumMs()) / all.length),
        succeeded.length == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(tally.succeededMs.sumMs() / succeeded.length),
        quantiles(all),
        quantiles(succeeded));
  }

  /** Tasks that have not ended. */
  public long unfinished() {
    return counts.tasks() - counts.succeeded() - counts.failed();
  }

  /** Attempts per task. */
  public OptionalDouble load() {
    return share(counts.attempts(), counts.tasks());
  }

  /** Successes among the tasks that ended. */
  public OptionalDouble successShare() {
    return share(counts.succeeded(), counts.succeeded() + counts.failed());
  }

  /** Work for nobody among all that the provider has carried out. */
  public OptionalDouble wastedShare() {
    return share(counts.carriedOutForNobody(), counts.carriedOut());
  }

  private static OptionalDouble share(long part, long whole) {
    return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
  }

  private static Optional<Quantiles> quantiles(double[] sorted) {
    return sorted.length == 0
        ? Optional.empty()
        : Optional.of(new Quantiles(
            at(sorted, 0.5),
            at(sorted, 0.9),
            at(sorted, 0.95),
            at(sorted, 0.99),
            at(sorted, 0.999)));
  }

  /** The smallest value that at least this share does not exceed. */
  private static double at(double[] sorted, double share) {
    return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
  }

  private static double[] merge(double[] one, double[] other) {
    double[] both = new double[one.length + other.length];
    int i = 0;
    int j = 0;
    for (int k = 0; k < both.length; k++) {
      boolean takesOne = j == other.length || (i < one.length && one[i] <= other[j]);
      both[k] = takesOne ? one[i++] : other[j++];
    }
    return both;
  }
}
