package dev.forbear.providers;

import dev.forbear.classify.FailureClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The left side of a row: every kind of sign that is given must be there; of several of one kind, one is enough.
 *
 * <p>Immutable.
 */
public final class Condition {

  private final int[] statuses;
  private final List<Sign> signs;

  private Condition(int[] statuses, List<Sign> signs) {
    this.statuses = statuses;
    this.signs = List.copyOf(signs);
  }

  static Condition on(int... statuses) {
    return new Condition(statuses.clone(), List.of());
  }

  /**
   * One of these codes, in any spelling ({@code RATE_LIMIT} is {@code rateLimit}), where senders put codes: the fields
   * named code, type, error_type, reason and the like, at whatever depth of the error.
   */
  public Condition code(String... codes) {
    return with(new Sign.AnyCode(codes));
  }

  /** A code that contains one of these, in any spelling. */
  public Condition codeLike(String... roots) {
    return with(new Sign.CodeLike(roots));
  }

  /** A value, in any letter case, at the end of a path: {@code field("availability.retryable", "true")}. */
  public Condition field(String path, String... values) {
    return with(new Sign.Field(path, values, false));
  }

  /** A value that contains one of these. */
  public Condition fieldLike(String path, String... parts) {
    return with(new Sign.Field(path, parts, true));
  }

  /** A header whose value contains the word, in any letter case. */
  public Condition header(String name, String word) {
    return with(new Sign.Header(name, word));
  }

  /** One of these phrases in what the reply says; see {@link Phrase} for how they are written. */
  public Condition phrase(String... phrases) {
    return with(new Sign.Phrases(phrases, true));
  }

  /** None of these phrases. */
  public Condition unless(String... phrases) {
    return with(new Sign.Phrases(phrases, false));
  }

  /** The body is a page for people. */
  public Condition page() {
    return with(new Sign.Page());
  }

  /** The request needs more than the limit allows, by the numbers in the message. */
  Condition moreThanLimit() {
    return with(new Sign.MoreThanLimit());
  }

  /** The row: what it means when all of this is there. */
  public Rule is(FailureClass failureClass) {
    return Rule.of(this, failureClass);
  }

  /** The statuses; empty for any. */
  public List<Integer> statuses() {
    return Arrays.stream(statuses).boxed().toList();
  }

  /** What else must be there, in words. */
  public List<String> signs() {
    return signs.stream().map(Sign::toString).toList();
  }

  boolean holds(Evidence evidence) {
    if (!evidence.mayHaveStatus(statuses)) {
      return false;
    }
    if (evidence.status() == Evidence.NO_STATUS && !hasSigns()) {
      return false;
    }
    for (Sign sign : signs) {
      if (sign.seenIn(evidence) == null) {
        return false;
      }
    }
    return true;
  }

  /** The signs that were seen, in the words of the table. */
  String seen(Evidence evidence) {
    List<String> seen = new ArrayList<>();
    for (Sign sign : signs) {
      String one = sign.seenIn(evidence);
      if (one != null && !one.isEmpty()) {
        seen.add(one);
      }
    }
    return seen.isEmpty() ? "status " + evidence.status() : String.join(", ", seen);
  }

  boolean hasPhrases() {
    return signs.stream().anyMatch(sign -> sign instanceof Sign.Phrases words && words.isWanted());
  }

  boolean isOfSize() {
    return signs.stream().anyMatch(Sign.MoreThanLimit.class::isInstance);
  }

  boolean hasSigns() {
    return signs.stream()
        .anyMatch(sign -> !(sign instanceof Sign.Phrases words) || words.isWanted());
  }

  private Condition with(Sign sign) {
    List<Sign> more = new ArrayList<>(signs);
    more.add(sign);
    return new Condition(statuses, more);
  }

  /** Statuses and signs. */
  @Override
  public String toString() {
    Stream<String> numbers = statuses.length == 0
        ? Stream.empty()
        : Stream.of(
            String.join("/", Arrays.stream(statuses).mapToObj(String::valueOf).toList()));
    return String.join(", ", Stream.concat(numbers, signs().stream()).toList());
  }
}
