package dev.forbear.generate;

import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** The service config of gRPC. */
final class GrpcText {

  /** What a channel allows at most unless it is told otherwise (gRFC A6). */
  private static final int MOST_ATTEMPTS = 5;

  /** A wait is drawn from 0.8 to 1.2 of its ceiling (gRFC A6; grpc-java since 1.80). */
  private static final double LEAST_SHARE = 0.8;

  private static final double MOST_SHARE = 1.2;

  /** The shortest wait the parser takes, milliseconds: it must be more than 0. */
  private static final double LEAST_MS = 1;

  private static final String TEXT = """
      {
        "//": [
          {{head}}
        ],
        "methodConfig": [
          {
            {{fields}}
          }
        ]
      }
      """;

  private static final String POLICY = """
      "retryPolicy": {
        "maxAttempts": {{attempts}},
        "initialBackoff": "{{initial}}s",
        "maxBackoff": "{{max}}s",
        "backoffMultiplier": {{multiplier}},
        "retryableStatusCodes": [{{codes}}]
      }""";

  static Draft draft(Recipe recipe) {
    int attempts = Math.min(MOST_ATTEMPTS, recipe.maxAttempts());
    List<String> fields = new ArrayList<>();
    fields.add("\"name\": [{}]");
    if (recipe.hasDeadline()) {
      fields.add("\"timeout\": \"" + Shown.seconds(recipe.deadlineMs()) + "s\"");
    }
    if (attempts > 1) {
      fields.add(policy(recipe, attempts));
    }
    Template text = Template.of(TEXT).with("fields", String.join(",\n", fields));
    List<Law> waits = waits(recipe, attempts);
    return new Draft(text, waits, DeadlineRule.CUT, differences(recipe, waits));
  }

  /** The share of the ceiling that keeps the average wait. */
  private static double share(Jitter jitter) {
    return switch (jitter) {
      case NONE -> 1;
      case FULL -> 0.5;
      case EQUAL -> 0.75;
    };
  }

  private static double initialMs(Recipe recipe) {
    return Math.max(LEAST_MS, share(recipe.jitter()) * Math.min(recipe.baseMs(), recipe.capMs()));
  }

  private static double maxMs(Recipe recipe) {
    double capMs = recipe.hasCap()
        ? recipe.capMs()
        : recipe.ceilingMs(Math.min(MOST_ATTEMPTS, recipe.maxAttempts()));
    return Math.max(initialMs(recipe), share(recipe.jitter()) * capMs);
  }

  private static String policy(Recipe recipe, int attempts) {
    return POLICY
        .replace("{{attempts}}", Integer.toString(attempts))
        .replace("{{initial}}", Shown.seconds(initialMs(recipe)))
        .replace("{{max}}", Shown.seconds(maxMs(recipe)))
        .replace("{{multiplier}}", Shown.number(recipe.multiplier()))
        .replace("{{codes}}", codes(recipe));
  }

  private static List<Law> waits(Recipe recipe, int attempts) {
    List<Law> waits = new ArrayList<>();
    double wait = initialMs(recipe);
    for (int attempt = 1; attempt < attempts; attempt++) {
      waits.add(Law.between(LEAST_SHARE * wait, MOST_SHARE * wait));
      wait = Math.min(maxMs(recipe), wait * recipe.multiplier());
    }
    return waits;
  }

  private static String codes(Recipe recipe) {
    List<String> codes = new ArrayList<>();
    codes.add("\"UNAVAILABLE\"");
    if (recipe.statuses().contains(429)) {
      codes.add("\"RESOURCE_EXHAUSTED\"");
    }
    if (recipe.statuses().contains(409)) {
      codes.add("\"ABORTED\"");
    }
    return String.join(", ", codes);
  }

  private static List<String> differences(Recipe recipe, List<Law> waits) {
    List<String> differences = new ArrayList<>();
    if (recipe.maxAttempts() == 1) {
      return differences;
    }
    if (recipe.jitter() != Jitter.NONE) {
      differences.add("It draws around a wait and never from zero; initialBackoff is "
          + Shown.percent(share(recipe.jitter()))
          + " of the ceiling, which keeps the average.");
    }
    List<Integer> lost = lost(recipe);
    differences.add(
        "Statuses of HTTP do not apply: it repeats the codes listed, of which UNAVAILABLE stands for a"
            + " proxy's 429, 502, 503 and 504 alike"
            + (lost.isEmpty() ? "." : "; not repeated: " + Statuses.joined("", lost, ".")));
    differences.add(Differences.noHint(waits)
        + " The provider's grpc-retry-pushback-ms replaces the wait, even by a shorter one, and starts the backoff"
        + " anew.");
    differences.add(
        "Whether a call may be repeated is not asked: name the methods for which it holds.");
    if (recipe.hasAttemptTimeout()) {
      differences.add("An attempt has no timeout of its own.");
    }
    return differences;
  }

  private static List<Integer> lost(Recipe recipe) {
    List<Integer> mapped = List.of(409, 429, 502, 503, 504);
    return recipe.statuses().stream().filter(status -> !mapped.contains(status)).toList();
  }

  private GrpcText() {}
}
