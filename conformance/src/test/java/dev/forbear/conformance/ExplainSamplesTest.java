package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every reply of the corpus, written as curl prints it and as a browser saves it, explained as it is labelled. */
class ExplainSamplesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int REPLIES = 270;

  /** The ways in which a reply is handed on. */
  static Stream<Map.Entry<String, Function<JsonNode, String>>> ways() {
    return Stream.of(
        Map.entry("curl -i", line -> curl(line, "", "\n")),
        Map.entry("curl -i with CRLF", line -> curl(line, "", "\r\n")),
        Map.entry("curl -v", line -> curl(line, "< ", "\n")),
        Map.entry("HAR", line -> "{\"log\":{\"entries\":[" + entry(line) + "]}}"),
        Map.entry("HAR entry", ExplainSamplesTest::entry));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void explainsEveryReplyOfTheCorpus(Map.Entry<String, Function<JsonNode, String>> way) {
    List<String> wrong = new ArrayList<>();
    List<JsonNode> lines = replies();
    for (JsonNode line : lines) {
      CommandRun run = explain(line, way.getValue().apply(line));
      String expected = facts(line.path("expected"));
      String given = run.exitCode() == 0 ? facts(VectorLine.parse(run.out())) : run.err();
      if (!given.equals(expected)) {
        wrong.add(line.path("id").asText() + ": " + given + " instead of " + expected);
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(lines).hasSize(REPLIES);
  }

  private static CommandRun explain(JsonNode line, String pasted) {
    List<String> args = new ArrayList<>(List.of("explain", "--json"));
    args.addAll(List.of("--now", line.path("now").asText("2026-11-30T12:00:00Z")));
    String provider = line.path("provider").asText();
    boolean isKnown = CommandRun.of("", "providers", provider).exitCode() == 0;
    if (isKnown) {
      args.addAll(List.of("--provider", provider));
    }
    if (pasted.startsWith("{\"log\"")) {
      args.addAll(List.of("--entry", "1"));
    }
    return CommandRun.of(pasted, args.toArray(String[]::new));
  }

  private static List<JsonNode> replies() {
    return Lines.of("corpus/failures.jsonl").stream()
        .filter(line -> !line.path("kind").asText().equals("exception"))
        .toList();
  }

  private static String curl(JsonNode line, String mark, String lineEnd) {
    StringBuilder text = new StringBuilder();
    if (!mark.isEmpty()) {
      text.append("*   Trying 192.0.2.1:443...").append(lineEnd);
      text.append("> POST /v1 HTTP/1.1").append(lineEnd);
      text.append("> ").append(lineEnd);
    }
    text.append(mark).append("HTTP/1.1 ").append(line.path("status").asInt()).append(lineEnd);
    line.path("headers")
        .properties()
        .forEach(header -> text.append(mark)
            .append(header.getKey())
            .append(": ")
            .append(header.getValue().asText())
            .append(lineEnd));
    text.append(mark).append(lineEnd);
    return text.append(line.path("body").asText("").replace("\n", lineEnd)).toString();
  }

  private static String entry(JsonNode line) {
    ObjectNode entry = JSON.createObjectNode();
    entry.put("startedDateTime", Instant.EPOCH.toString());
    entry.putObject("request").put("method", "POST").put("url", "https://unknown.example/v1");
    ObjectNode response = entry.putObject("response");
    response.put("status", line.path("status").asInt());
    line.path("headers")
        .properties()
        .forEach(header -> response
            .withArray("headers")
            .addObject()
            .put("name", header.getKey())
            .put("value", header.getValue().asText()));
    response.putObject("content").put("text", line.path("body").asText(""));
    return entry.toString();
  }

  private static String facts(JsonNode verdict) {
    return String.join(
        " ",
        verdict.path("class").asText(),
        verdict.path("transient").asText(),
        verdict.path("retryAfterMs").asText(),
        verdict.path("requestMayHaveRun").asText());
  }
}
