package dev.forbear.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.providers.Providers;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded stream, cut after each of its bytes: nothing twice, nothing cut and called whole. */
class RecordedStreamTest {

  private static final int RANDOM_CUTTINGS = Boolean.getBoolean("forbear.evidence") ? 5_000 : 100;

  static List<RecordedStream> streams() {
    return RecordedStream.all();
  }

  @ParameterizedTest
  @MethodSource("streams")
  void holdsWhatTheIndexSays(RecordedStream stream) {
    Delivery whole = whole(stream);

    assertThat(whole.text()).isEqualTo(stream.text());
    assertThat(whole.thinking()).isEqualTo(stream.thinking());
    assertThat(whole.calls()).isEqualTo(stream.calls());
    assertThat(whole.usage())
        .isEqualTo(stream.expected().path("inputTokens").asLong() + "/"
            + stream.expected().path("outputTokens").asLong());
    assertThat(whole.ending()).isEqualTo(stream.ending());
  }

  @ParameterizedTest
  @MethodSource("streams")
  void deliversAPrefixWhereverItIsCut(RecordedStream stream) {
    List<StreamPart> whole = whole(stream).parts();
    int terminalAt = stream.terminalAt();

    for (int length = 0; length <= stream.bytes().length; length++) {
      Delivery cut = Delivery.of(stream.format(), stream.bytes(), length);

      String where = stream + " cut after " + length + " bytes";
      assertThat(cut.isMalformed()).as(where).isFalse();
      assertThat(cut.ending()).as(where).isEqualTo(length < terminalAt ? "cut" : stream.ending());
      assertThat(cut.endsWithItsEnd()).as(where).isTrue();
      List<StreamPart> answer = cut.withoutEnd();
      assertThat(answer.size()).as(where).isLessThan(whole.size());
      assertThat(answer).as(where).isEqualTo(whole.subList(0, answer.size()));
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void deliversTheSameFromEveryTwoFeeds(RecordedStream stream) {
    List<StreamPart> whole = whole(stream).parts();

    for (int cut = 0; cut <= stream.bytes().length; cut++) {
      assertThat(Delivery.of(stream.format(), stream.bytes(), stream.bytes().length, cut)
              .parts())
          .as(stream + " in two feeds, cut after " + cut + " bytes")
          .isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void deliversTheSameByteByByteAndInAnyCutting(RecordedStream stream) {
    List<StreamPart> whole = whole(stream).parts();
    int length = stream.bytes().length;
    int[] everywhere = IntStream.range(0, length).toArray();

    assertThat(Delivery.of(stream.format(), stream.bytes(), length, everywhere).parts())
        .isEqualTo(whole);
    for (long seed = 0; seed < RANDOM_CUTTINGS; seed++) {
      Random random = new Random(seed);
      int[] cuts = random.ints(random.nextInt(20), 0, length + 1).sorted().toArray();
      assertThat(Delivery.of(stream.format(), stream.bytes(), length, cuts).parts())
          .as(stream + ", seed " + seed)
          .isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.wire.RecordedStream#written")
  void saysTheSameWithoutBeingToldWhoSpeaks(RecordedStream stream) {
    assertThat(Delivery.of(StreamFormats.any(), stream.bytes(), stream.bytes().length)
            .parts())
        .isEqualTo(whole(stream).parts());
  }

  @ParameterizedTest
  @MethodSource("streams")
  void looksAtNothingBehindTheEnd(RecordedStream stream) {
    Delivery whole = whole(stream);
    for (String more : List.of(
        "data: {}\n\n",
        "{",
        "garbage\n\n",
        "\n\n" + new String(stream.bytes(), StandardCharsets.UTF_8))) {
      byte[] tail = more.getBytes(StandardCharsets.UTF_8);
      byte[] longer = java.util.Arrays.copyOf(stream.bytes(), stream.bytes().length + tail.length);
      System.arraycopy(tail, 0, longer, stream.bytes().length, tail.length);
      if (stream.format() == StreamFormats.gemini() && !isArray(stream)) {
        // Its events have no end of their own: what comes behind the last one belongs to the
        // answer.
        continue;
      }

      Delivery all = Delivery.of(stream.format(), longer, longer.length);

      assertThat(all.parts()).isEqualTo(whole.parts());
      assertThat(all.isMalformed()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void meansByItsErrorWhatTheIndexSays(RecordedStream stream) {
    List<StreamPart> parts = whole(stream).parts();
    StreamPart last = parts.get(parts.size() - 1);

    String failure = last instanceof StreamPart.Broken broken
        ? Providers.any().classify(broken.reply(), 0).failureClass().word()
        : "";

    assertThat(failure).isEqualTo(stream.failure());
  }

  @Test
  void leavesNoRecordedStreamOut() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("streams"))) {
      List<String> names =
          new ArrayList<>(files.map(file -> file.getFileName().toString()).toList());
      names.remove("index.jsonl");

      assertThat(streams().stream().map(RecordedStream::toString))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  private static boolean isArray(RecordedStream stream) {
    return stream.bytes()[0] == '[';
  }

  private static Delivery whole(RecordedStream stream) {
    return Delivery.of(stream.format(), stream.bytes(), stream.bytes().length);
  }
}
