package dev.forbear.cli;

import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.SimulationBounds;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that say when simulated tasks begin. */
final class ArrivalFlags {

  /** Four fifths of what the provider can serve where nothing else is said. */
  private static final double DEFAULT_PER_SECOND = 80;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      converter = Rate.Converter.class,
      description = "Tasks that begin at random, on average (default 80/s).")
  private @Nullable Rate rate;

  @Option(
      names = "--together",
      paramLabel = "N",
      converter = Count.class,
      description = "Instead, so many tasks that all begin at one moment (see --from).")
  private @Nullable Long together;

  @Option(
      names = "--workers",
      paramLabel = "N",
      converter = Count.class,
      description = "Instead, workers that begin a task when their last one has ended.")
  private @Nullable Long workers;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "The pause of --workers between two tasks, on average (default 1s).")
  private @Nullable HumanDuration think;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "When the first task may begin (default 0).")
  private @Nullable HumanDuration from;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "With --rate, when the last task may begin (default: the end).")
  private @Nullable HumanDuration until;

  /**
   * When tasks begin.
   *
   * @throws IllegalArgumentException naming the flags that do not go together, or the value that is not allowed
   */
  Arrivals arrivals() {
    refuseTwo();
    double fromMs = from == null ? 0 : OutageFlags.atMost100Years("--from", from);
    if (together != null) {
      return new Arrivals.Together(whole("--together", together), fromMs);
    }
    if (workers != null) {
      if (from != null) {
        throw new IllegalArgumentException("--from does not go with --workers: they begin at once");
      }
      double thinkMs = think == null ? 1000 : OutageFlags.atMost100Years("--think", think);
      if (thinkMs == 0) {
        throw new IllegalArgumentException("--think must be more than 0");
      }
      return new Arrivals.Closed(whole("--workers", workers), thinkMs);
    }
    double perSecond = rate == null ? DEFAULT_PER_SECOND : rate.perSecond();
    if (perSecond > SimulationBounds.MAX_PER_SECOND) {
      throw new IllegalArgumentException("--rate must be at most "
          + WorldText.rate(SimulationBounds.MAX_PER_SECOND) + ", was " + WorldText.rate(perSecond));
    }
    double untilMs = until == null ? Double.POSITIVE_INFINITY : until.ms();
    if (untilMs <= fromMs) {
      throw new IllegalArgumentException("--until must be after --from ("
          + HumanDuration.text(fromMs) + "), was " + HumanDuration.text(untilMs));
    }
    return new Arrivals.Poisson(perSecond, fromMs, untilMs);
  }

  private void refuseTwo() {
    int kinds = (rate == null ? 0 : 1) + (together == null ? 0 : 1) + (workers == null ? 0 : 1);
    if (kinds > 1) {
      throw new IllegalArgumentException("give one of --rate, --together and --workers");
    }
    if (think != null && workers == null) {
      throw new IllegalArgumentException("--think needs --workers, as in --workers 50 --think 1s");
    }
    if (until != null && (together != null || workers != null)) {
      throw new IllegalArgumentException("--until goes with --rate only");
    }
  }

  private static int whole(String flag, long count) {
    if (count > SimulationBounds.MAX_TASKS) {
      throw new IllegalArgumentException(
          flag + " must be at most " + SimulationBounds.MAX_TASKS + ", was " + count);
    }
    return (int) count;
  }
}
