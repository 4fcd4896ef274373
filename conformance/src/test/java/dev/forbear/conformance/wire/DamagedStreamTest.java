package dev.forbear.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Streams with bytes flipped, dropped, doubled and put in: one documented end, and no call that is not JSON. */
class DamagedStreamTest {

  private static final int DAMAGES = Boolean.getBoolean("forbear.evidence") ? 100_000 : 1_000;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  static List<RecordedStream> streams() {
    return RecordedStream.all();
  }

  @ParameterizedTest
  @MethodSource("streams")
  void endsOnceHoweverItIsDamaged(RecordedStream stream) throws IOException {
    for (long seed = 0; seed < DAMAGES; seed++) {
      Random random = new Random(seed);
      byte[] damaged = damage(stream.bytes(), random);
      StreamFormat format = seed % 4 == 0 ? StreamFormats.any() : stream.format();
      int cut = random.nextInt(damaged.length + 1);

      Delivery delivery = Delivery.of(format, damaged, damaged.length, cut);

      String where = stream + ", seed " + seed;
      assertThat(delivery.endsWithItsEnd()).as(where).isTrue();
      assertCallsAreWhole(delivery, where);
      assertThat(Delivery.of(format, damaged, damaged.length).parts())
          .as(where)
          .isEqualTo(delivery.parts());
    }
  }

  @Test
  void endsOnceWhateverTheBytesAre() throws IOException {
    List<StreamFormat> formats = List.of(
        StreamFormats.any(),
        StreamFormats.openAiChat(),
        StreamFormats.ollama(),
        StreamFormats.gemini(),
        StreamFormats.bedrockConverse());
    byte[] letters = "{}[]\":,\\ \r\ndataev:0e1-tnu\0\u00e9".getBytes(StandardCharsets.UTF_8);
    for (long seed = 0; seed < DAMAGES * 10L; seed++) {
      Random random = new Random(seed);
      byte[] bytes = new byte[random.nextInt(60)];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = letters[random.nextInt(letters.length)];
      }

      Delivery delivery = Delivery.of(
          formats.get(random.nextInt(formats.size())), bytes, bytes.length, bytes.length / 2);

      assertThat(delivery.endsWithItsEnd()).as("seed " + seed).isTrue();
      assertCallsAreWhole(delivery, "seed " + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void neverShowsTheBytesItRefuses(RecordedStream stream) {
    String secret = "sk-secret";
    byte[] damaged = (new String(
                    stream.bytes(), 0, stream.bytes().length / 2, StandardCharsets.UTF_8)
                .lines()
                .reduce("", (all, line) -> all + line + "\n")
            + "\n\ndata: " + secret + "\n\n" + secret)
        .getBytes(StandardCharsets.UTF_8);
    StreamDecoder decoder = stream.format().decoder();

    assertThatThrownBy(() -> {
          decoder.feed(damaged, 0, damaged.length, part -> {});
          decoder.end(part -> {});
          throw new MalformedStreamException("it was read to its end, which is cut");
        })
        .isInstanceOf(MalformedStreamException.class)
        .hasMessageNotContaining(secret)
        .hasNoCause();
  }

  private static void assertCallsAreWhole(Delivery delivery, String where) throws IOException {
    Set<Integer> seen = new HashSet<>();
    for (StreamPart part : delivery.parts()) {
      if (part instanceof StreamPart.ToolCall call) {
        assertThat(call.name()).as(where).isNotEmpty();
        assertThat(JSON.readTree(call.arguments()).isMissingNode()).as(where).isFalse();
        assertThat(seen.add(call.index())).as(where).isTrue();
      }
      if (part instanceof StreamPart.Text text) {
        assertThat(text.text()).as(where).isNotEmpty();
      }
    }
  }

  /** One to three places, each flipped, dropped, doubled, moved or put in. */
  private static byte[] damage(byte[] bytes, Random random) {
    byte[] damaged = bytes.clone();
    int places = 1 + random.nextInt(3);
    for (int i = 0; i < places && damaged.length > 0; i++) {
      int at = random.nextInt(damaged.length);
      int length = Math.min(1 + random.nextInt(200), damaged.length - at);
      switch (random.nextInt(5)) {
        case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> damaged = joined(head(damaged, at), tail(damaged, at + length));
        case 2 -> damaged = joined(head(damaged, at + length), tail(damaged, at));
        case 3 -> {
          byte[] noise = new byte[1 + random.nextInt(8)];
          random.nextBytes(noise);
          damaged = joined(head(damaged, at), joined(noise, tail(damaged, at)));
        }
        default -> {
          byte[] moved = Arrays.copyOfRange(damaged, at, at + length);
          damaged = joined(moved, joined(head(damaged, at), tail(damaged, at + length)));
        }
      }
    }
    return damaged;
  }

  private static byte[] head(byte[] bytes, int to) {
    return Arrays.copyOf(bytes, to);
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(first);
    all.writeBytes(second);
    return all.toByteArray();
  }
}
