package dev.forbear.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The waits of a plan: figures of each, and the stages that can be reached before the deadline.
 *
 * @param waits one per attempt but the last
 * @param stages one per wait whose least values fit the deadline, in order
 */
record WaitCourse(List<WaitFigures> waits, List<Stage> stages) {

  static WaitCourse of(PlanInput input) {
    if (input.draws() == Draws.WHOLE_MS) {
      return wholeMs(input);
    }
    return isChain(input) ? decorrelated(input) : smooth(input);
  }

  /** Whether the waits depend on each other: decorrelated, unless a hint decides alone or every draw is the same. */
  static boolean isChain(PlanInput input) {
    PlanHintRule hintRule = input.waits().hintRule();
    boolean hintDecides = input.retryAfterMs().isPresent()
        && (hintRule == PlanHintRule.SPREAD || hintRule == PlanHintRule.EXACT);
    return input.waits().jitter() == PlanJitter.DECORRELATED
        && !hintDecides
        && !DecorrelatedChain.isFixed(input.waits());
  }

  /** The sum of the first waits; only of those whose stages are reached. */
  SumCdf sum(int count) {
    return count == 0 ? SumCdf.NOTHING : stages.get(count - 1).sum();
  }

  private static WaitCourse smooth(PlanInput input) {
    List<WaitFigures> waits = new ArrayList<>();
    List<WaitLaw> laws = new ArrayList<>();
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      WaitLaw law = law(input, wait);
      laws.add(law);
      waits.add(figures(input, wait, law.minMs(), law.maxMs(), law.meanMs()));
    }
    checked(waits);
    List<Stage> stages = new ArrayList<>();
    SmoothSum sum = new SmoothSum(0, PanelCdf.POINT);
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      WaitLaw law = laws.get(wait - 1);
      double gateMs = input.gateMs(wait);
      if (!Ranges.fits(sum.minMs() + law.minMs(), gateMs)) {
        break;
      }
      SmoothStage stage = new SmoothStage(sum, law, gateMs);
      stages.add(stage);
      sum = stage.sum();
    }
    return new WaitCourse(waits, stages);
  }

  static WaitLaw law(PlanInput input, int wait) {
    WaitRule rule = input.waits();
    double ceilingMs = rule.ceilingMs(wait);
    PlanJitter jitter = rule.jitter();
    if (jitter == PlanJitter.DECORRELATED) {
      // Only where every draw is the same.
      ceilingMs = Math.min(rule.capMs(), rule.baseMs());
      jitter = PlanJitter.NONE;
    }
    return WaitLaw.of(ceilingMs, jitter, rule.hintRule(), input.retryAfterMs());
  }

  private static WaitCourse decorrelated(PlanInput input) {
    if (input.maxAttempts() > PlanBounds.MAX_DECORRELATED_ATTEMPTS) {
      throw new IllegalArgumentException("maxAttempts must be from 1 to "
          + PlanBounds.MAX_DECORRELATED_ATTEMPTS + " with jitter decorrelated, was "
          + input.maxAttempts());
    }
    List<WaitFigures> waits = new ArrayList<>();
    List<Stage> stages = new ArrayList<>();
    DecorrelatedChain chain = new DecorrelatedChain(input.waits(), input.retryAfterMs());
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      waits.add(figures(input, wait, chain.minMs(), chain.maxMs(wait), chain.meanMs(wait)));
    }
    checked(waits);
    SumCdf sum = SumCdf.NOTHING;
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      double gateMs = input.gateMs(wait);
      if (!Ranges.fits(sum.minMs() + chain.minMs(), gateMs)) {
        break;
      }
      Stage stage = chain.stage(wait, sum, gateMs);
      stages.add(stage);
      sum = stage.sum();
    }
    return new WaitCourse(waits, stages);
  }

  private static WaitCourse wholeMs(PlanInput input) {
    WaitRule rule = input.waits();
    OptionalDouble hint = input.retryAfterMs();
    List<WaitFigures> waits = new ArrayList<>();
    List<WholeMsLaw> laws = new ArrayList<>();
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      WholeMsLaw law = WholeMsLaw.of(rule.ceilingMs(wait), rule.jitter(), rule.hintRule(), hint);
      laws.add(law);
      waits.add(figures(input, wait, law.minMs(), law.maxMs(), law.meanMs()));
    }
    checked(waits);
    List<Stage> stages = new ArrayList<>();
    double[] mass = {1};
    LatticeSum sum = new LatticeSum(0, 0, 1, mass, false, 0);
    double cellsInAll = 0;
    for (int wait = 1; wait < input.maxAttempts(); wait++) {
      WholeMsLaw law = laws.get(wait - 1);
      double gateMs = input.gateMs(wait);
      double minMs = sum.minMs() + law.minMs();
      if (!Ranges.fits(minMs, gateMs)) {
        break;
      }
      double wide = sum.maxMs() + law.maxMs() - minMs;
      double cells = Math.floor(Math.max(0, Math.min(wide, gateMs - minMs)) + 1e-9) + 1;
      cellsInAll += cells;
      requireCells(cellsInAll);
      WholeMsStage stage = WholeMsStage.of(sum, mass, law, gateMs, (int) cells);
      stages.add(stage);
      mass = stage.mass();
      sum = stage.sum();
    }
    return new WaitCourse(waits, stages);
  }

  static void requireCells(double cells) {
    if (cells > PlanBounds.MAX_WHOLE_MS_CELLS) {
      throw new IllegalArgumentException("a plan in whole milliseconds may take "
          + PlanBounds.MAX_WHOLE_MS_CELLS + " cells (sums of waits, in ms), this one needs more:"
          + " lower the cap, the attempts or the deadline, or plan with continuous draws");
    }
  }

  private static WaitFigures figures(
      PlanInput input, int wait, double minMs, double maxMs, double meanMs) {
    return new WaitFigures(input.waits().ceilingMs(wait), minMs, maxMs, meanMs);
  }

  /** Without a cap a ceiling soon passes every number; such a plan says nothing. */
  private static List<WaitFigures> checked(List<WaitFigures> waits) {
    double sumMs = 0;
    for (int i = 0; i < waits.size(); i++) {
      sumMs += waits.get(i).maxMs();
      if (!(sumMs <= PlanBounds.MAX_MS && waits.get(i).ceilingMs() <= PlanBounds.MAX_MS)) {
        throw new IllegalArgumentException(
            "the waits of a plan may be 2^53 ms long in all, and" + " reach that with wait "
                + (i + 1) + ": lower the attempts, the multiplier or the cap");
      }
    }
    return waits;
  }
}
