package dev.forbear.bench;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.forbear.AttemptCall;
import dev.forbear.Forbear;
import dev.forbear.Outcome;
import dev.forbear.Task;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RequestMayHaveRun;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does a call cost that succeeds at once, and one that fails twice and then succeeds, without any wait? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CallBenchmark {

  private final IOException failure = new ConnectException("prepared");
  private static final CompletableFuture<String> DONE = CompletableFuture.completedFuture("ok");

  /** Judges every exception alike, as the hand-written loop does. */
  private static final class Constant implements FailureClassifier {

    private static final Classified VERDICT =
        Classified.of(FailureClass.CONNECT_FAILED, true, RequestMayHaveRun.NO, "constant");

    @Override
    public Classified classify(ProviderReply reply, long nowEpochMs) {
      return VERDICT;
    }

    @Override
    public Classified classify(Throwable thrown, long nowEpochMs) {
      return VERDICT;
    }
  }

  private final Forbear forbear = Forbear.builder()
      .policy(dev.forbear.policy.RetryPolicy.of(3, 0, 8000, 1))
      .classifier(new Constant())
      .random(() -> 0)
      .build();
  private final Forbear withDefaults =
      Forbear.builder().policy(dev.forbear.policy.RetryPolicy.of(3, 0, 8000, 1)).build();
  private final Task guarded = Task.named("bench").repeatable().deadline(Duration.ofSeconds(20));
  private final Task selfTimed = guarded.selfTimed();
  private final Retry resilience4j = Retry.of(
      "bench", RetryConfig.custom().maxAttempts(3).waitDuration(Duration.ZERO).build());
  private final FailsafeExecutor<Object> failsafe =
      Failsafe.with(RetryPolicy.builder().withMaxAttempts(3).build());

  private int calls;

  private String succeed() {
    return "ok";
  }

  private String failTwice() throws IOException {
    if (++calls % 3 != 0) {
      throw failure;
    }
    return "ok";
  }

  private final AttemptCall<String> succeeding = attempt -> succeed();
  private final AttemptCall<String> failing = attempt -> failTwice();
  private final Callable<String> succeedingCallable = this::succeed;
  private final Callable<String> failingCallable = this::failTwice;

  @Benchmark
  public String success_handWritten() throws Exception {
    return HandWritten.call(succeedingCallable, 3, 20_000_000_000L, 1);
  }

  @Benchmark
  public Outcome<String> success_forbear_selfTimed() {
    return forbear.run(selfTimed, succeeding);
  }

  @Benchmark
  public Outcome<String> success_forbear_guarded() {
    return forbear.run(guarded, succeeding);
  }

  @Benchmark
  public Outcome<String> success_forbear_async() {
    return forbear.runAsync(selfTimed, attempt -> DONE).join();
  }

  @Benchmark
  public String success_resilience4j() throws Exception {
    return resilience4j.executeCallable(succeedingCallable);
  }

  @Benchmark
  public Object success_failsafe() {
    return failsafe.get(this::succeed);
  }

  @Benchmark
  public String twoFailures_handWritten() throws Exception {
    return HandWritten.call(failingCallable, 3, 20_000_000_000L, 1);
  }

  @Benchmark
  public Outcome<String> twoFailures_forbear_selfTimed() {
    return forbear.run(selfTimed, failing);
  }

  @Benchmark
  public Outcome<String> twoFailures_forbear_guarded() {
    return forbear.run(guarded, failing);
  }

  @Benchmark
  public Outcome<String> twoFailures_forbear_ownClassifier() {
    return withDefaults.run(selfTimed, failing);
  }

  @Benchmark
  public String twoFailures_resilience4j() throws Exception {
    return resilience4j.executeCallable(failingCallable);
  }

  @Benchmark
  public Object twoFailures_failsafe() {
    return failsafe.get(this::failTwice);
  }
}
