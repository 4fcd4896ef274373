package dev.forbear.bench;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.Providers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does it cost to tell what failed? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ClassifyBenchmark {

  private static final long NOW_MS = 1_796_040_000_000L;

  private final ProviderReply typical = reply(
      "{\"error\":{\"message\":\"Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000,"
          + " Used 28000, Requested 3000. Please try again in 2s.\",\"type\":\"tokens\",\"param\":null,"
          + "\"code\":\"rate_limit_exceeded\"}}");

  /** Ten megabytes of JSON with the error in front. */
  private final ProviderReply huge =
      reply("{\"error\":{\"code\":\"rate_limit_exceeded\",\"message\":\"" + "x".repeat(10 << 20)
          + "\"}}");

  private static ProviderReply reply(String body) {
    return new ProviderReply(
        429,
        Map.of("content-type", List.of("application/json"), "x-request-id", List.of("req_1")),
        body);
  }

  /** The floor: status and headers only. */
  @Benchmark
  public Classified statusOnly() {
    return FailureClassifier.defaults().classify(typical, NOW_MS);
  }

  /** The sender is known. */
  @Benchmark
  public Classified typical_named() {
    return Providers.openai().classify(typical, NOW_MS);
  }

  /** The sender has to be recognised. */
  @Benchmark
  public Classified typical_any() {
    return Providers.any().classify(typical, NOW_MS);
  }

  /** A body of ten megabytes costs a bounded read. */
  @Benchmark
  public Classified tenMegabytes_any() {
    return Providers.any().classify(huge, NOW_MS);
  }
}
