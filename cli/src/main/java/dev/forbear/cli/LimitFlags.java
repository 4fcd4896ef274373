package dev.forbear.cli;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that limit a task in time; a mixin of every command that carries one out. */
final class LimitFlags {

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      defaultValue = "60s",
      converter = HumanDuration.Converter.class,
      description =
          "Time for the whole task: attempts, waits and bodies (default ${DEFAULT-VALUE}).")
  private HumanDuration deadline = HumanDuration.ZERO;

  @Option(
      names = "--attempt-timeout",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "Longest time for one attempt (default: what is left to the deadline).")
  private @Nullable HumanDuration attemptTimeout;

  @Option(
      names = "--max-retry-after",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "Longest wait the provider may ask for; a longer one stops (default: none).")
  private @Nullable HumanDuration maxRetryAfter;

  Duration deadline() {
    return deadline.positive("--deadline");
  }

  Optional<Duration> attemptTimeout() {
    return Optional.ofNullable(attemptTimeout).map(given -> given.positive("--attempt-timeout"));
  }

  Optional<Duration> maxRetryAfter() {
    return Optional.ofNullable(maxRetryAfter).map(given -> given.positive("--max-retry-after"));
  }
}
