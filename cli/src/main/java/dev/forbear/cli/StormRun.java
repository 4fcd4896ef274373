package dev.forbear.cli;

import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Counts;
import dev.forbear.simulate.Moment;
import dev.forbear.simulate.Recovery;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.StormFigures;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One of the runs that are compared: the same world, but for the policy of one client.
 *
 * @param name of that client
 * @param report what the run comes to
 */
record StormRun(String name, SimulationReport report) {

  /** Share of tasks that has to succeed where there is no time before an outage to compare with. */
  private static final double HOLDS = StormFigures.RECOVERED;

  /** Whether all tasks begin together. */
  static boolean isBatch(List<ClientModel> clients) {
    return clients.stream().allMatch(client -> client.arrivals() instanceof Arrivals.Together);
  }

  /** Whether there is anything to tell by: tasks at the end of the run and, with an outage, enough successes before it. */
  boolean isTold() {
    StormFigures storm = report.storm();
    if (isBatch(report.world().clients())) {
      return total().tasks() > 0;
    }
    return report.world().outages().isEmpty()
        ? storm.lateGoodput().isPresent()
        : storm.recovery() != Recovery.CANNOT_BE_TOLD;
  }

  /** Whether the world comes out of its outage or, without one, serves what arrives; false too where that cannot be told. */
  boolean recovers() {
    StormFigures storm = report.storm();
    if (isBatch(report.world().clients())) {
      return overAfterMs().isPresent() && success() >= HOLDS;
    }
    return report.world().outages().isEmpty()
        ? storm.lateGoodput().orElse(0) >= HOLDS
        : storm.recovery() == Recovery.RECOVERED;
  }

  /** The end of the first record at which every task that has begun is over; for a batch. */
  OptionalDouble overAfterMs() {
    return report.moments().stream()
        .filter(moment -> moment.all().tasks() > 0 && open(moment.all()) == 0)
        .mapToDouble(Moment::atMs)
        .findFirst();
  }

  /** At the end of the run, all clients together. */
  Counts total() {
    List<Moment> moments = report.moments();
    return moments.get(moments.size() - 1).all();
  }

  /** Successes among the tasks that are over; 1 without any. */
  double success() {
    Counts total = total();
    long over = total.succeeded() + total.failed();
    return over == 0 ? 1 : (double) total.succeeded() / over;
  }

  private static long open(Counts counts) {
    return counts.tasks() - counts.succeeded() - counts.failed();
  }
}
