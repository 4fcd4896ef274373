package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValuesTest {

  static Stream<Arguments> cases() {
    return Stream.of(
        of("lines", "{\"a\":1}\n{\"a\":2}\n", "={\"a\":1}", "={\"a\":2}"),
        of("lines with CRLF and empty ones", "{}\r\n\r\n\t{}\r\n", "={}", "={}"),
        of("no final line end", "{}\n{}", "={}", "={}"),
        of("an array", "[{\"a\":1}\n,\n{\"a\":2}]", "={\"a\":1}", "={\"a\":2}", "closed"),
        of("an empty array", " [ ] ", "closed"),
        of("what follows an array", "[{}] x {}", "={}", "closed"),
        of("an object alone, over lines", "{\n  \"a\": [\n1]\n}\n", "={\n  \"a\": [\n1]\n}"),
        of("braces in strings", "{\"}\":\"{\"}{\"[\":\"]\"}", "={\"}\":\"{\"}", "={\"[\":\"]\"}"),
        of("quotes in strings", "{\"a\":\"\\\"}\"}{}", "={\"a\":\"\\\"}\"}", "={}"),
        of("backslashes in strings", "{\"a\":\"\\\\\"}{}", "={\"a\":\"\\\\\"}", "={}"),
        of("deep", "{\"a\":{\"b\":[{}]}}{}", "={\"a\":{\"b\":[{}]}}", "={}"),
        of("characters of many bytes", "{\"a\":\"é€😀\"}", "={\"a\":\"é€😀\"}"),
        of("an object that breaks off", "{}\n{\"a\":", "={}", "cut"),
        of("an array that breaks off", "[{},\n", "={}", "cut"),
        of("nothing", ""));
  }

  private static Arguments of(String what, String body, String... found) {
    return Arguments.of(what, body, List.of(found));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void findsTheValues(String what, String body, List<String> found) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

    assertThat(FramedEvents.byteByByte(new JsonValues(), body)).as(what).isEqualTo(found);
    for (int cut = 0; cut <= bytes.length; cut++) {
      byte[] first = Arrays.copyOfRange(bytes, 0, cut);
      byte[] second = Arrays.copyOfRange(bytes, cut, bytes.length);
      assertThat(FramedEvents.of(new JsonValues(), first, second)).as(what).isEqualTo(found);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{} x", "\"a\"", "{},{}", "{}]", "[[{}]]", "{}[{}]", "[1]"})
  void refusesWhatIsNoObject(String body) {
    assertThatThrownBy(() -> FramedEvents.of(new JsonValues(), body))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("it does not begin with a brace, as a JSON object does");
  }

  @Test
  void refusesAValueWithoutEnd() {
    byte[] some = "{\"a\":[1,2,3],".repeat(80_000).getBytes(StandardCharsets.UTF_8);
    byte[][] feeds = new byte[20][];
    Arrays.fill(feeds, some);

    assertThatThrownBy(() -> FramedEvents.of(new JsonValues(), feeds))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("a JSON value is longer than 16777216 bytes, which is the most that is kept");
  }
}
