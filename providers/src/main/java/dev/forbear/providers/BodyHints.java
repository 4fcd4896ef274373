package dev.forbear.providers;

import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RetryAfter;
import dev.forbear.providers.body.Fact;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The hint of a body: fields made for it, headers that a gateway repeats in it, then sentences.
 *
 * <p>Garbage is no hint, and the next source is asked.
 */
final class BodyHints {

  /** A field that holds a wait, and what a bare number in it means. */
  private record Source(String name, Unit unit) {}

  private enum Unit {
    MILLISECONDS,
    SECONDS
  }

  private static final List<Source> SOURCES = List.of(
      // google.rpc.RetryInfo.
      new Source("retrydelay", Unit.SECONDS),
      new Source("retry_delay", Unit.SECONDS),
      // Google's Cloud Code, google-gemini/gemini-cli, googleQuotaErrors.ts, read 2026-06.
      new Source("quotaresetdelay", Unit.SECONDS),
      new Source("retry_after_ms", Unit.MILLISECONDS),
      new Source("retryafterms", Unit.MILLISECONDS),
      // OpenRouter, availability, OpenRouterTeam/docs errors-and-debugging.mdx, read 2026-08.
      new Source("retry_after", Unit.SECONDS),
      new Source("retry_after_seconds", Unit.SECONDS),
      new Source("retryafter", Unit.SECONDS),
      new Source("retryafterseconds", Unit.SECONDS),
      // ChatGPT's plan limits, openai/codex, unconfirmed.
      new Source("resets_in_seconds", Unit.SECONDS),
      // Hugging Face, huggingface/transformers#23793, read 2026-06.
      new Source("estimated_time", Unit.SECONDS));

  static OptionalDouble find(Evidence evidence, long nowEpochMs) {
    for (Source source : SOURCES) {
      OptionalDouble hint = of(source, evidence.facts());
      if (hint.isPresent()) {
        return hint;
      }
    }
    OptionalDouble repeated = RetryAfter.explicit(repeatedHeaders(evidence), nowEpochMs);
    if (repeated.isEmpty()) {
      repeated = Sentences.hint(evidence.words(), nowEpochMs);
    }
    return repeated.isPresent()
        ? repeated
        : RetryAfter.ofLimits(repeatedHeaders(evidence), nowEpochMs);
  }

  private static OptionalDouble of(Source source, List<Fact> facts) {
    for (Fact fact : facts) {
      OptionalDouble hint = OptionalDouble.empty();
      if (fact.name().equals(source.name())) {
        hint = read(fact, source.unit());
      } else if (fact.path().endsWith(source.name() + ".seconds")) {
        hint = secondsAndNanos(fact, facts);
      }
      if (hint.isPresent()) {
        return hint;
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble read(Fact fact, Unit unit) {
    if (fact.kind() != Fact.Kind.NUMBER && fact.kind() != Fact.Kind.TEXT) {
      return OptionalDouble.empty();
    }
    OptionalDouble hint =
        RetryAfter.duration(fact.text() + (unit == Unit.MILLISECONDS ? "ms" : "s"));
    return hint.isPresent() ? hint : RetryAfter.duration(fact.text());
  }

  /** A protobuf duration written as an object. */
  private static OptionalDouble secondsAndNanos(Fact seconds, List<Fact> facts) {
    String place = seconds.path().substring(0, seconds.path().length() - "seconds".length());
    String nanos = facts.stream()
        .filter(fact -> fact.path().equals(place + "nanos") && fact.text().matches("[0-9]{1,9}"))
        .map(Fact::text)
        .findFirst()
        .orElse("0");
    if (!seconds.text().matches("[0-9]{1,18}")) {
      return OptionalDouble.empty();
    }
    BigDecimal whole = new BigDecimal(seconds.text()).add(new BigDecimal(nanos).movePointLeft(9));
    return RetryAfter.duration(whole.toPlainString() + "s");
  }

  /** OpenRouter repeats the headers of a refusal under {@code metadata.headers}. */
  private static ProviderReply repeatedHeaders(Evidence evidence) {
    Map<String, List<String>> headers = new HashMap<>();
    for (Fact fact : evidence.facts()) {
      if (fact.isSomething() && fact.isBelow("headers")) {
        headers.putIfAbsent(fact.name(), List.of(fact.text()));
      }
    }
    return new ProviderReply(evidence.status(), headers, "");
  }

  private BodyHints() {}
}
