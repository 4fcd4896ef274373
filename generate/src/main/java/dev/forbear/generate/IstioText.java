package dev.forbear.generate;

import java.util.ArrayList;
import java.util.List;

/** A virtual service of Istio. */
final class IstioText {

  /** The longest wait of Envoy for a base interval alone, which is all that Istio gives it. */
  private static final double CAP_OF_BASE = 10;

  private static final String TEXT = """
      {{head}}

      # The mesh has to see HTTP: for a provider outside, let a DestinationRule begin the TLS.
      apiVersion: networking.istio.io/v1
      kind: VirtualService
      metadata:
        name: provider
      spec:
        hosts:
          - provider.example
        http:
          - route:
              - destination:
                  host: provider.example
            {{timeout}}
            retries:
              {{retries}}
      """;

  static Draft draft(Recipe recipe) {
    Template text = Template.of(TEXT)
        .with(
            "timeout",
            recipe.hasDeadline() ? "timeout: " + Shown.seconds(recipe.deadlineMs()) + "s" : "")
        .with("retries", String.join("\n", retries(recipe)));
    List<Law> waits = EnvoyText.waits(recipe, CAP_OF_BASE * EnvoyText.baseMs(recipe));
    return new Draft(text, waits, DeadlineRule.CUT, differences(recipe, waits));
  }

  private static List<String> retries(Recipe recipe) {
    List<String> fields = new ArrayList<>();
    if (recipe.maxAttempts() == 1) {
      fields.add("attempts: 0 # left out, it would be 2");
      return fields;
    }
    fields.add("attempts: " + (recipe.maxAttempts() - 1) + " # retries: " + recipe.maxAttempts()
        + " attempts in all");
    if (recipe.hasAttemptTimeout()) {
      fields.add("perTryTimeout: " + Shown.seconds(recipe.attemptTimeoutMs()) + "s");
    }
    StringBuilder causes = new StringBuilder("connect-failure,refused-stream,reset");
    recipe.statuses().stream()
        .filter(IstioText::isNamed)
        .forEach(status -> causes.append(',').append(status));
    fields.add("retryOn: " + causes);
    fields.add("backoff: " + Shown.seconds(EnvoyText.baseMs(recipe)) + "s");
    return fields;
  }

  /** Whether Istio takes a number for a status: it asks Go's {@code http.StatusText} (istio.io, retry.go). */
  private static boolean isNamed(int status) {
    return isWithin(status, 400, 418)
        || (isWithin(status, 421, 431) && status != 427 && status != 430)
        || status == 451
        || (isWithin(status, 500, 511) && status != 509);
  }

  private static boolean isWithin(int status, int least, int most) {
    return status >= least && status <= most;
  }

  private static List<String> differences(Recipe recipe, List<Law> waits) {
    List<String> differences = new ArrayList<>();
    if (recipe.maxAttempts() == 1) {
      return differences;
    }
    List<Integer> lost =
        recipe.statuses().stream().filter(status -> !isNamed(status)).toList();
    if (!lost.isEmpty()) {
      differences.add("It takes only registered numbers for statuses; not repeated: "
          + Statuses.joined("", lost, "."));
    }
    differences.add(
        "A longest wait cannot be said: it is ten times the backoff. Before Istio knew backoff in a virtual service,"
            + " the waits were Envoy's own, at first below 25 ms.");
    differences.add(Differences.noHint(waits));
    differences.add(
        "Whether a call may be repeated is not asked: give this to the requests for which it holds.");
    return differences;
  }

  private IstioText() {}
}
