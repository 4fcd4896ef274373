package dev.forbear.generate;

import java.util.List;

/**
 * A text before its head is written, and what is known about how it behaves.
 *
 * @param text with the place {@code head} still to be filled
 * @param waits how each wait is drawn
 * @param deadlineRule what happens about the time for everything
 * @param differences what cannot be said by the target, one sentence each
 */
record Draft(Template text, List<Law> waits, DeadlineRule deadlineRule, List<String> differences) {

  Draft {
    waits = List.copyOf(waits);
    differences = List.copyOf(differences);
  }

  /** A text that does all that is asked. */
  static Draft exact(Recipe recipe, Template text) {
    return new Draft(text, Law.of(recipe), DeadlineRule.GATED, List.of());
  }
}
