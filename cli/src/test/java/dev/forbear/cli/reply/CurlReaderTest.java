package dev.forbear.cli.reply;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.classify.ProviderReply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people copy from a terminal after {@code curl -i} and {@code curl -v}. */
class CurlReaderTest {

  private static final String LIMITED = """
      HTTP/2 429\s
      content-type: application/json
      retry-after: 2

      {"error":{"message":"slow down"}}
      """;

  @Test
  void readsStatusHeadersAndBody() {
    PastedReply pasted = Pasted.reply(LIMITED);

    assertThat(pasted.reply().status()).isEqualTo(429);
    assertThat(pasted.reply().headers())
        .containsOnlyKeys("content-type", "retry-after")
        .containsEntry("retry-after", List.of("2"));
    assertThat(pasted.reply().body()).isEqualTo("{\"error\":{\"message\":\"slow down\"}}\n");
    assertThat(pasted.notes()).isEmpty();
    assertThat(pasted.uri()).isNull();
    assertThat(pasted.atEpochMs()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 429 Too Many Requests",
        "HTTP/1.0 429 Too Many Requests",
        "HTTP/1.1 429",
        "HTTP/2 429",
        "HTTP/3 429 ",
        "http/1.1 429 too many"
      })
  void knowsEveryFormOfTheStatusLine(String statusLine) {
    assertThat(Pasted.reply(LIMITED.replaceFirst("HTTP/2 429 ", statusLine)).reply())
        .isEqualTo(Pasted.reply(LIMITED).reply());
  }

  @Test
  void takesEitherEndOfLineAndAByteOrderMark() {
    ProviderReply plain = Pasted.reply(LIMITED).reply();

    assertThat(Pasted.reply(LIMITED.replace("\n", "\r\n")).reply()).isEqualTo(plain);
    assertThat(Pasted.reply("\uFEFF" + LIMITED).reply()).isEqualTo(plain);
    assertThat(Pasted.reply("\n\n  \n" + LIMITED).reply()).isEqualTo(plain);
    assertThat(Pasted.reply(("\uFEFF" + LIMITED).getBytes(StandardCharsets.UTF_16LE))
            .reply())
        .isEqualTo(plain);
    assertThat(Pasted.reply(("\uFEFF" + LIMITED).getBytes(StandardCharsets.UTF_16BE))
            .reply())
        .isEqualTo(plain);
  }

  @Test
  void takesAnAnswerThatIsIndentedAsAWhole() {
    ProviderReply reply = Pasted.reply(LIMITED.strip().indent(4)).reply();

    assertThat(reply.headers()).isEqualTo(Pasted.reply(LIMITED).reply().headers());
    assertThat(reply.body()).isEqualTo(Pasted.reply(LIMITED).reply().body());
  }

  @Test
  void unfoldsHeadersAndKeepsAllValuesOfOne() {
    ProviderReply reply = Pasted.reply("""
        HTTP/1.1 503 Service Unavailable
        Retry-After:
          7
        X-Note: one
        \ttwo
        x-note: three
        no header at all

        down
        """).reply();

    assertThat(reply.header("retry-after")).containsExactly("7");
    assertThat(reply.header("x-note")).containsExactly("one two", "three");
    assertThat(reply.headers()).hasSize(2);
    assertThat(reply.body()).isEqualTo("down\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 100 Continue\n\n",
        "HTTP/1.1 103 Early Hints\nlink: </x>\n\n",
        "HTTP/1.1 200 Connection established\n\n",
        "HTTP/1.1 301 Moved Permanently\nlocation: https://b.example/\ncontent-length: 3\n\nmoved\n",
        "HTTP/2 500\nretry-after: 9\n\n{\"old\":true}\n",
        "HTTP/2 302\nlocation: /x\n\nHTTP/1.1 100 Continue\n\n"
      })
  void countsTheLastFinalAnswer(String before) {
    assertThat(Pasted.reply(before + LIMITED).reply())
        .isEqualTo(Pasted.reply(LIMITED).reply());
  }

  @Test
  void takesNoStatusLineInABodyForAnAnswer() {
    String body = "the upstream said\nHTTP/1.1 200 OK\nand then nothing\n";

    ProviderReply reply =
        Pasted.reply("HTTP/1.1 502 Bad Gateway\nserver: x\n\n" + body).reply();

    assertThat(reply.status()).isEqualTo(502);
    assertThat(reply.body()).isEqualTo(body);
  }

