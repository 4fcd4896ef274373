package dev.forbear.cli.reply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HAR files as browsers save them, and single entries of them. */
class HarReaderTest {

  private static final String LIMITED = entry(429, "{\"text\":\"{\\\"error\\\":1}\"}");
  private static final String FINE = entry(200, "{\"text\":\"{}\"}");

  @Test
  void readsTheReplyOfAnEntry() {
    PastedReply pasted = Pasted.reply(LIMITED);

    assertThat(pasted.reply().status()).isEqualTo(429);
    assertThat(pasted.reply().headers())
        .containsOnlyKeys("retry-after", "content-type")
        .containsEntry("retry-after", List.of("2", "3"));
    assertThat(pasted.reply().body()).isEqualTo("{\"error\":1}");
    assertThat(pasted.uri()).hasHost("api.example.com");
    assertThat(pasted.origin()).isEqualTo("an entry of a HAR file");
    assertThat(pasted.atEpochMs())
        .isEqualTo(OptionalLong.of(Instant.parse("2026-11-30T12:00:01.500Z").toEpochMilli()));
  }

  @Test
  void takesTheLastEntryThatFailedOrTheOneAskedFor() {
    String har = har(entry(500, "{}"), LIMITED, FINE, "7");

    assertThat(Pasted.reply(har).reply()).isEqualTo(Pasted.reply(LIMITED).reply());
    assertThat(Pasted.reply(har).origin())
        .isEqualTo("entry 2 of a HAR file of 4 entries, the last that failed");
    assertThat(Pasted.reply(har, 1).reply().status()).isEqualTo(500);
    assertThat(Pasted.reply(har, 3).reply()).isEqualTo(Pasted.reply(FINE).reply());
    assertThat(Pasted.reply(har, 3).origin()).isEqualTo("entry 3 of a HAR file of 4 entries");
  }

  @Test
  void decodesABodyInBase64() {
    String text = Base64.getEncoder().encodeToString("{\"é\":1}".getBytes(StandardCharsets.UTF_8));

    assertThat(Pasted.reply(entry(500, "{\"text\":\"" + text + "\",\"encoding\":\"base64\"}"))
            .reply()
            .body())
        .isEqualTo("{\"é\":1}");

    PastedReply broken = Pasted.reply(entry(500, "{\"text\":\"A\",\"encoding\":\"base64\"}"));
    assertThat(broken.reply().body()).isEmpty();
    assertThat(broken.notes()).hasSize(1).first().asString().startsWith("The body is said to be");
  }

  @Test
  void saysWhenABodyWasNotRecorded() {
    PastedReply pasted = Pasted.reply(entry(500, "{\"size\":120}"));

    assertThat(pasted.reply().body()).isEmpty();
    assertThat(pasted.notes())
        .containsExactly("The body was not recorded; the answer goes by status and headers.");
    assertThat(Pasted.reply(entry(500, "{\"size\":0}")).notes()).isEmpty();
    assertThatThrownBy(() -> Pasted.reply(entry(200, "{\"size\":120}")))
        .hasMessage("an entry of a HAR file has status 200, and its body was not recorded;"
            + " save the HAR file with content");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{ | the JSON breaks off in the middle; give the whole HAR file",
        "{\"response\":{\"status\":429 | the JSON breaks off in the middle; ",
        "{SECRET | what begins with { is not JSON near line 1, column ",
        "{\"error\":{\"message\":\"SECRET\"}} | the JSON given is no HAR file and no entry of one; if it is the body",
        "{\"kind\":\"http\",\"status\":429} | the JSON given is no HAR file and no entry of one; ",
        "{\"response\":5} | the JSON given is no HAR file and no entry of one; ",
        "{\"response\":{}} | an entry of a HAR file has no reply (status 0): ",
        "{\"response\":{\"status\":\"x\"}} | an entry of a HAR file has no reply (status 0): ",
        "{\"response\":{\"status\":1e300}} | an entry of a HAR file has no reply (status 2147483647): ",
        "{\"log\":{}} | no reply in a HAR file of 0 entries failed; choose one with --entry N",
        "{\"log\":{\"entries\":[{},[],null]}} | no reply in a HAR file of 3 entries failed; ",
        "{\"log\":{\"entries\":{}}} | no reply in a HAR file of 0 entries failed; "
      })
  void saysWhyThereIsNoReplyWithoutShowingWhatWasGiven(String json, String message) {
    assertThatThrownBy(() -> Pasted.reply(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("SECRET");
  }

  @Test
  void refusesAnEntryThatIsNotThere() {
    assertThatThrownBy(() -> Pasted.reply(har(FINE), 2))
        .hasMessage("--entry must be the number of an entry, was 2 in a HAR file of 1 entry");
    assertThatThrownBy(() -> Pasted.reply(FINE, 2))
        .hasMessage("--entry must be 1 for a single entry, was 2");
    assertThat(Pasted.reply(FINE, 1).reply().status()).isEqualTo(200);
  }

  @Test
  void staysWithinBoundsWhateverItIsGiven() {
    String deep = "{\"log\":" + "[".repeat(1_000_000);
    String wide = har(entry(500, "{\"text\":\"" + "x".repeat(10 << 20) + "\"}"));
    String aside = "{\"aside\":\"" + "x".repeat(40 << 20) + "\"," + LIMITED.substring(1);
    String long1 = entry(500, "{\"text\":\"" + "x".repeat(33 << 20) + "\"}");

    assertThatThrownBy(() -> Pasted.reply(deep))
        .hasMessageStartingWith("the HAR file is too large");
    assertThatThrownBy(() -> Pasted.reply(long1))
        .hasMessageStartingWith("the HAR file is too large");
    assertThat(Pasted.reply(wide).reply().body()).hasSize(PastedReply.MAX_BODY_CHARS);
    assertThat(Pasted.reply(aside).reply()).isEqualTo(Pasted.reply(LIMITED).reply());
  }

  @Test
  void passesOverWhatIsNotAsItShouldBe() {
    PastedReply pasted = Pasted.reply("""
        {"request":[],"startedDateTime":{"x":1},"time":"soon","other":[[{}]],
         "response":{"status":503.0,"headers":[5,{"name":"a"},{"name":{"b":1},"value":[2]},
           {"name":":status","value":"503"},{"value":"c"}],"content":[],"cookies":[{}]}}
        """);

    assertThat(pasted.reply().status()).isEqualTo(503);
    assertThat(pasted.reply().headers()).containsOnlyKeys("a");
    assertThat(pasted.reply().body()).isEmpty();
    assertThat(pasted.atEpochMs()).isEmpty();
    assertThat(pasted.uri()).isNull();
  }

  private static String har(String... entries) {
    return "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\"},\"entries\":["
        + String.join(",", entries) + "],\"pages\":[]}}";
  }

  private static String entry(int status, String content) {
    return """
        {"startedDateTime":"2026-11-30T13:00:00.000+01:00","time":1500.9,
         "request":{"method":"POST","url":"https://api.example.com/v1/x?key=SECRET","headers":[]},
         "response":{"status":%d,"statusText":"","headers":[{"name":"Retry-After","value":"2"},
           {"name":"retry-after","value":"3"}],"content":%s}}""".formatted(
            status,
            content.replaceFirst("}$", ",\"mimeType\":\"application/json\"}").replace("{,", "{"));
  }
}
