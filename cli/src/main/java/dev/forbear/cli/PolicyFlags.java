package dev.forbear.cli;

import dev.forbear.plan.PlanHintRule;
import dev.forbear.plan.PlanJitter;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import dev.forbear.policy.RetryPolicy;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags that describe a retry policy; a mixin of every command that takes one. */
final class PolicyFlags {

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
      names = "--cap",
      paramLabel = "TIME",
      defaultValue = "8s",
      converter = HumanDuration.Converter.class,
      description =
          "Longest own wait; does not shorten the provider's hint (default ${DEFAULT-VALUE}).")
  private HumanDuration cap = HumanDuration.ZERO;

  @Option(
      names = "--minimum",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = HumanDuration.Converter.class,
      description =
          "Time an attempt needs to be worth starting, more than 0 (default ${DEFAULT-VALUE}).")
  private HumanDuration minimum = HumanDuration.ZERO;

  @Option(
      names = "--multiplier",
      paramLabel = "X",
      defaultValue = "2",
      converter = DecimalNumber.class,
      description = "Growth of the ceiling per attempt, at least 1 (default ${DEFAULT-VALUE}).")
  private double multiplier;

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

  /**
   * The policy.
   *
   * @throws IllegalArgumentException naming the value that is not allowed
   */
  RetryPolicy policy() {
    if (minimum.ms() == 0) {
      throw new IllegalArgumentException(
          "--minimum must be more than 0: the time an attempt needs to be worth starting");
    }
    PlanFlags.requireMultiplier(multiplier);
    return new RetryPolicy(
        attempts, new Backoff(base.ms(), multiplier, cap.ms(), jitter, hintRule), minimum.ms());
  }

  private static final class JitterWord implements ITypeConverter<Jitter> {
    @Override
    public Jitter convert(String text) {
      if (text.equals(Word.of(PlanJitter.DECORRELATED))) {
        throw plannedOnly("decorrelated jitter", "none, full and equal");
      }
      return Word.of(Jitter.class, text);
    }
  }

  private static final class HintRuleWord implements ITypeConverter<HintRule> {
    @Override
    public HintRule convert(String text) {
      if (text.equals(Word.of(PlanHintRule.SPREAD)) || text.equals(Word.of(PlanHintRule.EXACT))) {
        throw plannedOnly("the hint rule " + text, "floor and on-top");
      }
      return Word.of(HintRule.class, text);
    }
  }

  private static TypeConversionException plannedOnly(String what, String instead) {
    return new TypeConversionException(what + " is planned only (forbear plan): the runtime has "
        + instead + ", and nothing else can be run or simulated");
  }
}