  @Test
  void takesAHeadWithoutABody() {
    assertThat(Pasted.reply("HTTP/2 529").reply()).isEqualTo(ProviderReply.of(529));
    assertThat(Pasted.reply("HTTP/2 529\nretry-after: 1").reply().header("retry-after"))
        .containsExactly("1");
  }

  @Test
  void findsTheBodyWhereTheEmptyLineGotLost() {
    ProviderReply reply =
        Pasted.reply("HTTP/2 429\nretry-after: 1\n{\n  \"error\": 1\n}\n").reply();

    assertThat(reply.body()).isEqualTo("{\n  \"error\": 1\n}\n");
    assertThat(reply.headers()).containsOnlyKeys("retry-after");
  }

  @Test
  void findsTheAddressInTheCommandBefore() {
    PastedReply pasted =
        Pasted.reply("$ curl -i -H \"x: $KEY\" 'https://api.example.com/v1/x?key=1'\n" + LIMITED);

    assertThat(pasted.uri()).hasHost("api.example.com");
    assertThat(pasted.reply()).isEqualTo(Pasted.reply(LIMITED).reply());
    assertThat(pasted.toString()).doesNotContain("key=1", "slow down");
  }

  @Test
  void readsTheConversationOfCurlVerbose() {
    PastedReply pasted = Pasted.reply("""
        * Host api.example.com:443 was resolved.
        *   Trying 192.0.2.1:443...
        * Connected to api.example.com (192.0.2.1) port 443
        > POST /v1/chat HTTP/2
        > Host: api.example.com
        > authorization: Bearer SECRET
        >\s
        } [21 bytes data]
        < HTTP/2 429\s
        < content-type: application/json
        < retry-after: 2
        <\s
        { [33 bytes data]
        {"error":{"message":"slow down"}}* Connection #0 to host api.example.com left intact
        """);

    assertThat(pasted.reply().status()).isEqualTo(429);
    assertThat(pasted.reply().headers()).containsOnlyKeys("content-type", "retry-after");
    assertThat(pasted.reply().body()).isEqualTo("{\"error\":{\"message\":\"slow down\"}}");
    assertThat(pasted.uri()).hasHost("api.example.com");
  }

