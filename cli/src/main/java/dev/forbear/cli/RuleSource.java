package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.providers.Provider;
import dev.forbear.providers.Providers;
import dev.forbear.providers.Rule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the rule behind a verdict was read, and when.
 *
 * @param source a page, a file, a thread or a standard
 * @param readOn when, as {@code 2026-06}; empty where the source has no date
 */
record RuleSource(String source, String readOn) {

  private static final String OVER = "header x-should-retry over ";

  private static final RuleSource STATUS =
      new RuleSource("RFC 9110 and RFC 6585, and what providers and proxies send beyond them", "");
  private static final RuleSource EXCEPTION = new RuleSource(
      "measured with the HTTP clients of Java, on Java 17 and 25, and read in their sources", "");
  private static final RuleSource ANSWER =
      new RuleSource("the form of the answer, by the API references of the providers", "2026-06");

  /** The source of the rule that the verdict names. */
  static RuleSource of(Classified verdict) {
    String text = verdict.rule();
    String name = text.startsWith(OVER) ? text.substring(OVER.length()) : text;
    return rules()
        .filter(rule -> rule.toString().equals(name))
        .findFirst()
        .map(rule -> new RuleSource(rule.source(), rule.readOn()))
        .orElseGet(() -> general(name));
  }

  private static RuleSource general(String name) {
    if (name.startsWith("exception ")) {
      return EXCEPTION;
    }
    return name.matches("status \\d{3}") ? STATUS : ANSWER;
  }

  /** Every row there is. */
  private static Stream<Rule> rules() {
    return Stream.of(Providers.all(), Providers.fronts(), List.of(Providers.any()))
        .flatMap(List::stream)
        .map(Provider::rules)
        .flatMap(List::stream);
  }

  /** For people: the source and the date. */
  @Override
  public String toString() {
    return readOn.isEmpty() ? source : source + " (" + readOn + ")";
  }
}
