package dev.forbear.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A line of {@code corpus/failures.jsonl} or of one of its two companions. */
record FailureLine(JsonNode json) {

  static final List<FailureLine> ALL =
      Lines.of("corpus/failures.jsonl").stream().map(FailureLine::new).toList();

  /** More of the same senders, written in the forms that their references describe. */
  static final List<FailureLine> KINDRED =
      Lines.of("corpus/kindred-failures.jsonl").stream().map(FailureLine::new).toList();

  /** More of the same senders, as they were met in reports, fixtures and documentation; each line names where. */
  static final List<FailureLine> FIELD =
      Lines.of("corpus/field-failures.jsonl").stream().map(FailureLine::new).toList();

  private static final Instant ANY_TIME = Instant.parse("2026-11-30T12:00:00Z");

  String id() {
    return json.get("id").asText();
  }

  boolean isException() {
    return json.get("kind").asText().equals("exception");
  }

  ProviderReply reply() {
    Map<String, List<String>> headers = new HashMap<>();
    json.get("headers")
        .properties()
        .forEach(
            header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    return new ProviderReply(
        json.get("status").asInt(), headers, json.path("body").asText(""));
  }

  long now() {
    return (json.has("now") ? Instant.parse(json.get("now").asText()) : ANY_TIME).toEpochMilli();
  }

  Classified classify(FailureClassifier classifier) {
    return isException()
        ? ThrownChain.parse(json.get("exception").asText()).classify()
        : classifier.classify(reply(), now());
  }

  String expected() {
    JsonNode facts = json.get("expected");
    return String.join(
        " ",
        facts.get("class").asText(),
        facts.get("transient").asText(),
        facts.get("retryAfterMs").asText(),
        facts.get("requestMayHaveRun").asText());
  }

  static String facts(Classified verdict) {
    return String.join(
        " ",
        verdict.failureClass().word(),
        String.valueOf(verdict.isTransient()),
        verdict.retryAfterMs().isEmpty()
            ? "null"
            : String.valueOf((long) verdict.retryAfterMs().getAsDouble()),
        verdict.requestMayHaveRun().word());
  }
}
