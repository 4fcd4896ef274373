package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.forbear.stream.MalformedStreamException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the HTML standard, sections 9.2.5 and 9.2.6, each in one feed and byte by byte. */
class ServerSentEventsTest {

  static Stream<Arguments> cases() {
    return Stream.of(
        of("a line ends with LF", "data: a\n\ndata: b\n\n", "=a", "=b"),
        of("a line ends with CR", "data: a\r\rdata: b\r\r", "=a", "=b"),
        of("a line ends with CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", "=a", "=b"),
        of("CRLF is one line end", "event: a\r\ndata: 7\r\ndata: 8\r\n\r\n", "a=7\n8"),
        of("line ends are mixed", "data: a\r\n\ndata: b\n\rdata: c\r\n\r", "=a", "=b", "=c"),
        of("LF CR are two line ends", "data: a\n\rdata: b\n\n", "=a", "=b"),
        of("a BOM in front is passed over", "\ufeffdata: a\n\n", "=a"),
        of("a BOM further on is none", "data: a\n\n\ufeffdata: b\n\n", "=a"),
        of("a comment is no event", ": hello\n\ndata: a\n\n:\n", "alive", "=a", "alive"),
        of("a comment does not end an event", "data: a\n:x\ndata: b\n\n", "alive", "=a\nb"),
        of("data over many lines", "data: YHOO\ndata: +2\ndata: 10\n\n", "=YHOO\n+2\n10"),
        of("the example with empty data", "data\n\ndata\ndata\n\ndata:", "=", "=\n", "cut"),
        of("one space after the colon goes", "data:test\n\ndata:  test\n\n", "=test", "= test"),
        of("an event has a name", "event: add\ndata: 7\n\ndata: 8\n\n", "add=7", "=8"),
        of("the last name counts", "event: a\nevent: b\ndata: 7\n\n", "b=7"),
        of("a name alone is no event", "event: ping\n\ndata: 8\n\n", "alive", "=8"),
        of("an id is nothing to us", "id: 1\ndata: a\n\nid\ndata: b\n\n", "=a", "=b"),
        of("an id with NUL changes nothing", "id: 1\0\ndata: a\n\n", "=a"),
        of("retry is nothing to us", "retry: 10000\n\nretry: x\ndata: a\n\n", "=a"),
        of("an unknown field is passed over", "dat: a\nData: b\n data: c\ndata: d\n\n", "=d"),
        of("a colon in the data", "data: a: b\n\n", "=a: b"),
        of("empty lines are nothing", "\n\n\r\n\ndata: a\n\n\n\n", "=a"),
        of("NUL in the data stays", "data: a\0b\n\n", "=a\0b"),
        of("characters of 2, 3 and 4 bytes", "data: é€😀\n\n", "=é€😀"),
        of("no final line end, whole JSON", "data: {\"a\":1}", "={\"a\":1}"),
        of("no final empty line, whole JSON", "event: x\ndata: {\"a\":1}\n", "x={\"a\":1}"),
        of("no final line end, the mark", "data: [DONE]", "=[DONE]"),
        of("no final line end, cut JSON", "data: {\"a\":1", "cut"),
        of("no final line end, a number may go on", "data: 12", "cut"),
        of("no final line end, a cut field", "data: {}\n\nda", "={}", "cut"),
        of("a name that breaks off after the data", "data: {}\nevent: err", "cut"),
        of("a comment without a line end", "data: {}\n: x", "alive", "={}"),
        of("bare JSON is an event", "data: a\n\n{\"error\":1}\n", "=a", "={\"error\":1}"),
        of("bare JSON ends what stood before", "data: a\n{\"e\":1}\n", "=a", "={\"e\":1}"),
        of("bare JSON without a line end", "{\"error\":1}", "={\"error\":1}"),
        of("bare JSON that breaks off", "{\"error\":", "cut"),
        of("nothing", ""));
  }

  private static Arguments of(String what, String body, String... found) {
    return Arguments.of(what, body, List.of(found));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void readsAsTheStandardSays(String what, String body, List<String> found) {
    assertThat(FramedEvents.of(new ServerSentEvents(), body)).as(what).isEqualTo(found);
    assertThat(FramedEvents.byteByByte(new ServerSentEvents(), body)).as(what).isEqualTo(found);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void readsTheSameFromEveryTwoFeeds(String what, String body, List<String> found) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      byte[] first = java.util.Arrays.copyOfRange(bytes, 0, cut);
      byte[] second = java.util.Arrays.copyOfRange(bytes, cut, bytes.length);

      assertThat(FramedEvents.of(new ServerSentEvents(), first, second))
          .as("%s, cut after %s bytes", what, cut)
          .isEqualTo(found);
    }
  }

  @Test
  void readsALineOfOneMegabyte() {
    String data = "x".repeat(1024 * 1024);

    assertThat(FramedEvents.of(new ServerSentEvents(), "data: " + data + "\n\n"))
        .containsExactly("=" + data);
  }

  @Test
  void putsAReplacementWhereBytesAreNoUtf8() {
    byte[] broken = {'d', 'a', 't', 'a', ':', (byte) 0xc3, '\n', '\n'};

    assertThat(FramedEvents.of(new ServerSentEvents(), broken)).containsExactly("=\ufffd");
  }

  @Test
  void readsOnlyTheGivenPartOfAnArray() {
    byte[] bytes = "data: x\n\ndata: a\n\ndata: y\n\n".getBytes(StandardCharsets.UTF_8);
    ServerSentEvents framing = new ServerSentEvents();
    List<String> found = FramedEvents.of(framing, java.util.Arrays.copyOfRange(bytes, 9, 18));

    assertThat(found).containsExactly("=a");
  }

  @Test
  void looksAtNothingOnceNothingMoreIsWanted() {
    byte[] bytes = "data: a\n\ndata: b\n\ndata: {}".getBytes(StandardCharsets.UTF_8);

    assertThat(FramedEvents.of(1, new ServerSentEvents(), bytes)).containsExactly("=a");
  }

  @Test
  void refusesALineWithoutEnd() {
    byte[] some = new byte[1024 * 1024];
    java.util.Arrays.fill(some, (byte) 'x');
    byte[][] feeds = new byte[17][];
    java.util.Arrays.fill(feeds, some);

    assertThatThrownBy(() -> FramedEvents.of(new ServerSentEvents(), feeds))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("a line is longer than 16777216 bytes, which is the most that is kept");
  }

  @Test
  void refusesALineThatIsTooLongInOneFeed() {
    byte[] long_ = new byte[Bounds.LINE_BYTES + 2];
    java.util.Arrays.fill(long_, (byte) 'x');
    long_[long_.length - 1] = '\n';

    assertThatThrownBy(() -> FramedEvents.of(new ServerSentEvents(), long_))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageContaining("a line is longer than");
  }

  @Test
  void refusesAnEventWithoutEnd() {
    byte[] lines = "data: some words\ndata:\n".repeat(50_000).getBytes(StandardCharsets.UTF_8);
    byte[][] feeds = new byte[60][];
    java.util.Arrays.fill(feeds, lines);

    assertThatThrownBy(() -> FramedEvents.of(new ServerSentEvents(), feeds))
        .isInstanceOf(MalformedStreamException.class)
        .hasMessage("its data is longer than 16777216 chars,"
            + " which is the most that is kept of one event");
  }
}
