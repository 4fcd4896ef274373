package dev.forbear.providers.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that nobody should send: reading them is bounded and throws nothing. */
class HostileBodyTest {

  private static final List<String> TYPES =
      List.of("", "application/json", "text/event-stream", "application/x-ndjson", "text/html");

  @ParameterizedTest
  @MethodSource("bodies")
  void isReadWithinBounds(String text) {
    for (String type : TYPES) {
      Body body = Body.read(text, type);

      assertThat(body.words().length()).isLessThanOrEqualTo(Bounds.VALUE_LENGTH);
      assertThat(body.documents().size()).isLessThanOrEqualTo(2 * Bounds.DOCUMENTS);
      assertThat(body.documents().stream()
              .allMatch(document -> document.facts().size() <= Bounds.HEAD_LENGTH
                  && document.facts().stream()
                      .allMatch(fact -> fact.text().length() <= Bounds.VALUE_LENGTH)))
          .isTrue();
    }
  }

  static Stream<Named<String>> bodies() {
    return Stream.of(
            "{\"a\":".repeat(1_000_000),
            "[".repeat(1_000_000),
            "[{\"a\":".repeat(300_000),
            "\"".repeat(70_000),
            "\\\"".repeat(35_000),
            "{\"n\":" + "9".repeat(1_000_000) + "}",
            "{\"n\":" + "9".repeat(20_000) + ",\"error\":\"x\"}",
            "{\"n\":1e999999999}",
            "{\"" + "k".repeat(70_000) + "\":1}",
            "{" + "\"error\":{\"code\":\"x\"},".repeat(50_000) + "}",
            "\0".repeat(1_000) + "{\"error\":\"\0\"}",
            "{\"error\":\"\ud800 \udc00 \ufffe\"}",
            "{\"error\":\"\\ud800\\u12\"}",
            "{\0\"\0e\0r\0r\0o\0r\0\"\0:\0",
            "\ufffd\ufffd{\ufffd",
            "data: \n\n".repeat(100_000),
            "event: x\n".repeat(100_000),
            "data: {\"a\":1}\n\n".repeat(500_000),
            "{}\n".repeat(100_000),
            "<html>" + "<script>".repeat(50_000),
            "<html>" + "<".repeat(70_000),
            "x {".repeat(30_000),
            " ".repeat(1_000_000),
            "{\"message\":\"" + "{'".repeat(20_000) + "\"}")
        // The bodies themselves would make a report of gigabytes.
        .map(text -> Named.of(text.substring(0, 2) + " …, " + text.length() + " characters", text));
  }
}
