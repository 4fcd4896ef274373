package dev.forbear.classify;

import java.util.List;
import java.util.Locale;

/**
 * The rules without any provider's own: marks in headers first, then the status, then {@code x-should-retry} over it.
 *
 * <p>Stateless; one instance serves all threads.
 */
final class DefaultFailureClassifier implements FailureClassifier {

  static final FailureClassifier INSTANCE = new DefaultFailureClassifier();

  private static final Classified CHALLENGE =
      Meaning.lasting(FailureClass.BOT_CHALLENGE, RequestMayHaveRun.NO).by("header cf-mitigated");
  private static final Classified PAGE = Meaning.lasting(
          FailureClass.PROTOCOL_ERROR, RequestMayHaveRun.MAYBE)
      .by("status 200 with a page for people");
  private static final Classified EMPTY = Meaning.passing(
          FailureClass.PROTOCOL_ERROR, RequestMayHaveRun.YES)
      .by("status 200 with an empty JSON body");

  private DefaultFailureClassifier() {}

  @Override
  public Classified classify(ProviderReply reply, long nowEpochMs) {
    // Cloudflare, "Detect a challenge page response": an API client cannot pass it, whatever the
    // status.
    if (has(reply, "cf-mitigated", "challenge")) {
      return CHALLENGE;
    }
    if (reply.status() / 100 == 2) {
      return success(reply);
    }
    return advised(StatusRules.judge(reply.status()), reply)
        .withRetryAfterMs(RetryAfter.fromHeaders(reply, nowEpochMs));
  }

  @Override
  public Classified classify(Throwable thrown, long nowEpochMs) {
    ThrownChain chain = ThrownChain.of(thrown);
    ProviderReply reply = chain.reply();
    return reply == null ? chain.classify() : classify(reply, nowEpochMs);
  }

  /** A success of a model call is neither a page for people nor JSON without a byte. */
  private static Classified success(ProviderReply reply) {
    if (has(reply, "content-type", "text/html")) {
      return PAGE;
    }
    boolean isEmptyJson =
        reply.status() == 200 && reply.body().isEmpty() && has(reply, "content-type", "json");
    return isEmptyJson ? EMPTY : StatusRules.judge(reply.status());
  }

  /** The server's own word on repeating, as the OpenAI and Anthropic SDKs read it; contradictions are ignored. */
  private static Classified advised(Classified verdict, ProviderReply reply) {
    boolean yes = has(reply, "x-should-retry", "true");
    boolean no = has(reply, "x-should-retry", "false");
    if (yes == no || yes == verdict.isTransient()) {
      return verdict;
    }
    return Classified.of(
        verdict.failureClass(),
        yes,
        verdict.requestMayHaveRun(),
        "header x-should-retry over " + verdict.rule());
  }

  private static boolean has(ProviderReply reply, String header, String word) {
    List<String> values = reply.header(header);
    for (String value : RetryAfter.bounded(values)) {
      if (RetryAfter.strip(value).toLowerCase(Locale.ROOT).contains(word)) {
        return true;
      }
    }
    return false;
  }
}
