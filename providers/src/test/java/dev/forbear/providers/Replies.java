package dev.forbear.providers;

import dev.forbear.classify.Classified;
import dev.forbear.classify.ProviderReply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replies to be judged, and verdicts as a line of text. */
final class Replies {

  static final String EVENTS = "text/event-stream";

  private static final long NOW = 1_796_040_000_000L;

  static ProviderReply json(int status, String body) {
    return reply(status, body, "content-type", "application/json");
  }

  static ProviderReply reply(int status, String body, String... headers) {
    Map<String, List<String>> sent = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      sent.put(headers[i], List.of(headers[i + 1]));
    }
    return new ProviderReply(status, sent, body);
  }

  /** Class, whether it passes, hint and whether it may have run: {@code rate_limit passes 2000 no}. */
  static String judged(Provider provider, ProviderReply reply) {
    Classified verdict = provider.classify(reply, NOW);
    return verdict.failureClass().word()
        + (verdict.isTransient() ? " passes " : " stays ")
        + (verdict.retryAfterMs().isPresent()
            ? String.valueOf((long) verdict.retryAfterMs().getAsDouble())
            : "-")
        + " "
        + verdict.requestMayHaveRun().word();
  }

  static String judged(ProviderReply reply) {
    return judged(Providers.any(), reply);
  }

  private Replies() {}
}
