package dev.forbear.cli;

import dev.forbear.generate.Recipe;
import dev.forbear.generate.Traffic;
import dev.forbear.plan.PlanInput;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags that describe a policy to be written down, and the traffic its figures are planned for. */
final class RecipeFlags {

  @Option(
      names = "--attempts",
      paramLabel = "N",
      defaultValue = "3",
      converter = Count.class,
      description = "Attempts in all, the first included (default ${DEFAULT-VALUE}).")
  private long attempts;

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
      converter = Limit.class,
      description = "Longest own wait, or none (default ${DEFAULT-VALUE}).")
  private double capMs;

  @Option(
      names = "--jitter",
      paramLabel = "KIND",
      defaultValue = "full",
      converter = JitterWord.class,
      description =
          "How waits spread below the ceiling: none, full or equal (default ${DEFAULT-VALUE}).")
  private Jitter jitter = Jitter.FULL;

  @Option(
      names = "--hint-rule",
      paramLabel = "RULE",
      defaultValue = "floor",
      converter = HintRuleWord.class,
      description =
          "How the provider's hint counts: floor (the longer wait) or on-top (both) (default ${DEFAULT-VALUE}).")
  private HintRule hintRule = HintRule.FLOOR;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      defaultValue = "none",
      converter = Limit.class,
      description = "Time for everything, or none (default ${DEFAULT-VALUE}).")
  private double deadlineMs;

  @Option(
      names = "--minimum",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = HumanDuration.Converter.class,
      description =
          "Time an attempt needs to be worth starting, more than 0 (default ${DEFAULT-VALUE}).")
  private HumanDuration minimum = HumanDuration.ZERO;

  @Option(
      names = "--attempt-timeout",
      paramLabel = "TIME",
      defaultValue = "none",
      converter = Limit.class,
      description = "Time for one attempt, or none (default ${DEFAULT-VALUE}).")
  private double attemptTimeoutMs;

  @Option(
      names = "--statuses",
      paramLabel = "LIST",
      converter = StatusList.class,
      description =
          "Statuses that are repeated, such as 429,503,529 (default: 14 that pass at model providers).")
  private @Nullable List<Integer> statuses;

  @Option(
      names = "--fail",
      paramLabel = "SHARE",
      defaultValue = "8%",
      converter = Share.Converter.class,
      description = "Share of attempts that fail, for the figures (default 8%%).")
  private Share failureRate = new Share(0);

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      defaultValue = "1200ms",
      converter = HumanDuration.Converter.class,
      description = "How long an attempt takes, for the figures (default ${DEFAULT-VALUE}).")
  private HumanDuration latency = HumanDuration.ZERO;

  /**
   * The policy.
   *
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  Recipe recipe() {
    List<Integer> given = statuses;
    return new Recipe(
        PlanInput.requireAttempts(attempts),
        base.ms(),
        multiplier,
        capMs,
        jitter,
        hintRule,
        deadlineMs,
        minimum.ms(),
        attemptTimeoutMs,
        given == null ? Recipe.DEFAULT_STATUSES : given);
  }

  Traffic traffic() {
    return new Traffic(failureRate.value(), latency.ms());
  }

  /** A time that may be none. */
  private static final class Limit implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      if (text.equals("none")) {
        return Recipe.NONE;
      }
      try {
        double milliseconds = HumanDuration.parse(text).ms();
        if (milliseconds > 0) {
          return milliseconds;
        }
      } catch (IllegalArgumentException refused) {
        throw new TypeConversionException(refused.getMessage() + ", or none");
      }
      throw new TypeConversionException("must be more than 0; write none for no limit");
    }
  }

  private static final class StatusList implements ITypeConverter<List<Integer>> {
    @Override
    public List<Integer> convert(String text) {
      List<Integer> statuses = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        if (!part.strip().matches("[0-9]{3}")) {
          throw new TypeConversionException(
              "must be statuses with commas between, such as 429,503,529; was '" + Shown.text(text)
                  + "'");
        }
        statuses.add(Integer.valueOf(part.strip()));
      }
      return statuses;
    }
  }

  private static final class JitterWord implements ITypeConverter<Jitter> {
    @Override
    public Jitter convert(String text) {
      return Word.of(Jitter.class, text);
    }
  }

  private static final class HintRuleWord implements ITypeConverter<HintRule> {
    @Override
    public HintRule convert(String text) {
      return Word.of(HintRule.class, text);
    }
  }
}
