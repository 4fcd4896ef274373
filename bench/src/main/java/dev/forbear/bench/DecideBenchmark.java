package dev.forbear.bench;

import dev.forbear.policy.Decision;
import dev.forbear.policy.Failure;
import dev.forbear.policy.RetryPolicy;
import dev.forbear.policy.StopReason;
import io.github.resilience4j.core.IntervalFunction;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does one decision cost? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecideBenchmark {

  private static final Decision STOP = new Decision.Stop(StopReason.DEADLINE);

  private final RetryPolicy policy = RetryPolicy.of(4, 500, 8000, 1000);
  private final IntervalFunction interval =
      IntervalFunction.ofExponentialRandomBackoff(500, 2.0, 0.5, 8000);
  private boolean isTransient = true;
  private boolean safe = true;
  private double hintMs = 100;
  private long completed = 2;
  private double remainingMs = 20_000;
  private double random = 0.5;

  /** The floor: the same rules in one method, answering a number. */
  @Benchmark
  public double handWritten() {
    return HandWritten.decide(
        isTransient, safe, hintMs, completed, remainingMs, random, 4, 500, 8000, 1000);
  }

  /** The floor of what hands out a result to look at: the same, with one record allocated. */
  @Benchmark
  public Decision handWritten_record() {
    double delayMs = handWritten();
    return delayMs < 0 ? STOP : new Decision.Retry(delayMs);
  }

  /** The pure decision, its failure included. */
  @Benchmark
  public Decision forbear() {
    return policy.decide(new Failure(isTransient, safe, hintMs), completed, remainingMs, random);
  }

  /** Only the interval: no deadline, no hint, no safety. */
  @Benchmark
  public long resilience4jInterval() {
    return interval.apply((int) completed);
  }
}
