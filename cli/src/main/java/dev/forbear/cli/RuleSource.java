package dev.forbear.cli;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.Provider;
import dev.forbear.providers.Rule;
import java.util.Optional;

/**
 * Where the rule behind a verdict was read, and when.
 *
 * @param source a page, a file, a thread or a standard
 * @param readOn when, as {@code 2026-06}; empty where the source has no date
 */
record RuleSource(String source, String readOn) {

  /** Of every rule about exceptions. */
  static final RuleSource EXCEPTION = new RuleSource(
      "measured with the HTTP clients of Java, on Java 17 and 25, and read in their sources", "");

  private static final RuleSource STATUS =
      new RuleSource("RFC 9110 and RFC 6585, and what providers and proxies send beyond them", "");
  private static final RuleSource CHALLENGE =
      new RuleSource("Cloudflare, 'Detect a challenge page response'", "2026-06");
  private static final RuleSource ANSWER =
      new RuleSource("the form of the answer, by the API references of the providers", "2026-06");

  /** The source of what the classifier said about a reply. */
  static RuleSource of(Classified verdict, FailureClassifier classifier, ProviderReply reply) {
    Optional<Rule> row =
        classifier instanceof Provider provider ? provider.decisiveRule(reply) : Optional.empty();
    return row.map(rule -> new RuleSource(rule.source(), rule.readOn()))
        .orElseGet(() -> general(verdict.rule()));
  }

  /** Of the rules outside the tables. */
  private static RuleSource general(String rule) {
    if (rule.equals("header cf-mitigated")) {
      return CHALLENGE;
    }
    return rule.matches("(header x-should-retry over )?status \\d{3}") ? STATUS : ANSWER;
  }

  /** For people: the source and the date. */
  @Override
  public String toString() {
    return readOn.isEmpty() ? source : source + " (" + readOn + ")";
  }
}
