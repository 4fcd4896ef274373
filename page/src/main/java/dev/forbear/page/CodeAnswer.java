package dev.forbear.page;

import dev.forbear.generate.Generated;
import dev.forbear.generate.Recipe;
import dev.forbear.generate.Target;
import dev.forbear.generate.Traffic;
import dev.forbear.plan.PlanInput;
import dev.forbear.policy.Backoff;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The policy of a plan as code for a {@code target}: the {@code text}, its {@code file}, and what the target does differently. */
final class CodeAnswer {

  static Map<String, @Nullable Object> to(Fields input) {
    PlanInput plan = PlanAnswer.input(input);
    Backoff backoff = plan.waits()
        .runtime()
        .orElseThrow(() -> new IllegalArgumentException(
            "decorrelated jitter and the hint rules spread and exact are planned only and have no"
                + " code: choose another jitter or hint rule"));
    Recipe recipe = new Recipe(
        plan.maxAttempts(),
        backoff.baseMs(),
        backoff.multiplier(),
        plan.waits().capMs(),
        backoff.jitter(),
        backoff.hintRule(),
        plan.deadlineMs(),
        plan.minimumAttemptMs(),
        Recipe.NONE,
        Recipe.DEFAULT_STATUSES);
    Generated generated = Generated.of(
        recipe,
        input.word("target", Target.values(), Target::word),
        new Traffic(plan.failureRate(), plan.latencyMs()));
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("text", generated.text());
    answer.put("file", generated.fileName());
    answer.put("versions", generated.versions());
    answer.put("differences", generated.differences());
    return answer;
  }

  /** What code can be had for: {@code targets}, each with its {@code word} and {@code name}. */
  static Map<String, @Nullable Object> targets() {
    List<Object> targets = new ArrayList<>();
    for (Target target : Target.values()) {
      Map<String, @Nullable Object> shown = new LinkedHashMap<>();
      shown.put("word", target.word());
      shown.put("name", target.title());
      targets.add(shown);
    }
    Map<String, @Nullable Object> answer = new LinkedHashMap<>();
    answer.put("targets", targets);
    return answer;
  }

  private CodeAnswer() {}
}
