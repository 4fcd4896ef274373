package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.classify.Classified;
import dev.forbear.classify.FailureClass;
import dev.forbear.providers.Providers;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The streams of the failure corpus, read as streams: their error events mean what the corpus says. */
class StreamCorpusTest {

  /** Reasons to stop, which are told as an end; what they mean is for who reads the reason. */
  private static final List<String> STOPPED =
      List.of("oai-resp-incomplete-filter", "oai-chat-finish-length", "oai-chat-finish-filter");

  static List<FailureLine> streams() {
    return FailureLine.ALL.stream()
        .filter(line -> line.json().get("kind").asText().equals("stream_event"))
        // The frames of Bedrock are binary; the corpus has them written as JSON.
        .filter(line -> !line.reply().header("content-type").toString().contains("amazon"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("streams")
  void meansTheSameAsAStream(FailureLine line) {
    byte[] bytes = line.reply().body().getBytes(StandardCharsets.UTF_8);
    String failureClass = line.json().get("expected").get("class").asText();

    List<StreamPart> parts = new ArrayList<>();
    StreamDecoder decoder = StreamFormats.any().decoder();
    decoder.feed(bytes, 0, bytes.length, parts::add);
    decoder.end(parts::add);
    StreamPart last = parts.isEmpty() ? StreamPart.Metadata.ALIVE : parts.get(parts.size() - 1);

    if (STOPPED.contains(line.id())) {
      assertThat(last).isInstanceOf(StreamPart.Finished.class);
      return;
    }
    if (failureClass.equals(FailureClass.STREAM_INTERRUPTED.word())) {
      assertThat(last).isNotInstanceOfAny(StreamPart.Finished.class, StreamPart.Broken.class);
      return;
    }
    assertThat(last).isInstanceOf(StreamPart.Broken.class);
    Classified verdict = Providers.any().classify(((StreamPart.Broken) last).reply(), line.now());
    boolean hasText = parts.stream().anyMatch(StreamPart.Text.class::isInstance);
    String wanted = line.expected();
    // That there was text before the error is known to who read it, and not to the event.
    assertThat(FailureLine.facts(verdict))
        .isEqualTo(
            hasText ? wanted.replaceAll("yes$", verdict.requestMayHaveRun().word()) : wanted);
  }
}
