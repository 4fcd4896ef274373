package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.classify.RetryAfter;
import dev.forbear.providers.body.Body;
import dev.forbear.providers.body.Document;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The order of decision over one reply: a challenge, the table, the status; the server's word on repeating; the hint.
 */
final class Judgement {

  private static final FailureClassifier STATUS = FailureClassifier.defaults();

  private final ProviderReply reply;
  private final Body body;
  private final long nowEpochMs;

  Judgement(ProviderReply reply, Body body, long nowEpochMs) {
    this.reply = reply;
    this.body = body;
    this.nowEpochMs = nowEpochMs;
  }

  Ruled by(Table table) {
    if (reply.status() / 100 == 2) {
      return ofSuccess(table);
    }
    Evidence evidence = Evidence.of(reply, body);
    Ruled ruled = verdict(table, evidence);
    return new Ruled(withHint(advised(ruled), evidence), ruled.rule());
  }

  private Ruled ofSuccess(Table table) {
    boolean isEmpty = body.shape() == Body.Shape.NOTHING;
    Classified plain = STATUS.classify(
        isEmpty ? new ProviderReply(reply.status(), reply.headers(), "") : reply, nowEpochMs);
    if (plain.failureClass() != FailureClass.SUCCESS) {
      return new Ruled(plain, null);
    }
    Document error = Errors.first(body);
    if (error == null) {
      Rule rule = body.words().isEmpty() ? null : table.first(Evidence.of(reply, body));
      return rule != null && rule.failureClass() == FailureClass.BOT_CHALLENGE
          ? new Ruled(rule.verdict(Evidence.of(reply, body)), rule)
          : new Ruled(Answers.judge(body, isAnnouncedAsJson(), plain), null);
    }
    Evidence evidence =
        body.shape() == Body.Shape.JSON ? Evidence.of(reply, body) : Evidence.of(reply, error);
    Ruled ruled = verdict(table, evidence);
    Classified verdict = withHint(advised(ruled), evidence);
    return new Ruled(
        Answers.isStream(body) || Errors.isWithinChoices(error)
            ? amid(verdict, Answers.hasOutput(body), Errors.isWithinChoices(error))
            : verdict,
        ruled.rule());
  }

  private boolean isAnnouncedAsJson() {
    return reply.header("content-type").stream()
        .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith("application/json"));
  }

  private Ruled verdict(Table table, Evidence evidence) {
    Rule rule = table.first(evidence);
    if (rule != null) {
      return new Ruled(rule.verdict(evidence), rule);
    }
    Classified fallback = evidence.status() == Evidence.NO_STATUS
        ? Classified.of(
            FailureClass.SERVER_ERROR, true, RequestMayHaveRun.MAYBE, "an error inside a 200")
        : STATUS.classify(ProviderReply.of(evidence.status()), nowEpochMs);
    return new Ruled(fallback, null);
  }

  /**
   * A verdict and the row it fell in.
   *
   * @param rule null where the status, a header or the form of the answer decides
   */
  record Ruled(Classified verdict, @Nullable Rule rule) {

    private Rule.Stage stage() {
      return rule == null ? Rule.Stage.STATUS : rule.stage();
    }
  }

  /**
   * The server's own word on repeating outweighs what the status says, in both directions; it does not bring back spent
   * credit or anything else that a code or a sentence names.
   */
  private Classified advised(Ruled ruled) {
    Classified verdict = ruled.verdict();
    boolean yes = says("true");
    boolean no = says("false");
    if (yes == no || yes == verdict.isTransient()) {
      return verdict;
    }
    boolean isNamed = ruled.stage() != Rule.Stage.STATUS && ruled.stage() != Rule.Stage.WEAK;
    return yes && isNamed
        ? verdict
        : Classified.of(
            verdict.failureClass(),
            yes,
            verdict.requestMayHaveRun(),
            "header x-should-retry over " + verdict.rule());
  }

  private boolean says(String word) {
    List<String> values = reply.header("x-should-retry");
    return values.stream().limit(8).anyMatch(value -> value.strip().equalsIgnoreCase(word));
  }

  private Classified withHint(Classified verdict, Evidence evidence) {
    OptionalDouble hint = RetryAfter.explicit(reply, nowEpochMs);
    if (hint.isEmpty()) {
      hint = BodyHints.find(evidence, nowEpochMs);
    }
    boolean isLimit =
        reply.status() / 100 != 2 || verdict.failureClass() == FailureClass.RATE_LIMIT;
    if (hint.isEmpty() && isLimit) {
      hint = RetryAfter.ofLimits(reply, nowEpochMs);
    }
    return verdict.withRetryAfterMs(hint);
  }

  /** What came before an error in a stream has been paid for; and nothing says that a stream that opened did not run. */
  private static Classified amid(Classified verdict, boolean hasOutput, boolean isWithinChoices) {
    boolean isBreak = verdict.failureClass() == FailureClass.UNAVAILABLE
        && (isWithinChoices || hasOutput)
        && verdict.isTransient();
    FailureClass failureClass = isBreak ? FailureClass.STREAM_INTERRUPTED : verdict.failureClass();
    boolean isOpen = verdict.isTransient() || failureClass == FailureClass.CONTENT_POLICY;
    RequestMayHaveRun ran = hasOutput || isBreak
        ? RequestMayHaveRun.YES
        : isOpen && verdict.requestMayHaveRun() == RequestMayHaveRun.NO
            ? RequestMayHaveRun.MAYBE
            : verdict.requestMayHaveRun();
    return new Classified(
        failureClass, verdict.isTransient(), verdict.retryAfterMs(), ran, verdict.rule());
  }
}
