package dev.forbear.providers.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A stream may be as long as it likes, and many may be open at once. */
class EndlessStreamTest {

  private static final long MIB = 1024 * 1024;
  private static final long LENGTH = Boolean.getBoolean("forbear.evidence") ? 8192 : 48;
  private static final int MANY = 2_000;

  static Stream<Arguments> endless() {
    String words = "some words ".repeat(6_000);
    return Stream.of(
        Arguments.of(
            StreamFormats.openAiChat(),
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + words
                + "\"}}]}\r\n\r\n"),
        Arguments.of(StreamFormats.anthropicMessages(), ": " + words + "\n"),
        Arguments.of(StreamFormats.openAiResponses(), "x".repeat(60_000) + ": y\n\n\n"),
        Arguments.of(
            StreamFormats.openAiResponses(),
            "data: {\"type\":\"response.function_call_arguments.delta\",\"delta\":\"" + words
                + "\"}\n\n"),
        Arguments.of(
            StreamFormats.gemini(),
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"" + words
                + "\"}]}}]}\n\n"),
        Arguments.of(
            StreamFormats.ollama(), "{\"response\":\"" + words + "\",\"done\":false}\n    \n"));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void holdsNothingOfWhatHasPassed(StreamFormat format, String event) {
    StreamDecoder decoder = format.decoder();
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    long[] chars = {0};
    long before = usedBytes();

    for (long fed = 0; fed < LENGTH * MIB; fed += bytes.length) {
      // Cut anywhere, so that something is always held back.
      int cut = (int) (fed / 7 % bytes.length);
      decoder.feed(bytes, 0, cut, part -> chars[0] += lengthOf(part));
      decoder.feed(bytes, cut, bytes.length, part -> chars[0] += lengthOf(part));
    }

    assertThat(usedBytes() - before).isLessThan(16 * MIB);
    decoder.end(part -> assertThat(part).isNotInstanceOf(StreamPart.Finished.class));
  }

  @Test
  void isSmallWhileItIsIdle() {
    byte[] bytes = ("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""
            + "x".repeat(20_000) + "\"}}]}\n\n: keep-")
        .getBytes(StandardCharsets.UTF_8);
    List<StreamDecoder> idle = new ArrayList<>(MANY);
    long before = usedBytes();

    for (int i = 0; i < MANY; i++) {
      StreamDecoder decoder = StreamFormats.openAiChat().decoder();
      decoder.feed(bytes, 0, 10_000, part -> {});
      decoder.feed(bytes, 10_000, bytes.length, part -> {});
      idle.add(decoder);
    }

    long each = (usedBytes() - before) / idle.size();
    System.out.println("an idle decoder holds about " + each + " bytes");
    assertThat(each).isLessThan(2_000);
  }

  private static int lengthOf(StreamPart part) {
    return part instanceof StreamPart.Text text ? text.text().length() : 0;
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
