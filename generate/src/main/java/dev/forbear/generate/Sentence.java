package dev.forbear.generate;

import dev.forbear.policy.HintRule;

/** A policy as a sentence, for the head of every text. */
final class Sentence {

  static String of(Recipe recipe) {
    if (recipe.maxAttempts() == 1) {
      return "1 attempt and no other" + deadline(recipe) + ".";
    }
    return recipe.maxAttempts() + " attempts in all, the first included; " + waits(recipe)
        + deadline(recipe) + "; " + hint(recipe) + ".";
  }

  private static String waits(Recipe recipe) {
    if (recipe.baseMs() == 0) {
      return "no waits of its own";
    }
    String below = switch (recipe.jitter()) {
      case NONE -> "waits of ";
      case FULL -> "waits anywhere below ";
      case EQUAL -> "waits in the upper half of ";
    };
    double first = Math.min(recipe.baseMs(), recipe.capMs());
    if (recipe.isConstant()) {
      return below + Shown.setting(first);
    }
    String growth =
        recipe.multiplier() == 2 ? " doubling" : " growing by " + Shown.number(recipe.multiplier());
    String cap = recipe.hasCap() ? " up to " + Shown.setting(recipe.capMs()) : "";
    return below + Shown.setting(first) + growth + cap;
  }

  private static String deadline(Recipe recipe) {
    String timeout = recipe.hasAttemptTimeout()
        ? "; " + Shown.setting(recipe.attemptTimeoutMs()) + " for one attempt"
        : "";
    return recipe.hasDeadline()
        ? "; " + Shown.setting(recipe.deadlineMs())
            + " for everything, and no attempt with less than "
            + Shown.setting(recipe.minimumAttemptMs()) + " left" + timeout
        : timeout;
  }

  private static String hint(Recipe recipe) {
    return recipe.hintRule() == HintRule.FLOOR
        ? "never sooner than the provider's Retry-After"
        : "the provider's Retry-After first, then the wait on top";
  }

  private Sentence() {}
}
