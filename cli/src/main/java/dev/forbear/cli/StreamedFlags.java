package dev.forbear.cli;

import dev.forbear.Task;
import dev.forbear.providers.stream.StreamFormats;
import dev.forbear.stream.StreamFormat;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of a call whose answer is a stream. */
final class StreamedFlags {

  private static final List<StreamFormat> FORMATS = List.of(
      StreamFormats.openAiChat(),
      StreamFormats.openAiResponses(),
      StreamFormats.anthropicMessages(),
      StreamFormats.gemini(),
      StreamFormats.ollama(),
      StreamFormats.bedrockConverse(),
      StreamFormats.any());

  @Option(
      names = "--stream",
      description = {
        "The answer is a stream (the body has to ask for one): print its text as it comes, and say at",
        "the end whether it is whole."
      })
  private boolean isStreamed;

  @Option(
      names = "--format",
      paramLabel = "NAME",
      description = {
        "Of a stream: openai-chat, openai-responses, anthropic-messages, gemini, ollama,",
        "bedrock-converse, or any, which looks at the stream itself (default: by the path of the URL)."
      })
  private @Nullable String format;

  @Mixin
  private final StreamFlags limits = new StreamFlags();

  /** Whether the answer is a stream; without one, flags of streams are refused. */
  boolean isStreamed() {
    String given = format == null ? limits.given() : "--format";
    if (!isStreamed && !given.isEmpty()) {
      throw new IllegalArgumentException(given + " holds for streams only; add --stream");
    }
    return isStreamed;
  }

  /** The format of the stream. */
  StreamFormat format(URI address) {
    if (format == null) {
      return StreamFormats.forAddress(address);
    }
    for (StreamFormat known : FORMATS) {
      if (known.name().equals(format)) {
        return known;
      }
    }
    List<String> names = FORMATS.stream().map(StreamFormat::name).toList();
    throw new IllegalArgumentException("there is no format '" + Shown.text(format) + "'"
        + Nearest.question(format, names) + "; formats are " + String.join(", ", names));
  }

  /** The task with the limits of streams. */
  Task applyTo(Task task) {
    return limits.applyTo(task);
  }
}
