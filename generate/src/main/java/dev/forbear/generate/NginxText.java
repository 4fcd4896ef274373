package dev.forbear.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** nginx: which answers of an upstream's server are followed by the next server. */
final class NginxText {

  /** What {@code proxy_next_upstream} has a name for. */
  private static final List<Integer> NAMED = List.of(403, 404, 429, 500, 502, 503, 504);

  private static final String TEXT = """
      {{head}}
      #
      # In the location that passes to the provider: include provider-retry.conf;
      {{upstream}}

      {{directives}}
      """;

  private static final String UPSTREAM = """
      #
      # One request asks each server line of an upstream once at most. So a provider with one name needs
      # one line for each attempt:
      #
      #   upstream provider {
      #       server provider.example:443 max_fails=0; # this line {{attempts}} times
      #   }""";

  static Draft draft(Recipe recipe) {
    int attempts = recipe.maxAttempts();
    Template text = Template.of(TEXT)
        .with(
            "upstream",
            attempts == 1 ? "" : UPSTREAM.replace("{{attempts}}", Integer.toString(attempts)))
        .with("directives", String.join("\n", directives(recipe)));
    List<Law> waits = Collections.nCopies(attempts - 1, Law.fixed(0));
    return new Draft(text, waits, DeadlineRule.AFTER_ATTEMPTS, differences(recipe));
  }

  private static List<String> directives(Recipe recipe) {
    List<String> directives = new ArrayList<>();
    if (recipe.maxAttempts() == 1) {
      directives.add("proxy_next_upstream off;");
    } else {
      StringBuilder causes = new StringBuilder("error timeout invalid_header");
      recipe.statuses().stream()
          .filter(NAMED::contains)
          .forEach(status -> causes.append(" http_").append(status));
      directives.add("proxy_next_upstream " + causes + ";");
      directives.add(
          "proxy_next_upstream_tries " + recipe.maxAttempts() + "; # the first included");
      if (recipe.hasDeadline()) {
        directives.add("proxy_next_upstream_timeout " + milliseconds(recipe.deadlineMs()) + ";");
      }
    }
    if (recipe.limitsAttempts()) {
      String limit = milliseconds(Math.min(recipe.attemptTimeoutMs(), recipe.deadlineMs()));
      directives.add("proxy_connect_timeout " + limit + ";");
      directives.add("proxy_send_timeout " + limit + ";");
      directives.add("proxy_read_timeout " + limit + ";");
    }
    return directives;
  }

  private static String milliseconds(double value) {
    return Shown.number(value) + "ms";
  }

  private static List<String> differences(Recipe recipe) {
    List<String> differences = new ArrayList<>();
    differences.add(
        recipe.limitsAttempts()
            ? "An attempt is limited by its pauses, to "
                + Shown.setting(Math.min(recipe.attemptTimeoutMs(), recipe.deadlineMs()))
                + " each, and not as a whole."
            : "An attempt ends when nothing comes for 60 s, which is nginx's own limit.");
    if (recipe.maxAttempts() == 1) {
      return differences;
    }
    List<Integer> lost =
        recipe.statuses().stream().filter(status -> !NAMED.contains(status)).toList();
    if (!lost.isEmpty()) {
      differences.add("It has no name for these statuses, and they are not repeated: "
          + Statuses.joined("", lost, "."));
    }
    differences.add("Retry-After is not read.");
    differences.add(
        "There are no more attempts than the upstream has servers: with one there is none after the"
            + " first.");
    differences.add(
        "A POST or PATCH that was sent is not repeated, not even after a 429; with non_idempotent among the causes"
            + " it is repeated after each of them. Other methods are always repeated.");
    differences.add(
        "A server that failed is left out by all requests for 10 s, unless it has max_fails=0.");
    return differences;
  }

  private NginxText() {}
}
