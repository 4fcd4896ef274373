package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.RequestMayHaveRun;
import java.util.Objects;

/**
 * One row of a table: when a reply looks like this, it means that.
 *
 * <pre>{@code
 * Rule.on(429).code("insufficient_quota").is(FailureClass.QUOTA_EXHAUSTED).from("our gateway's page", "2026-11")
 * }</pre>
 *
 * <p>Transient or not, and whether the request may have run, follow from the class unless the row says otherwise.
 * Immutable.
 */
public final class Rule {

  private final Condition condition;
  private final FailureClass failureClass;
  private final boolean isTransient;
  private final RequestMayHaveRun requestMayHaveRun;
  private final boolean isWeak;
  private final String hint;
  private final String source;
  private final String readOn;
  private final String owner;

  private Rule(
      Condition condition,
      FailureClass failureClass,
      boolean isTransient,
      RequestMayHaveRun requestMayHaveRun,
      boolean isWeak,
      String hint,
      String source,
      String readOn,
      String owner) {
    this.condition = condition;
    this.failureClass = Objects.requireNonNull(failureClass, "failureClass must not be null");
    this.isTransient = isTransient;
    this.requestMayHaveRun =
        Objects.requireNonNull(requestMayHaveRun, "requestMayHaveRun must not be null");
    this.isWeak = isWeak;
    this.hint = hint;
    this.source = source;
    this.readOn = readOn;
    this.owner = owner;
  }

  static Rule of(Condition condition, FailureClass failureClass) {
    return new Rule(
        condition,
        failureClass,
        Usual.isTransient(failureClass),
        Usual.mayHaveRun(failureClass),
        false,
        "headers, body, message",
        "",
        "",
        "own rule");
  }

  /**
   * Begins a row for some statuses. A status that stands in the body of a 200 counts as well, and an error inside a 200
   * that names none is taken for any.
   */
  public static Condition on(int... statuses) {
    return Condition.on(statuses);
  }

  /** Begins a row for whatever status. */
  public static Condition onAny() {
    return Condition.on();
  }

  /** The same row, where the failure passes: the same request may succeed later. */
  public Rule passing() {
    return new Rule(
        condition, failureClass, true, requestMayHaveRun, isWeak, hint, source, readOn, owner);
  }

  /** The same row, where the failure stays. */
  public Rule lasting() {
    return new Rule(
        condition, failureClass, false, requestMayHaveRun, isWeak, hint, source, readOn, owner);
  }

  /** The same row with another word on whether the request may have run. */
  public Rule ran(RequestMayHaveRun mayHaveRun) {
    return new Rule(
        condition, failureClass, isTransient, mayHaveRun, isWeak, hint, source, readOn, owner);
  }

  /**
   * The same row, asked after the phrases: for codes that senders put on many things, so that a sentence beside one says
   * more, and the server's word on repeating outweighs it.
   */
  public Rule afterPhrases() {
    return new Rule(
        condition, failureClass, isTransient, requestMayHaveRun, true, hint, source, readOn, owner);
  }

  /** The same row with a note on where its hint stands; all sources are read for every row. */
  public Rule hintIn(String where) {
    return new Rule(
        condition,
        failureClass,
        isTransient,
        requestMayHaveRun,
        isWeak,
        where,
        source,
        readOn,
        owner);
  }

  /** The same row with where it was read (a page, a file, a thread) and when ({@code 2026-06}). */
  public Rule from(String where, String when) {
    return new Rule(
        condition, failureClass, isTransient, requestMayHaveRun, isWeak, hint, where, when, owner);
  }

  Rule ownedBy(String name) {
    return new Rule(
        condition,
        failureClass,
        isTransient,
        requestMayHaveRun,
        isWeak,
        hint,
        source,
        readOn,
        name);
  }

  /** What a reply must look like. */
  public Condition condition() {
    return condition;
  }

  /** What failed. */
  public FailureClass failureClass() {
    return failureClass;
  }

  /** Whether the same request may succeed later. */
  public boolean isTransient() {
    return isTransient;
  }

  /** Whether the request may have been carried out. */
  public RequestMayHaveRun requestMayHaveRun() {
    return requestMayHaveRun;
  }

  /** Where the provider's minimum wait is looked for. */
  public String hint() {
    return hint;
  }

  /** The page, file or thread it comes from; empty for a row that names none. */
  public String source() {
    return source;
  }

  /** When the source was read, {@code 2026-06}; empty for a row that names none. */
  public String readOn() {
    return readOn;
  }

  /** The table it stands in. */
  public String owner() {
    return owner;
  }

  /** The verdict on a reply for which the condition holds; it names the table and the signs that were seen. */
  Classified verdict(Evidence evidence) {
    return Classified.of(
        failureClass, isTransient, requestMayHaveRun, owner + ": " + condition.seen(evidence));
  }

  Stage stage() {
    if (isWeak) {
      return Stage.WEAK;
    }
    if (condition.hasPhrases()) {
      return Stage.PHRASE;
    }
    if (condition.isOfSize()) {
      return Stage.SIZE;
    }
    if (!condition.hasSigns()) {
      return Stage.STATUS;
    }
    return Stage.CODE;
  }

  /** The table, the status and the signs: {@code openai: 429, code insufficient_quota}. */
  @Override
  public String toString() {
    return owner + ": " + condition;
  }

  /** The order of decision. */
  enum Stage {
    CODE,
    SIZE,
    PHRASE,
    WEAK,
    STATUS
  }
}
