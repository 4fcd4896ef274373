package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.ThrownChain;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The corpus of failures through the command: it must say what the library says, line by line. */
class CommandCorpusTest {

  private static final int LINES = 324;
  private static final int STREAM_EVENTS = 31;

  @Test
  void answersTheCorpusAsTheLibraryDoes() {
    List<VectorLine> lines = VectorLine.of("corpus/failures.jsonl");

    CommandRun run = CommandRun.of("", "classify", "corpus/failures.jsonl");

    assertThat(lines).hasSize(LINES);
    assertThat(run.lines()).hasSize(LINES);
    int refused = 0;
    for (int i = 0; i < LINES; i++) {
      JsonNode answer = VectorLine.parse(run.lines().get(i));
      VectorLine line = lines.get(i);
      if (line.json().path("kind").asText().equals("stream_event")) {
        assertThat(answer.path("error").asText()).as(line.name()).startsWith("kind stream_event");
        refused++;
      } else {
        assertThat(answer).as(line.name()).isEqualTo(fromTheLibrary(line.json()));
      }
    }
    assertThat(refused).isEqualTo(STREAM_EVENTS);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).isEmpty();
  }

  private static JsonNode fromTheLibrary(JsonNode line) {
    Classified verdict = line.path("kind").asText().equals("exception")
        ? ThrownChain.parse(line.path("exception").asText()).classify()
        : FailureClassifier.defaults().classify(reply(line), now(line));
    String hint = verdict.retryAfterMs().isEmpty()
        ? "null"
        : Long.toString((long) verdict.retryAfterMs().getAsDouble());
    return VectorLine.parse(
        "{\"class\":\"%s\",\"transient\":%s,\"retryAfterMs\":%s,\"requestMayHaveRun\":\"%s\",\"rule\":\"%s\"}"
            .formatted(
                verdict.failureClass().word(),
                verdict.isTransient(),
                hint,
                verdict.requestMayHaveRun().word(),
                verdict.rule().replace("\"", "\\\"")));
  }

  private static ProviderReply reply(JsonNode line) {
    Map<String, List<String>> headers = new HashMap<>();
    line.path("headers")
        .properties()
        .forEach(
            header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
    return new ProviderReply(
        line.path("status").asInt(), headers, line.path("body").asText(""));
  }

  /** Lines without a clock of their own must not depend on one. */
  private static long now(JsonNode line) {
    return Instant.parse(line.path("now").asText("1970-01-01T00:00:00Z")).toEpochMilli();
  }
}
