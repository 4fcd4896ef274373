package dev.forbear.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.generate.Recipe;
import dev.forbear.generate.Traffic;
import dev.forbear.plan.PlanInput;
import dev.forbear.policy.Backoff;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/**
 * A policy in a file: one JSON object with the names of the lines of {@code plan}, so that a line can be one.
 *
 * @param recipe the policy
 * @param traffic what its figures are planned for
 */
record RecipeFile(Recipe recipe, Traffic traffic) {

  /** Longer than any policy by far. */
  private static final int MAX_BYTES = 1 << 20;

  private static final double DEFAULT_MINIMUM_MS = 1000;

  /**
   * Reads a policy.
   *
   * @param flag named in messages
   * @param name the file, or - for standard input
   * @throws IllegalArgumentException saying what was given and what is allowed
   */
  static RecipeFile read(String flag, String name, InputStream in) {
    String text =
        new String(GivenData.bytes(flag, "@" + name, in, MAX_BYTES), StandardCharsets.UTF_8);
    try {
      Fields fields = Fields.ofLine(StrictJson.object(text));
      return new RecipeFile(recipe(fields), traffic(fields));
    } catch (InvalidLine invalid) {
      String message = String.valueOf(invalid.getMessage()).replace("the line", "the file");
      throw new IllegalArgumentException(flag + ": " + message, invalid);
    }
  }

  private static Recipe recipe(Fields fields) {
    return new Recipe(
        PlanInput.requireAttempts(fields.count("maxAttempts")),
        fields.finite("baseMs"),
        fields.numberOr("multiplier", Backoff.DEFAULT_MULTIPLIER),
        limit(fields, "capMs"),
        fields.has("jitter") ? word(Jitter.class, fields, "jitter") : Jitter.FULL,
        hintRule(fields),
        limit(fields, "deadlineMs"),
        fields.numberOr("minAttemptMs", DEFAULT_MINIMUM_MS),
        limit(fields, "attemptTimeoutMs"),
        fields.has("statuses") ? statuses(fields) : Recipe.DEFAULT_STATUSES);
  }

  private static Traffic traffic(Fields fields) {
    return new Traffic(
        fields.numberOr("failureRate", Traffic.EXAMPLE.failureRate()),
        fields.numberOr("latencyMs", Traffic.EXAMPLE.latencyMs()));
  }

  /** A limit that is null or missing for none. */
  private static double limit(Fields fields, String name) {
    double limit = fields.numberOr(name, Recipe.NONE);
    if (limit == 0) {
      throw new InvalidLine(name + " must be more than 0, or null for none, was 0");
    }
    return limit;
  }

  /** The word of the lines of plan, or that of the flag. */
  private static HintRule hintRule(Fields fields) {
    if (!fields.has("retryAfterRule")) {
      return HintRule.FLOOR;
    }
    return fields.text("retryAfterRule").equals("add")
        ? HintRule.ON_TOP
        : word(HintRule.class, fields, "retryAfterRule");
  }

  private static List<Integer> statuses(Fields fields) {
    List<Integer> statuses = new ArrayList<>();
    for (JsonNode status : fields.array("statuses")) {
      long value = Fields.whole(status, "statuses");
      if (value < 0 || value > 999) {
        throw new InvalidLine("statuses must be from 400 to 599, was " + value);
      }
      statuses.add((int) value);
    }
    return statuses;
  }

  private static <E extends Enum<E>> E word(Class<E> type, Fields fields, String name) {
    try {
      return Word.of(type, fields.text(name));
    } catch (TypeConversionException unknown) {
      throw new InvalidLine(name + " " + unknown.getMessage());
    }
  }
}