  @Test
  void readsBothFlagsTogetherAndTheProgressMeter() {
    ProviderReply reply = Pasted.reply("""
          % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                         Dload  Upload   Total   Spent    Left  Speed
          0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0> GET / HTTP/1.1
        > Host: api.example.com
        >
        < HTTP/1.1 100 Continue
        HTTP/1.1 100 Continue
        <

        < HTTP/1.1 503 Service Unavailable
        HTTP/1.1 503 Service Unavailable
        < retry-after: 3
        retry-after: 3
        <

        { [5 bytes data]
        100     5  100     5    0     0     45      0 --:--:-- --:--:-- --:--:--    45down
        * Closing connection
        """).reply();

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("retry-after")).containsExactly("3");
    assertThat(reply.body().strip()).isEqualTo("down");
  }

  @Test
  void readsBothFlagsTogetherOutOfAFile() {
    String said = LIMITED.lines().limit(4).map(line -> "< " + line + "\n").collect(joining());

    PastedReply pasted = Pasted.reply("* Trying\n> Host: api.example.com\n>\n" + said
        + "{ [33 bytes data]\n* Closing connection 0\n" + LIMITED);

    assertThat(pasted.reply()).isEqualTo(Pasted.reply(LIMITED).reply());
    assertThat(pasted.uri()).hasHost("api.example.com");
  }

  @Test
  void takesTheServersOwnDateForTheTimeOfTheAnswer() {
    String dated =
        LIMITED.replace("retry-after", "date: Mon, 30 Nov 2026 12:00:00 GMT\nretry-after");

    assertThat(Pasted.reply(dated).atEpochMs())
        .isEqualTo(OptionalLong.of(Instant.parse("2026-11-30T12:00:00Z").toEpochMilli()));
    assertThat(Pasted.reply(dated.replace("Mon, 30 Nov", "yesterday,")).atEpochMs())
        .isEmpty();
  }

  @Test
  void saysThatABodyBrokeOff() {
    PastedReply pasted =
        Pasted.reply(LIMITED + "curl: (18) transfer closed with 7 bytes remaining to read\n");

    assertThat(pasted.notes()).containsExactly("The body is not whole: curl ended with error 18.");
    assertThat(pasted.reply()).isEqualTo(Pasted.reply(LIMITED).reply());
    assertThat(Pasted.reply(LIMITED + "curl: (22) The requested URL returned error: 429")
            .notes())
        .isEmpty();
  }

  @Test
  void keepsABoundedPartOfABody() {
    PastedReply pasted = Pasted.reply("HTTP/2 500\n\n" + "x".repeat(10 << 20));

    assertThat(pasted.reply().body()).hasSize(PastedReply.MAX_BODY_CHARS);
    assertThat(pasted.notes())
        .containsExactly("Of the body the first 1048576 characters were read.");
  }

  @Test
  void keepsABoundedNumberOfHeaders() {
    StringBuilder head = new StringBuilder("HTTP/2 500\n");
    for (int i = 0; i < 20_000; i++) {
      head.append("x-").append(i).append(": y\n");
    }

    PastedReply pasted = Pasted.reply(head.toString());

    assertThat(pasted.reply().headers()).hasSize(ReplyParts.MAX_HEADERS);
    assertThat(pasted.notes()).containsExactly("Of 20000 headers the first 1000 were read.");
  }

  @ParameterizedTest
  @Timeout(30)
  @ValueSource(
      strings = {
        "HTTP/1.1 200\nx\n",
        "HTTP/1.1 200\n\n",
        "* Closing connection",
        "x* Connection #0 to host ",
        "1 ",
        "--:--:--",
        " ",
        "\n",
        "a:",
        "\n x",
        "\n\"x",
        "\nx",
        "< ",
        "https://"
      })
  void takesNoLongerForALongTextThanForManyShortOnes(String part) {
    String text = part.repeat(PastedReplies.MAX_CURL_BYTES / 2 / part.length());

    for (String opening :
        List.of("HTTP/1.1 500\n\n", "< HTTP/1.1 500\n<\n", "HTTP/1.1 500\na: b")) {
      assertThat(Pasted.reply(opening + text).reply().status()).isIn(200, 500);
    }
  }

  @Test
  void takesACompressedBodyForNone() {
    String head = "HTTP/1.1 429 Too Many Requests\nContent-Encoding: gzip\n\n";

    assertThatThrownBy(() -> Pasted.reply(head + "\u001F\uFFFD\b\0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the body is compressed (the output of curl); ");
    assertThat(Pasted.reply(head + "{\"error\":1}").reply().body()).isEqualTo("{\"error\":1}\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | nothing was given; paste what curl -i printed, or give a HAR file",
        "~ \n\t~ | nothing was given; ",
        "SECRET | there is no status line such as HTTP/1.1 429 in the 1 line given; ",
        "~[\"SECRET\"]\nSECRET~ | there is no status line such as HTTP/1.1 429 in the 2 lines given; ",
        "~HTTP/1.1 429SECRET\n\n~ | there is no status line such as HTTP/1.1 429 in the 2 lines given; ",
        "HTTP/1.1 100 SECRET | there are only interim answers in it, such as 100 Continue; ",
        "~HTTP/1.1 100 Continue\n\ncurl: (52) SECRET~ | there is no reply in it: curl ended with error 52 before one came; ",
        "curl: (7) Failed to connect to SECRET | there is no reply in it: curl ended with error 7 before one came; "
      })
  void saysWhyThereIsNoReplyWithoutShowingWhatWasGiven(String text, String message) {
    assertThatThrownBy(() -> Pasted.reply(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("SECRET");
  }

  @Test
  void saysThatBytesAreNoText() {
    assertThatThrownBy(() -> Pasted.reply("\u007FELF\0\0\0"))
        .hasMessageStartingWith("what was given is not text; ");
  }

  @Test
  void refusesTheNumberOfAnEntry() {
    assertThatThrownBy(() -> Pasted.reply(LIMITED, 1))
        .hasMessage(
            "--entry counts the entries of a HAR file, and what was given is none; leave it out");
  }

  @Test
  void neverFailsOtherwise() {
    java.util.Random random = new java.util.Random(17);
    String[] bits = {
      "HTTP/1.1 ",
      "429",
      "\n",
      "\r\n",
      "< ",
      "> ",
      "* ",
      ": ",
      " ",
      "\t",
      "{",
      "}",
      "\"",
      "a",
      "\0",
      "\uFFFD",
      "curl: (18)",
      "--:--:--",
      "Host:",
      "date: ",
      "[",
      "é"
    };
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(30); length > 0; length--) {
        text.append(bits[random.nextInt(bits.length)]);
      }
      try {
        Pasted.reply(text.toString());
        read++;
      } catch (IllegalArgumentException refused) {
        assertThat(refused.getMessage()).as("seed 17, text %s", i).isNotBlank();
      }
    }
    assertThat(read).isPositive();
  }
}
