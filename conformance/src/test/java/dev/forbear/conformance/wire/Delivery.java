package dev.forbear.conformance.wire;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import java.util.ArrayList;
import java.util.List;

/**
 * What a consumer got of a stream.
 *
 * @param parts in their order
 * @param isMalformed whether the stream was refused in the end
 */
record Delivery(List<StreamPart> parts, boolean isMalformed) {

  /** Feeds bytes in pieces, and the end. */
  static Delivery of(StreamFormat format, byte[] bytes, int length, int... cuts) {
    List<StreamPart> parts = new ArrayList<>();
    StreamDecoder decoder = format.decoder();
    try {
      int from = 0;
      for (int cut : cuts) {
        decoder.feed(bytes, from, cut, parts::add);
        from = cut;
      }
      decoder.feed(bytes, from, length, parts::add);
      decoder.end(parts::add);
      return new Delivery(parts, false);
    } catch (MalformedStreamException refused) {
      return new Delivery(parts, true);
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (StreamPart part : parts) {
      if (part instanceof StreamPart.Text one) {
        text.append(one.text());
      }
    }
    return text.toString();
  }

  String thinking() {
    StringBuilder text = new StringBuilder();
    for (StreamPart part : parts) {
      if (part instanceof StreamPart.Thinking one) {
        text.append(one.text());
      }
    }
    return text.toString();
  }

  List<String> calls() {
    return parts.stream()
        .filter(StreamPart.ToolCall.class::isInstance)
        .map(part -> RecordedStream.written((StreamPart.ToolCall) part))
        .toList();
  }

  /** The usage as it stands at the end: {@code INPUT/OUTPUT}. */
  String usage() {
    long input = 0;
    long output = 0;
    for (StreamPart part : parts) {
      if (part instanceof StreamPart.Usage usage) {
        input = usage.inputTokens() > 0 ? usage.inputTokens() : input;
        output = usage.outputTokens() > 0 ? usage.outputTokens() : output;
      }
    }
    return input + "/" + output;
  }

  /** {@code finished REASON}, {@code broken}, {@code malformed} or {@code cut}. */
  String ending() {
    for (StreamPart part : parts) {
      if (part instanceof StreamPart.Finished finished) {
        return "finished " + finished.reason();
      }
      if (part instanceof StreamPart.Broken) {
        return "broken";
      }
    }
    return isMalformed ? "malformed" : "cut";
  }

  /** The parts before the one that ends the answer. */
  List<StreamPart> withoutEnd() {
    return parts.stream().filter(part -> !isEnd(part)).toList();
  }

  /** How many of its parts end an answer. */
  long ends() {
    return parts.stream().filter(Delivery::isEnd).count();
  }

  boolean endsWithItsEnd() {
    return ends() == 0 || (ends() == 1 && isEnd(parts.get(parts.size() - 1)));
  }

  private static boolean isEnd(StreamPart part) {
    return part instanceof StreamPart.Finished || part instanceof StreamPart.Broken;
  }
}
