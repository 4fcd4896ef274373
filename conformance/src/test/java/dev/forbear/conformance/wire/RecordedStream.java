package dev.forbear.conformance.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.bedrock.BedrockStreams;
import dev.forbear.conformance.Lines;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamFormat;
import dev.forbear.stream.StreamPart.ToolCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A stream of the folder {@code streams}, and what its line in {@code index.jsonl} says it holds.
 */
final class RecordedStream {

  private final JsonNode expected;
  private final byte[] bytes;

  private RecordedStream(JsonNode expected, byte[] bytes) {
    this.expected = expected;
    this.bytes = bytes;
  }

  /** The line. */
  JsonNode expected() {
    return expected;
  }

  /** The stream; not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** Those that are text, and so need not be told by their address. */
  static List<RecordedStream> written() {
    return all().stream()
        .filter(stream -> !stream.expected.has("terminalBytes"))
        .toList();
  }

  static List<RecordedStream> all() {
    return Lines.of("streams/index.jsonl").stream()
        .map(line -> new RecordedStream(line, read(line.get("file").asText())))
        .toList();
  }

  private static byte[] read(String file) {
    try {
      return Files.readAllBytes(Path.of("streams", file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  StreamFormat format() {
    String name = expected.get("format").asText();
    return Stream.of(
            StreamFormats.openAiChat(),
            StreamFormats.openAiResponses(),
            StreamFormats.anthropicMessages(),
            StreamFormats.gemini(),
            StreamFormats.ollama(),
            BedrockStreams.converse(),
            BedrockStreams.anthropic())
        .filter(format -> format.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("index.jsonl names no format: '" + name + "'"));
  }

  /** How many bytes must have come for the terminal event to have arrived whole. */
  int terminalAt() {
    if (expected.has("terminalBytes")) {
      return expected.get("terminalBytes").asInt();
    }
    byte[] mark = expected.get("terminal").asText().getBytes(StandardCharsets.UTF_8);
    for (int at = bytes.length - mark.length; at >= 0; at--) {
      if (java.util.Arrays.equals(bytes, at, at + mark.length, mark, 0, mark.length)) {
        return at + mark.length;
      }
    }
    throw new AssertionError(this + " does not hold its terminal");
  }

  /** The class of the failure its error event tells; empty without one. */
  String failure() {
    return expected.path("failure").asText("");
  }

  String text() {
    return expected.path("text").asText("");
  }

  String thinking() {
    return expected.path("thinking").asText("");
  }

  /** {@code finished REASON} or {@code broken}. */
  String ending() {
    return expected.get("ending").asText();
  }

  /** Without their numbers, which are free to have gaps. */
  List<String> calls() {
    List<String> calls = new ArrayList<>();
    for (JsonNode call : expected.path("calls")) {
      calls.add(written(call.get(0).asText(), call.get(1).asText(), call.get(2).asText()));
    }
    return calls;
  }

  static String written(ToolCall call) {
    return written(call.id(), call.name(), call.arguments());
  }

  private static String written(String id, String name, String arguments) {
    return id + " " + name + " " + arguments;
  }

  /** The name of its file. */
  @Override
  public String toString() {
    return expected.get("file").asText();
  }
}
