package dev.forbear.bench;

import dev.forbear.policy.RetryPolicy;
import dev.forbear.simulate.Arrivals;
import dev.forbear.simulate.ClientModel;
import dev.forbear.simulate.Outage;
import dev.forbear.simulate.ProviderModel;
import dev.forbear.simulate.ServiceTime;
import dev.forbear.simulate.Simulation;
import dev.forbear.simulate.SimulationReport;
import dev.forbear.simulate.World;
import dev.forbear.task.Targets;
import dev.forbear.task.TaskRules;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** How many attempts does the simulator play in a second? Read the row {@code attempts}: a second of it is a second. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class SimulateBenchmark {

  private static final double DEADLINE_MS = 120_000;
  private static final ServiceTime SERVICE = ServiceTime.exponential(1000);

  /** What JMH reports beside the runs. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Attempts {
    /** Played so far. */
    public long attempts;
  }

  private long seed;

  /** Room for everybody, half of the requests fail. */
  @Benchmark
  public SimulationReport independentFailures(Attempts attempts) {
    return run(ProviderModel.unlimited(SERVICE, 0.5), List.of(), 1000, 100_000, attempts);
  }

  /** A short queue that refuses, an outage in the middle. */
  @Benchmark
  public SimulationReport shedding(Attempts attempts) {
    return run(
        ProviderModel.of(1000, SERVICE, 500),
        List.of(Outage.refuse(30_000, 30_000)),
        800,
        100_000,
        attempts);
  }

  /** An endless queue after an outage that it never comes back from: the dearest kind. */
  @Benchmark
  public SimulationReport metastable(Attempts attempts) {
    return run(
        ProviderModel.of(1000, SERVICE, ProviderModel.UNLIMITED),
        List.of(Outage.hang(30_000, 15_000)),
        500,
        100_000,
        attempts);
  }

  private SimulationReport run(
      ProviderModel provider,
      List<Outage> outages,
      double perSecond,
      double durationMs,
      Attempts attempts) {
    TaskRules rules = new TaskRules(
        RetryPolicy.of(4, 500, 20_000, 1), 3000, Double.POSITIVE_INFINITY, Targets.single());
    ClientModel client = ClientModel.of("a", rules, DEADLINE_MS, Arrivals.poisson(perSecond));
    SimulationReport report =
        Simulation.run(World.of(provider, outages, client, durationMs, ++seed));
    attempts.attempts += report.clients().get(0).counts().attempts();
    return report;
  }
}
