package dev.forbear.generate;

import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** What a target does differently: what its plan shows, then what it cannot say. */
final class Differences {

  /** Waits named one by one. */
  private static final int MOST_WAITS = 3;

  static List<String> of(Recipe recipe, Draft draft, Figures asked, Figures here) {
    List<String> differences = new ArrayList<>();
    if (draft.waits().size() < recipe.maxAttempts() - 1) {
      differences.add("It makes " + (draft.waits().size() + 1) + " attempts at most, not "
          + recipe.maxAttempts() + ".");
    }
    if (neverWaits(draft) && recipe.baseMs() > 0) {
      addNoWait(recipe, asked, here, differences);
    } else {
      addWaits(recipe, draft, differences);
    }
    if (recipe.hasDeadline() && recipe.maxAttempts() > 1) {
      addDeadline(recipe, draft, here, differences);
    }
    differences.addAll(draft.differences());
    return differences;
  }

  /** For a target that waits as it likes whatever the provider asks for. */
  static String noHint(List<Law> waits) {
    return "Retry-After is not read: a provider that asks for longer than the wait drawn, at first "
        + listed(waits.subList(0, Math.min(1, waits.size()))) + ", is asked again too early.";
  }

  private static boolean neverWaits(Draft draft) {
    return !draft.waits().isEmpty() && draft.waits().stream().allMatch(wait -> wait.maxMs() == 0);
  }

  private static void addNoWait(
      Recipe recipe, Figures asked, Figures here, List<String> differences) {
    differences.add("It never waits: its attempts follow one another at once, not after "
        + listed(Law.of(recipe)) + ".");
    if (here.longestMs() < asked.longestMs()) {
      differences.add("When every attempt fails, the last one is over after "
          + Shown.time(here.longestMs()) + " and not after up to "
          + Shown.time(asked.longestMs())
          + ": that helps against a bad server, and not against a bad moment.");
    }
  }

  private static void addWaits(Recipe recipe, Draft draft, List<String> differences) {
    List<Law> asked = Law.of(recipe).subList(0, draft.waits().size());
    if (asked.equals(draft.waits())) {
      return;
    }
    int same = alike(draft.waits(), asked);
    differences.add((same < MOST_WAITS || draft.waits().size() != asked.size()
            ? "Its waits are " + listed(draft.waits()) + ", not " + listed(asked)
            : "From wait " + (same + 1) + " on its waits are "
                + listed(draft.waits().subList(same, asked.size())) + ", not "
                + listed(asked.subList(same, asked.size())))
        + ".");
    double onMax = 0;
    for (Law wait : draft.waits()) {
      onMax = Math.max(onMax, wait.minMs() < wait.maxMs() ? wait.atMax() : 0);
    }
    if (onMax > 0) {
      differences.add("The cap is applied after the draw: up to " + Shown.percent(onMax)
          + " of a wait's draws are exactly the cap, so callers return together.");
    }
    if (recipe.jitter() == Jitter.FULL && draft.waits().stream().allMatch(law -> law.minMs() > 0)) {
      differences.add("No wait is near zero, so callers that failed together spread over "
          + percent(draft.waits().get(0)) + " of the range asked for.");
    }
  }

  /** How many waits are the same before one is not, or one list ends. */
  private static int alike(List<Law> one, List<Law> other) {
    int same = 0;
    while (same < Math.min(one.size(), other.size()) && one.get(same).equals(other.get(same))) {
      same++;
    }
    return same;
  }

  private static String percent(Law law) {
    return Shown.percent((law.maxMs() - law.minMs()) / law.maxMs());
  }

  private static void addDeadline(
      Recipe recipe, Draft draft, Figures here, List<String> differences) {
    String end = here.longestMs() > recipe.deadlineMs()
        ? " A call can take " + Shown.time(here.longestMs()) + "."
        : " With these numbers no call gets there.";
    String deadline = Shown.setting(recipe.deadlineMs());
    switch (draft.deadlineRule()) {
      case GATED -> {}
      case GATED_STARTS ->
        differences.add("Within the " + deadline
            + " it decides as asked, but limits no attempt: the last one goes on past them unless the call has a"
            + " timeout of its own." + end);
      case CUT ->
        differences.add("The " + deadline
            + " cut a wait or an attempt short instead of refusing what does not fit: a wait that cannot"
            + " be followed by an attempt is waited all the same.");
      case AFTER_ATTEMPTS ->
        differences.add("The " + deadline
            + (neverWaits(draft)
                ? " are looked at after an attempt only; one that is begun goes on past them."
                : " are looked at before a wait only; that wait and the attempt after it go on past them.")
            + end);
      case SHORTENED ->
        differences.add("The last wait is shortened to end at " + deadline
            + ", and the attempt after it goes on past them." + end);
      case IGNORED -> differences.add("The " + deadline + " for everything are not kept." + end);
    }
    if (draft.deadlineRule() != DeadlineRule.GATED
        && draft.deadlineRule() != DeadlineRule.GATED_STARTS) {
      differences.add("An attempt is begun however little time is left: the minimum of "
          + Shown.setting(recipe.minimumAttemptMs()) + " cannot be said.");
    }
  }

  private static String listed(List<Law> laws) {
    List<String> texts = new ArrayList<>();
    for (Law law : laws.subList(0, Math.min(MOST_WAITS, laws.size()))) {
      texts.add(
          law.minMs() == law.maxMs()
              ? milliseconds(law.minMs())
              : milliseconds(law.minMs()) + "–" + milliseconds(law.maxMs()));
    }
    return String.join(", ", texts) + (laws.size() > MOST_WAITS ? ", …" : "") + " ms";
  }

  private static String milliseconds(double value) {
    return Shown.number(Shown.whole(value * 10) / 10);
  }

  private Differences() {}
}
