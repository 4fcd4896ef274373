package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies nobody should send: every command that reads one answers, in bounds, and shows nothing of them. */
@Timeout(60)
class HostileRepliesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  static Stream<Map.Entry<String, String>> bodies() {
    Random random = new Random(17);
    StringBuilder noise = new StringBuilder();
    random.ints(100_000, 0, 0xFFFF).forEach(c -> noise.append((char) c));
    return Stream.of(
        Map.entry("bytes", noise.toString()),
        Map.entry("a lone surrogate", "{\"error\":\"\ud800SECRET\"}"),
        Map.entry("nothing closed", "{\"error\":{\"message\":\"SECRET"),
        Map.entry("a wrong quote", "{'error':'SECRET'}"),
        Map.entry("deep arrays", "[".repeat(1_000_000)),
        Map.entry("deep objects", "{\"a\":".repeat(1_000_000)),
        Map.entry("JSON in JSON in JSON", nested(12)),
        Map.entry("many names", many(200_000)),
        Map.entry("one name very often", "{" + "\"error\":1,".repeat(300_000) + "\"error\":2}"),
        Map.entry("a long number", "{\"error\":{\"code\":" + "9".repeat(1_000_000) + "}}"),
        Map.entry("a long text", "{\"error\":\"" + "SECRET ".repeat(1_500_000) + "\"}"),
        Map.entry("many events", "data: {\"a\":1}\n\n".repeat(500_000)),
        Map.entry("a page", "<html>" + "<p>SECRET".repeat(1_000_000)),
        Map.entry("nulls", "\0".repeat(10 << 20)));
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void areAnswered(Map.Entry<String, String> hostile) throws Exception {
    String body = hostile.getValue();
    String line = "{\"kind\":\"http\",\"status\":500,\"headers\":{},\"body\":"
        + JSON.writeValueAsString(body.length() > 8 << 20 ? body.substring(0, 1 << 20) : body)
        + "}\n";
    String good = "{\"kind\":\"http\",\"status\":503,\"headers\":{},\"body\":\"\"}\n";

    CommandRun classified = CommandRun.of(line + good, "classify");
    CommandRun explained = CommandRun.of("HTTP/1.1 500 x\ncontent-type: x\n\n" + body, "explain");
    CommandRun success = CommandRun.of("HTTP/1.1 200 x\ncontent-type: x\n\n" + body, "explain");
    CommandRun har = CommandRun.of(
        "{\"response\":{\"status\":500,\"content\":{\"text\":" + JSON.writeValueAsString(body)
            + "}}}",
        "explain");

    assertThat(classified.lines()).hasSize(2);
    assertThat(classified.lines().get(1)).startsWith("{\"class\":\"unavailable\",");
    assertThat(explained.exitCode()).isZero();
    assertThat(success.exitCode()).isZero();
    assertThat(har.exitCode()).isZero();
    assertThat(classified.out() + explained + success + har).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void areRefusedWhereTheyStandAlone(Map.Entry<String, String> hostile) {
    CommandRun run = CommandRun.of(hostile.getValue(), "explain");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("error: ").doesNotContain("SECRET", "internal fault");
    assertThat(run.err().lines()).hasSize(2);
    assertThat(run.out()).isEmpty();
  }

  private static String nested(int levels) {
    String text = "SECRET";
    for (int i = 0; i < levels; i++) {
      text = "{\"error\":{\"message\":" + JSON.valueToTree(text) + "}}";
    }
    return text;
  }

  private static String many(int names) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < names; i++) {
      text.append("\"name").append(i).append("\":").append(i).append(',');
    }
    return text.append("\"error\":\"SECRET\"}").toString();
  }
}
