package dev.forbear.generate;

import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.util.ArrayList;
import java.util.List;

/** A route of Envoy. */
final class EnvoyText {

  /** Envoy counts in these; a base interval must be more than 0. */
  private static final double LEAST_MS = 1;

  /** The cap written where the policy has none, and the longest hint followed where it has no deadline. */
  private static final double DAY_MS = 86_400_000;

  private static final String TEXT = """
      {{head}}

      # A route of the virtual host.
      match:
        prefix: "/"
      route:
        cluster: provider
        timeout: {{timeout}}
        {{retryPolicy}}
      """;

  private static final String POLICY = """
      retry_policy:
        retry_on: connect-failure,refused-stream,reset,retriable-status-codes
        num_retries: {{retries}} # {{attempts}} attempts in all
        {{statuses}}
        {{perTry}}
        retry_back_off:
          base_interval: {{base}}s
          max_interval: {{max}}s
        rate_limited_retry_back_off:
          reset_headers:
            - name: retry-after
              format: SECONDS
          max_interval: {{longestHint}}s""";

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with(
            "timeout",
            recipe.hasDeadline()
                ? Shown.seconds(recipe.deadlineMs()) + "s"
                : "0s # none; left out, it would be 15 s")
        .with("retryPolicy", recipe.maxAttempts() == 1 ? "" : policy(recipe));
    return new Draft(text, waits(recipe, maxMs(recipe)), DeadlineRule.CUT, differences(recipe));
  }

  private static String policy(Recipe recipe) {
    return Template.of(POLICY)
        .with("retries", recipe.maxAttempts() - 1)
        .with("attempts", recipe.maxAttempts())
        .with(
            "statuses",
            Template.wrapped(
                Statuses.joined("retriable_status_codes: [", recipe.statuses(), "]"), "", "  ", 90))
        .with(
            "perTry",
            recipe.hasAttemptTimeout()
                ? "per_try_timeout: " + Shown.seconds(recipe.attemptTimeoutMs()) + "s"
                : "")
        .with("base", Shown.seconds(baseMs(recipe)))
        .with("max", Shown.seconds(maxMs(recipe)))
        .with("longestHint", Shown.seconds(longestHintMs(recipe)))
        .text()
        .stripTrailing();
  }

  /**
   * The ceiling of Envoy's first wait: it draws evenly from 0, in whole milliseconds, so what keeps the average of other
   * spreads is longer than the policy's own.
   */
  static double baseMs(Recipe recipe) {
    return Math.max(
        LEAST_MS, Shown.whole(share(recipe.jitter()) * Math.min(recipe.baseMs(), recipe.capMs())));
  }

  private static double share(Jitter jitter) {
    return switch (jitter) {
      case NONE -> 2;
      case FULL -> 1;
      case EQUAL -> 1.5;
    };
  }

  private static double maxMs(Recipe recipe) {
    double capMs = recipe.hasCap() ? recipe.capMs() : Math.min(DAY_MS, recipe.lastCeilingMs());
    double maxMs = recipe.baseMs() == 0 ? 0 : Shown.whole(share(recipe.jitter()) * capMs);
    return Math.max(baseMs(recipe), maxMs);
  }

  private static double longestHintMs(Recipe recipe) {
    return recipe.hasDeadline() ? recipe.deadlineMs() : DAY_MS;
  }

  /** The waits under a longest one: the ceiling doubles, whatever is asked for. */
  static List<Law> waits(Recipe recipe, double maxMs) {
    List<Law> waits = new ArrayList<>();
    double ceilingMs = baseMs(recipe);
    for (int attempt = 1; attempt < recipe.maxAttempts(); attempt++) {
      // A draw below 1 in whole milliseconds is 0.
      waits.add(
          recipe.baseMs() == 0 && ceilingMs <= LEAST_MS ? Law.fixed(0) : Law.between(0, ceilingMs));
      ceilingMs = Math.min(maxMs, 2 * ceilingMs);
    }
    return waits;
  }

  private static List<String> differences(Recipe recipe) {
    List<String> differences = new ArrayList<>();
    if (recipe.maxAttempts() == 1) {
      return differences;
    }
    differences.add(
        "A Retry-After of whole seconds replaces the wait by one between it and half as much again"
            + (recipe.hintRule() == HintRule.ON_TOP ? ", without the wait on top" : "")
            + "; one of more than " + Shown.setting(longestHintMs(recipe))
            + " and a date are passed over, and the provider is asked again too early.");
    differences.add(
        "Whether a call may be repeated is not asked: give this to the requests for which it holds.");
    differences.add(
        "Of all calls to a cluster 3 at a time are repeated, and the others end with their first failure,"
            + " unless its circuit breaker is given a higher max_retries.");
    return differences;
  }

  private EnvoyText() {}
}
