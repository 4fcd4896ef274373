package dev.forbear.classify;

import dev.forbear.classify.ExceptionRule.Match;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What exceptions mean, by their classes first and their messages second.
 *
 * <p>The whole chain is read, outermost first. For each link the rules of its class are asked, then those of its superclass,
 * and so on; the rules of one class in the order of their table. So a {@code ConnectException} is never mistaken for the
 * {@code SocketException} it also is. Of the rules found the heaviest counts, and of those the outermost:
 *
 * <pre>
 *   RuntimeException: call failed              nothing
 *     IOException: closed                      telling: the stream broke   ← counts
 *       SocketException: Connection reset      telling: connection lost
 * </pre>
 *
 * <p>An exception no rule knows was thrown by the caller's own code, or by something nobody has looked at: it is not
 * repeated, and whether the request ran is not known. An {@code IOException} of any kind is the exception to this: the
 * connection failed in a way not described here, and the request may have run.
 *
 * <p>This is on the path of every failure: the verdicts are made beforehand, and a message is only asked for where a phrase
 * may fit it.
 */
final class ExceptionRules {

  static final ExceptionRules DEFAULTS =
      new ExceptionRules(Stream.of(JdkExceptions.RULES, LibraryExceptions.RULES)
          .flatMap(List::stream)
          .toList());

  private final Map<String, List<ExceptionRule>> byType = new HashMap<>();

  ExceptionRules(List<ExceptionRule> rules) {
    rules.forEach(
        rule -> byType.computeIfAbsent(rule.type(), type -> new ArrayList<>()).add(rule));
  }

  /** The first rule of exactly this class that fits the link; null when none does. */
  @Nullable
  ExceptionRule find(String type, Link link) {
    List<ExceptionRule> rules = byType.get(type);
    if (rules == null) {
      return null;
    }
    boolean onlyByType = rules.size() == 1 && rules.get(0).match() == Match.ANY;
    String message = onlyByType ? null : ExceptionRule.readable(link.message());
    for (ExceptionRule rule : rules) {
      if (rule.fits(message)) {
        return rule;
      }
    }
    return null;
  }

  /** The rule that counts for the chain; null when none is known. */
  @Nullable
  ExceptionRule decisive(List<Link> chain) {
    ExceptionRule found = null;
    for (Link link : chain) {
      ExceptionRule rule = link.judge(this);
      if (rule != null && (found == null || rule.weight().compareTo(found.weight()) > 0)) {
        found = rule;
      }
    }
    return found;
  }
}
