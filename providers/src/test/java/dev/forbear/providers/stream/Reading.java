package dev.forbear.providers.stream;

import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A stream that was read from its first byte to its last. */
record Reading(List<StreamPart> parts) {

  static Reading of(StreamFormat format, String body) {
    return of(format.decoder(), body);
  }

  static Reading of(StreamDecoder decoder, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    List<StreamPart> parts = new ArrayList<>();
    decoder.feed(bytes, 0, bytes.length, parts::add);
    decoder.end(parts::add);
    return new Reading(parts);
  }

  /** A stream of events, each the data of one. */
  static Reading ofEvents(StreamFormat format, String... data) {
    return of(format, events(data));
  }

  static String events(String... data) {
    StringBuilder body = new StringBuilder();
    for (String one : data) {
      body.append("data: ").append(one).append("\n\n");
    }
    return body.toString();
  }

  /** The parts, without those that only show that it is alive. */
  List<StreamPart> telling() {
    return parts.stream().filter(part -> !(part instanceof StreamPart.Metadata)).toList();
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

  List<StreamPart.ToolCall> calls() {
    return parts.stream()
        .filter(StreamPart.ToolCall.class::isInstance)
        .map(StreamPart.ToolCall.class::cast)
        .toList();
  }

  /** How it ended: {@code finished stop}, {@code broken}, {@code cut}. */
  String ending() {
    StreamPart last = parts.isEmpty() ? StreamPart.Metadata.ALIVE : parts.get(parts.size() - 1);
    if (last instanceof StreamPart.Finished finished) {
      return "finished " + finished.reason();
    }
    return last instanceof StreamPart.Broken ? "broken" : "cut";
  }

  /** The body of the error event; empty without one. */
  String errorBody() {
    StreamPart last = parts.get(parts.size() - 1);
    return last instanceof StreamPart.Broken broken ? broken.reply().body() : "";
  }
}
