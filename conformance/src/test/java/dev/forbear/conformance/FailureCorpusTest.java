package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClassifier;
import dev.forbear.classify.ProviderReply;
import dev.forbear.classify.RequestMayHaveRun;
import dev.forbear.classify.RetryAfter;
import dev.forbear.classify.ThrownChain;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The corpus of failures against the rules that know no provider: status, headers and exceptions.
 *
 * <p>Which lines these rules must answer in full is read off the lines themselves: exceptions, replies whose body says
 * nothing (none, or an error page that only repeats the status), and replies with the server's own word on repeating. Of
 * every other reply they must still get the hint of its headers right.
 */
class FailureCorpusTest {

  private static final List<JsonNode> ALL = Lines.of("corpus/failures.jsonl");
  private static final Instant ANY_TIME = Instant.parse("2026-11-30T12:00:00Z");
  private static final Pattern HINT_HEADER = Pattern.compile(
      "(?i)(x-ms-)?retry-after(-ms)?|(anthropic-|x-)?rate-?limit.*|x-rate-limit-.*");
  private static final Pattern CHALLENGE = Pattern.compile("Just a moment|Attention Required");

  private static final int EXCEPTIONS = 54;
  private static final int SILENT_BODIES = 61;
  private static final int WITH_ADVICE = 4;
  private static final int WITH_HINT_HEADERS = 50;
  private static final int REPLIES = 239;
  private static final int AGREEING_REPLIES = 143;

  @Test
  void answersEveryException() {
    assertAgreement(
        "exceptions",
        EXCEPTIONS,
        isKind("exception"),
        line -> facts(ThrownChain.parse(line.get("exception").asText()).classify()));
  }

  @Test
  void answersEveryReplyWhoseBodySaysNothing() {
    assertAgreement(
        "replies with a silent body",
        SILENT_BODIES,
        isKind("http").and(FailureCorpusTest::hasSilentBody),
        line -> facts(classify(line)));
  }

  @Test
  void answersEveryReplyWithTheServersOwnWordOnRepeating() {
    assertAgreement(
        "replies with x-should-retry",
        WITH_ADVICE,
        isKind("http")
            .and(line -> hasHeader(line, Pattern.compile("(?i)x-should-retry")))
            // A billing code in the body outweighs the header.
            .and(line -> !expected(line, "class").equals("quota_exhausted")),
        line -> facts(classify(line)));
  }

  @Test
  void findsTheHintInTheHeadersOfEveryReply() {
    List<String> wrong = new ArrayList<>();
    List<JsonNode> lines = lines(isKind("http").and(line -> hasHeader(line, HINT_HEADER)));
    for (JsonNode line : lines) {
      String hint = hint(RetryAfter.fromHeaders(reply(line), now(line)));
      if (!hint.equals(expected(line, "retryAfterMs"))) {
        wrong.add(id(line) + ": " + hint + " instead of " + expected(line, "retryAfterMs"));
      }
    }

    report("replies with hint headers", lines.size());
    assertThat(wrong).isEmpty();
    assertThat(lines).hasSize(WITH_HINT_HEADERS);
  }

  @Test
  void inventsNoHintWhereNoHeaderNamesOne() {
    List<JsonNode> lines = lines(isKind("http").and(line -> !hasHeader(line, HINT_HEADER)));

    assertThat(lines.stream()
            .filter(line -> RetryAfter.fromHeaders(reply(line), now(line)).isPresent())
            .map(FailureCorpusTest::id))
        .isEmpty();
    assertThat(lines).hasSize(REPLIES - WITH_HINT_HEADERS);
  }

  @Test
  void agreesWithoutTheBodyOnMostReplies() {
    List<JsonNode> replies = lines(isKind("http"));
    long agreeing = replies.stream()
        .filter(line -> facts(classify(line)).equals(expected(line)))
        .count();

    report("replies of " + replies.size() + " that need no body", agreeing);
    assertThat(replies).hasSize(REPLIES);
    assertThat(agreeing).isEqualTo(AGREEING_REPLIES);
  }

  @Test
  void promisesThatNothingRanOnlyWhereABodySaysOtherwise() {
    List<String> promises = lines(isKind("http")).stream()
        .filter(line -> classify(line).isTransient())
        .filter(line -> classify(line).requestMayHaveRun() == RequestMayHaveRun.NO)
        .filter(line -> !expected(line, "requestMayHaveRun").equals("no"))
        .map(FailureCorpusTest::id)
        .toList();

    assertThat(promises).containsExactly("bed-503", "envoy-503-termination");
  }

  private static void assertAgreement(
      String what, int count, Predicate<JsonNode> chosen, Function<JsonNode, String> answer) {
    List<String> wrong = new ArrayList<>();
    List<JsonNode> lines = lines(chosen);
    for (JsonNode line : lines) {
      String given = answer.apply(line);
      if (!given.equals(expected(line))) {
        wrong.add(id(line) + ": " + given + " instead of " + expected(line));
      }
    }

    report(what, lines.size());
    assertThat(wrong).isEmpty();
    assertThat(lines).as(what).hasSize(count);
  }

  private static void report(String what, long count) {
    System.out.println("failure corpus: " + count + " " + what);
  }

  private static List<JsonNode> lines(Predicate<JsonNode> chosen) {
    return ALL.stream().filter(chosen).toList();
  }

  private static Predicate<JsonNode> isKind(String kind) {
    return line -> line.get("kind").asText().equals(kind);
  }

  private static boolean hasSilentBody(JsonNode line) {
    String body = line.path("body").asText("");
    boolean isPage = body.stripLeading().startsWith("<");
    return body.isEmpty() || (isPage && !CHALLENGE.matcher(body).find());
  }

  private static boolean hasHeader(JsonNode line, Pattern name) {
    return names(line).anyMatch(header -> name.matcher(header).matches());
  }

  private static Stream<String> names(JsonNode line) {
    List<String> names = new ArrayList<>();
    line.get("headers").fieldNames().forEachRemaining(names::add);
    return names.stream();
  }

  private static Classified classify(JsonNode line) {
    return FailureClassifier.defaults().classify(reply(line), now(line));
  }

  private static ProviderReply reply(JsonNode line) {
    Map<String, List<String>> headers = new HashMap<>();
    names(line)
        .forEach(name -> headers.put(name, List.of(line.get("headers").get(name).asText())));
    return new ProviderReply(
        line.get("status").asInt(), headers, line.path("body").asText(""));
  }

  private static long now(JsonNode line) {
    return (line.has("now") ? Instant.parse(line.get("now").asText()) : ANY_TIME).toEpochMilli();
  }

  private static String id(JsonNode line) {
    return line.get("id").asText();
  }

  private static String facts(Classified verdict) {
    return String.join(
        " ",
        verdict.failureClass().word(),
        String.valueOf(verdict.isTransient()),
        hint(verdict.retryAfterMs()),
        verdict.requestMayHaveRun().word());
  }

  private static String hint(OptionalDouble hint) {
    return hint.isEmpty() ? "null" : String.valueOf((long) hint.getAsDouble());
  }

  private static String expected(JsonNode line) {
    return String.join(
        " ",
        expected(line, "class"),
        expected(line, "transient"),
        expected(line, "retryAfterMs"),
        expected(line, "requestMayHaveRun"));
  }

  private static String expected(JsonNode line, String fact) {
    return line.get("expected").get(fact).asText();
  }
}
