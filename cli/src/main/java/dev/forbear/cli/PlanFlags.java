package dev.forbear.cli;

import dev.forbear.plan.Draws;
import dev.forbear.plan.PlanBounds;
import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.PlanJitter;
import dev.forbear.plan.PlanSummary;
import dev.forbear.plan.WaitRule;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/**
 * The flags a plan is made from.
 *
 * <p>Beside {@link PolicyFlags} they know what is planned only, no cap, and a minimum of 0.
 */
final class PlanFlags {

  @Option(
      names = "--attempts",
      paramLabel = "N",
      defaultValue = "3",
      converter = Attempts.class,
      description = "Attempts in all, the first included (default ${DEFAULT-VALUE}).")
  private int attempts;

  @Option(
      names = "--base",
      paramLabel = "TIME",
      defaultValue = "500ms",
      converter = HumanDuration.Converter.class,
      description = "Ceiling of the first wait (default ${DEFAULT-VALUE}).")
  private HumanDuration base = HumanDuration.ZERO;

  @Option(
      names = "--multiplier",
      paramLabel = "X",
      defaultValue = "2",
      converter = DecimalNumber.class,
      description = "Growth of the ceiling per attempt, at least 1 (default ${DEFAULT-VALUE}).")
  private double multiplier;

  @Option(
      names = "--cap",
      paramLabel = "TIME",
      defaultValue = "8s",
      description = "Longest own wait, or none (default ${DEFAULT-VALUE}).")
  private String cap = "";

  @Option(
      names = "--jitter",
      paramLabel = "KIND",
      defaultValue = "full",
      converter = JitterWord.class,
      description =
          "How waits spread: none, full, equal or, planned only, decorrelated (default ${DEFAULT-VALUE}).")
  private PlanJitter jitter = PlanJitter.FULL;

  @Option(
      names = "--minimum",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = HumanDuration.Converter.class,
      description = "Time an attempt needs to be worth starting (default ${DEFAULT-VALUE}).")
  private HumanDuration minimum = HumanDuration.ZERO;

  @Option(
      names = "--fail",
      paramLabel = "SHARE",
      defaultValue = "8%",
      converter = Share.Converter.class,
      description = "Share of attempts that fail, such as 8%% or 0.08 (default 8%%).")
  private Share failureRate = new Share(0);

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      defaultValue = "1200ms",
      converter = HumanDuration.Converter.class,
      description = "How long an attempt takes (default ${DEFAULT-VALUE}).")
  private HumanDuration latency = HumanDuration.ZERO;

  @Option(
      names = "--failed-latency",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "How long an attempt that fails takes (default: the same).")
  private @Nullable HumanDuration failedLatency;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "Time for the whole task (default: none).")
  private @Nullable HumanDuration deadline;

  @Option(
      names = "--retry-after",
      paramLabel = "TIME",
      converter = HumanDuration.Converter.class,
      description = "The hint that comes with every failure (default: none).")
  private @Nullable HumanDuration retryAfter;

  @Option(
      names = "--hint-rule",
      paramLabel = "RULE",
      defaultValue = "floor",
      converter = HintRuleWord.class,
      description =
          "How the hint counts: floor (the longer wait), on-top (both) or, planned only, spread (up to half more) and"
              + " exact (default ${DEFAULT-VALUE}).")
  private PlanHintRule hintRule = PlanHintRule.FLOOR;

  @Option(
      names = "--draws",
      paramLabel = "KIND",
      defaultValue = "continuous",
      converter = DrawsWord.class,
      description =
          "Waits as any number (continuous) or as the runtime draws them (whole-ms) (default ${DEFAULT-VALUE}).")
  private Draws draws = Draws.CONTINUOUS;

  /** Whether there is a deadline to be met. */
  boolean hasDeadline() {
    return deadline != null;
  }

  /**
   * What is planned.
   *
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  PlanInput input() {
    double capMs = cap.equals("none") ? Double.POSITIVE_INFINITY : capMs();
    double latencyMs = ms("--latency", latency);
    HumanDuration failed = failedLatency;
    HumanDuration hint = retryAfter;
    refuseLongChains();
    requireMultiplier(multiplier);
    return new PlanInput(
        new WaitRule(ms("--base", base), multiplier, capMs, jitter, hintRule),
        attempts,
        ms("--minimum", minimum),
        failureRate.value(),
        latencyMs,
        failed == null ? latencyMs : ms("--failed-latency", failed),
        deadlineMs(),
        hint == null ? OptionalDouble.empty() : OptionalDouble.of(ms("--retry-after", hint)),
        draws);
  }

  private double capMs() {
    HumanDuration given;
    try {
      given = HumanDuration.parse(cap);
    } catch (IllegalArgumentException refused) {
      throw new IllegalArgumentException("--cap: " + refused.getMessage() + ", or none", refused);
    }
    if (given.ms() == 0) {
      throw new IllegalArgumentException("--cap must be more than 0; write --cap none for no cap");
    }
    return ms("--cap", given);
  }

  private double deadlineMs() {
    HumanDuration given = deadline;
    if (given == null) {
      return Double.POSITIVE_INFINITY;
    }
    if (given.ms() == 0) {
      throw new IllegalArgumentException(
          "--deadline must be more than 0; leave it out for no deadline");
    }
    return ms("--deadline", given);
  }

  /** For every command that takes the flag. */
  static void requireMultiplier(double multiplier) {
    if (!(multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "--multiplier must be a finite number >= 1, was " + multiplier);
    }
  }

  private void refuseLongChains() {
    if (jitter == PlanJitter.DECORRELATED && attempts > PlanBounds.MAX_DECORRELATED_ATTEMPTS) {
      throw new IllegalArgumentException("--attempts must be from 1 to "
          + PlanBounds.MAX_DECORRELATED_ATTEMPTS + " with --jitter decorrelated, was " + attempts);
    }
  }

  private static double ms(String flag, HumanDuration given) {
    if (given.ms() > PlanBounds.MAX_MS) {
      throw new IllegalArgumentException(flag + " must be at most "
          + PlanSummary.time(PlanBounds.MAX_MS) + " (2^53 ms), was longer");
    }
    return given.ms();
  }

  /** As many as a plan may have. */
  private static final class Attempts implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return (int) Count.upTo(PlanBounds.MAX_ATTEMPTS, text);
    }
  }

  private static final class JitterWord implements ITypeConverter<PlanJitter> {
    @Override
    public PlanJitter convert(String text) {
      return Word.of(PlanJitter.class, text);
    }
  }

  private static final class HintRuleWord implements ITypeConverter<PlanHintRule> {
    @Override
    public PlanHintRule convert(String text) {
      // The word of the other commands, beside that of the lines.
      return text.equals("on-top") ? PlanHintRule.ADD : Word.of(PlanHintRule.class, text);
    }
  }

  private static final class DrawsWord implements ITypeConverter<Draws> {
    @Override
    public Draws convert(String text) {
      return Word.of(Draws.class, text);
    }
  }
}
