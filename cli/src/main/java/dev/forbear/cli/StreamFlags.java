package dev.forbear.cli;

import dev.forbear.Task;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that limit an answer that is a stream in time. */
final class StreamFlags {

  @Option(
      names = "--first-token-timeout",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "Of a stream: longest time to the first piece of an answer (default: none).")
  private @Nullable HumanDuration firstTokenTimeout;

  @Option(
      names = "--idle-timeout",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "Of a stream: longest silence once it has begun (default: none).")
  private @Nullable HumanDuration idleTimeout;

  Optional<Duration> firstTokenTimeout() {
    return Optional.ofNullable(firstTokenTimeout)
        .map(given -> given.positive("--first-token-timeout"));
  }

  Optional<Duration> idleTimeout() {
    return Optional.ofNullable(idleTimeout).map(given -> given.positive("--idle-timeout"));
  }

  /** The flags given; empty for none. */
  String given() {
    return firstTokenTimeout != null
        ? "--first-token-timeout"
        : idleTimeout != null ? "--idle-timeout" : "";
  }

  /** The task with these limits. */
  Task applyTo(Task task) {
    Task limited = firstTokenTimeout().map(task::firstTokenTimeout).orElse(task);
    return idleTimeout().map(limited::idleTimeout).orElse(limited);
  }
}
