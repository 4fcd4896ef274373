package dev.forbear.generate;

import dev.forbear.plan.Draws;
import dev.forbear.plan.Plan;
import dev.forbear.plan.PlanInput;
import dev.forbear.plan.WaitRule;
import dev.forbear.policy.Backoff;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A policy written for a target.
 *
 * <p>What the target cannot do as asked stands in {@link #differences} and, as a comment, in the text: found by comparing
 * plans, not by recollection. Immutable.
 *
 * @param target what it is for
 * @param fileName what a file with it is usually called
 * @param versions what it is written for
 * @param text the code or configuration, ending with a line end
 * @param differences what the target does differently from the policy, one sentence each; empty where nothing
 * @param asked what the policy does
 * @param here what the target does with the text
 */
public record Generated(
    Target target,
    String fileName,
    String versions,
    String text,
    List<String> differences,
    Figures asked,
    Figures here) {

  /** Keeps its own list. */
  public Generated {
    differences = List.copyOf(differences);
  }

  /** A policy for a target, with figures for the traffic of the published example. */
  public static Generated of(Recipe recipe, Target target) {
    return of(recipe, target, Traffic.EXAMPLE);
  }

  /**
   * A policy for a target.
   *
   * @param recipe the policy
   * @param target what it is written for
   * @param traffic what the figures are planned for
   */
  public static Generated of(Recipe recipe, Target target, Traffic traffic) {
    Draft draft = target.draft(recipe);
    Figures asked = Figures.of(Plan.of(input(recipe, traffic)));
    boolean isSame = draft.waits().equals(Law.of(recipe))
        && (draft.deadlineRule() == DeadlineRule.GATED || !recipe.hasDeadline());
    Figures here = isSame ? asked : Course.of(recipe, draft.waits(), draft.deadlineRule(), traffic);
    List<String> differences = Differences.of(recipe, draft, asked, here);
    String head = Head.of(recipe, target, traffic, differences, asked, here);
    return new Generated(
        target,
        target.fileName(),
        target.versions(),
        draft.text().with("head", head).text(),
        differences.stream()
            .map(difference -> difference.replace(Template.NO_BREAK, ' '))
            .toList(),
        asked,
        here);
  }

  private static PlanInput input(Recipe recipe, Traffic traffic) {
    Backoff backoff = new Backoff(
        recipe.baseMs(),
        recipe.multiplier(),
        Math.min(recipe.capMs(), Double.MAX_VALUE),
        recipe.jitter(),
        recipe.hintRule());
    return new PlanInput(
        WaitRule.of(backoff),
        recipe.maxAttempts(),
        recipe.minimumAttemptMs(),
        traffic.failureRate(),
        traffic.latencyMs(),
        traffic.latencyMs(),
        recipe.deadlineMs(),
        OptionalDouble.empty(),
        Draws.CONTINUOUS);
  }
}
