package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.forbear.classify.Classified;
import dev.forbear.classify.ProviderReply;
import dev.forbear.providers.Providers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What must not change an answer, and what must never happen, over the replies of the corpus; seeded. */
class ProviderPropertiesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double LONGEST_MS = 9_007_199_254_740_991.0;
  private static final long SEED = 20_261_130;
  private static final int ROUNDS = Boolean.getBoolean("forbear.evidence") ? 2_000 : 60;

  private static final List<FailureLine> REPLIES =
      FailureLine.ALL.stream().filter(line -> !line.isException()).toList();

  @Test
  void unknownFieldsChangeNothing() {
    assertUnchanged((line, random) -> withBody(line, json -> withUnknown(json, random)));
  }

  @Test
  void theOrderOfKeysChangesNothing() {
    assertUnchanged((line, random) -> withBody(line, json -> reordered(json, random)));
  }

  @Test
  void whiteSpaceAroundAndInsideChangesNothing() {
    assertUnchanged((line, random) -> withBody(line, json -> json.toPrettyString()));
    assertUnchanged((line, random) -> withText(line, body -> "\n" + body + "\n"));
    assertUnchanged((line, random) -> withText(line, body -> body + "\r\n\r\n"));
  }

  @Test
  void aByteOrderMarkChangesNothing() {
    assertUnchanged(
        (line, random) -> withText(line, body -> body.isEmpty() ? body : "\ufeff" + body));
  }

  @Test
  void lineEndsOfEventsChangeNothing() {
    assertUnchanged(
        (line, random) -> line.reply().header("content-type").contains("text/event-stream")
            ? withText(line, body -> body.replace("\n", "\r\n"))
            : line.reply());
  }

  @Test
  void theLetterCaseOfHeaderNamesChangesNothing() {
    assertUnchanged((line, random) -> {
      ProviderReply reply = line.reply();
      Map<String, List<String>> headers = new HashMap<>();
      reply
          .headers()
          .forEach((name, values) -> headers.put(
              random.nextBoolean() ? name.toUpperCase(Locale.ROOT) : name.toLowerCase(Locale.ROOT),
              values));
      return new ProviderReply(reply.status(), headers, reply.body());
    });
  }

  @Test
  void noMutationThrowsOrGivesAHintThatIsNone() {
    Random random = new Random(SEED);
    for (int round = 0; round < ROUNDS; round++) {
      for (FailureLine line : REPLIES) {
        ProviderReply mutant = mutant(line.reply(), random);
        Classified verdict = Providers.any().classify(mutant, line.now());
        double hint = verdict.retryAfterMs().orElse(0);

        assertThat(hint >= 0 && hint <= LONGEST_MS && hint == Math.rint(hint))
            .as("seed %d, round %d, %s: %s", SEED, round, line.id(), hint)
            .isTrue();
      }
    }
  }

  @Test
  void aBodyThatBreaksOffKeepsItsFactsOrFallsBackToItsStatus() {
    for (FailureLine line : REPLIES) {
      ProviderReply reply = line.reply();
      for (int end = 0; end < reply.body().length(); end += 7) {
        Classified verdict = Providers.any()
            .classify(
                new ProviderReply(reply.status(), reply.headers(), reply.body().substring(0, end)),
                line.now());

        assertThat(verdict.failureClass()).as("%s cut at %d", line.id(), end).isNotNull();
      }
    }
  }

  private static void assertUnchanged(BiFunction<FailureLine, Random, ProviderReply> change) {
    Random random = new Random(SEED);
    List<String> changed = new ArrayList<>();
    for (FailureLine line : REPLIES) {
      for (int i = 0; i < 5; i++) {
        Classified verdict = Providers.any().classify(change.apply(line, random), line.now());
        if (!FailureLine.facts(verdict).equals(line.expected())) {
          changed.add(
              line.id() + ": " + FailureLine.facts(verdict) + " by '" + verdict.rule() + "'");
        }
      }
    }

    assertThat(changed).as("seed %d", SEED).isEmpty();
  }

  private static ProviderReply withText(FailureLine line, UnaryOperator<String> change) {
    ProviderReply reply = line.reply();
    return new ProviderReply(reply.status(), reply.headers(), change.apply(reply.body()));
  }

  private static ProviderReply withBody(FailureLine line, JsonChange change) {
    String body = line.reply().body();
    if (!body.startsWith("{") && !body.startsWith("[")) {
      return line.reply();
    }
    try {
      JsonNode json = JSON.readTree(body);
      // Lines of several values are left as they are.
      return body.strip().indexOf('\n') >= 0 && body.contains("}\n{")
          ? line.reply()
          : withText(line, same -> String.valueOf(change.apply(json)));
    } catch (JsonProcessingException broken) {
      return line.reply();
    }
  }

  private interface JsonChange {
    Object apply(JsonNode json);
  }

  private static JsonNode withUnknown(JsonNode json, Random random) {
    if (json instanceof ObjectNode object) {
      ObjectNode copy = JSON.createObjectNode();
      object.properties().forEach(field -> {
        if (random.nextInt(3) == 0) {
          copy.set("zz_unknown_" + random.nextInt(1_000), unknown(random));
        }
        copy.set(field.getKey(), withUnknown(field.getValue(), random));
      });
      copy.set("zz_last_" + random.nextInt(1_000), unknown(random));
      return copy;
    }
    if (json instanceof ArrayNode array) {
      ArrayNode copy = JSON.createArrayNode();
      array.forEach(item -> copy.add(withUnknown(item, random)));
      return copy;
    }
    return json;
  }

  private static JsonNode unknown(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> JSON.getNodeFactory().numberNode(429);
      case 1 -> JSON.getNodeFactory().textNode("insufficient credit, try again in 5s");
      case 2 -> JSON.getNodeFactory().nullNode();
      case 3 -> JSON.createArrayNode().add("rate limit").add(1);
      default -> JSON.createObjectNode().put("zz_inner", "overloaded");
    };
  }

  private static JsonNode reordered(JsonNode json, Random random) {
    if (json instanceof ObjectNode object) {
      List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(object.properties());
      Collections.shuffle(fields, random);
      ObjectNode copy = JSON.createObjectNode();
      fields.forEach(field -> copy.set(field.getKey(), reordered(field.getValue(), random)));
      return copy;
    }
    if (json instanceof ArrayNode array) {
      ArrayNode copy = JSON.createArrayNode();
      array.forEach(item -> copy.add(reordered(item, random)));
      return copy;
    }
    return json;
  }

  private static ProviderReply mutant(ProviderReply reply, Random random) {
    StringBuilder body = new StringBuilder(reply.body());
    int changes = 1 + random.nextInt(8);
    for (int i = 0; i < changes; i++) {
      int at = body.isEmpty() ? 0 : random.nextInt(body.length());
      switch (random.nextInt(6)) {
        case 0 -> body.insert(at, (char) random.nextInt(0x10000));
        case 1 -> body.insert(at, "{}[]\":,\\'<>\n\r-0".charAt(random.nextInt(15)));
        case 2 -> body.setLength(at);
        case 3 -> body.delete(at, Math.min(body.length(), at + random.nextInt(20)));
        case 4 -> body.insert(at, body.substring(at, Math.min(body.length(), at + 40)));
        default -> body.insert(at, random.nextLong());
      }
    }
    int status = random.nextInt(4) == 0 ? random.nextInt(700) - 50 : reply.status();
    Map<String, List<String>> headers = new HashMap<>(reply.headers());
    if (random.nextInt(4) == 0) {
      headers.put("retry-after", List.of(String.valueOf(random.nextGaussian() * 1e9)));
    }
    return new ProviderReply(status, headers, body.toString());
  }
}
