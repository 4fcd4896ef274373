package dev.forbear.providers.stream;

import dev.forbear.stream.StreamFormat;
import java.net.URI;
import java.util.Locale;

/**
 * The wire formats of streams.
 *
 * <p>What is the same in all of them:
 *
 * <ul>
 *   <li>Text and thinking are handed out as they come. A tool call is announced by its bytes and handed out, whole, when the
 *       provider has closed it and its arguments are JSON; from an answer that was cut, be it by a limit of length, no call is
 *       handed out that was open. Arguments that are closed and no JSON are a {@link
 *       dev.forbear.stream.MalformedStreamException}; none at all are {@code {}}.
 *   <li>An error event, in any of its forms, is {@link dev.forbear.stream.StreamPart.Broken}. Its reply has the status 200 that
 *       the stream began with and the event as body: the rules of {@code dev.forbear.providers.Providers} read the status
 *       in it, and know by the body that a stream was under way. Rules that look at the status alone see a success.
 *   <li>The end is told by the provider's terminal event alone, with its reason in the provider's word. A reason as {@code
 *       length} or {@code content_filter} is an end too.
 *   <li>What is no JSON, or larger than a bound (16 MiB for a line or an event, 512 tool calls, 4 Mi characters of open arguments), is
 *       a {@link dev.forbear.stream.MalformedStreamException}. Bytes that are no UTF-8 become U+FFFD.
 *   <li>A body that is no stream at all, but JSON with an error, is {@code Broken}; one that is a whole answer or a page for
 *       people is malformed.
 * </ul>
 *
 * <p>The formats are stateless; one instance serves all threads. An idle decoder holds no buffer.
 */
public final class StreamFormats {

  private static final StreamFormat OPENAI_CHAT =
      new WireFormat("openai-chat", EventsOrValues::new, OpenAiChat::new);
  private static final StreamFormat OPENAI_RESPONSES = new ResponsesFormat();
  private static final StreamFormat ANTHROPIC_MESSAGES =
      new WireFormat("anthropic-messages", EventsOrValues::new, AnthropicMessages::new);
  private static final StreamFormat GEMINI =
      new WireFormat("gemini", EventsOrValues::new, GeminiContent::new);
  private static final StreamFormat OLLAMA =
      new WireFormat("ollama", JsonValues::new, OllamaChunks::new);
  private static final StreamFormat BEDROCK_CONVERSE =
      new WireFormat("bedrock-converse", ServerSentEvents::new, BedrockConverse::new);
  private static final StreamFormat ANY =
      new WireFormat("any", EventsOrValues::new, AnySender::new);

  /** Looks who is speaking, by the form of the body and its first events; the right one for unknown servers. */
  public static StreamFormat any() {
    return ANY;
  }

  /**
   * Chat completions, of OpenAI, Azure, Mistral, Groq, DeepSeek, xAI, Together, Fireworks, OpenRouter, vLLM, llama.cpp and
   * others who copy it. {@code [DONE]} after a finish reason is the end.
   */
  public static StreamFormat openAiChat() {
    return OPENAI_CHAT;
  }

  /**
   * OpenAI's Responses. {@code response.completed} and {@code response.incomplete} are the end.
   *
   * <p>A response that was asked for with {@code background} tells a cursor with every event: {@code
   * ID?stream=true&starting_after=NUMBER}, to be put behind {@code /v1/responses/} for a GET that reads on. Its {@link
   * StreamFormat#decoder(dev.forbear.stream.StreamPart.Cursor)} passes over what the server repeats.
   */
  public static StreamFormat openAiResponses() {
    return OPENAI_RESPONSES;
  }

  /** Anthropic's Messages, also on Vertex AI. {@code message_stop} is the end. */
  public static StreamFormat anthropicMessages() {
    return ANTHROPIC_MESSAGES;
  }

  /**
   * Gemini API and Vertex AI, server-sent events ({@code alt=sse}) and JSON arrays alike. The end of the body after a finish
   * reason is the end.
   */
  public static StreamFormat gemini() {
    return GEMINI;
  }

  /** Ollama's {@code /api/chat} and {@code /api/generate}. {@code done} is the end. */
  public static StreamFormat ollama() {
    return OLLAMA;
  }

  /**
   * Bedrock's ConverseStream with its frames written as server-sent events, the event type as name and the payload as data;
   * {@code forbear-bedrock} reads the frames themselves. {@code messageStop} is the end.
   */
  public static StreamFormat bedrockConverse() {
    return BEDROCK_CONVERSE;
  }

  /**
   * The format of an endpoint; {@link #any()} for one that is not known.
   *
   * @param address where the request goes; only its path is looked at, because many hosts speak several formats
   */
  public static StreamFormat forAddress(URI address) {
    String raw = address.getRawPath();
    String path = raw == null ? "" : raw.toLowerCase(Locale.ROOT);
    if (path.endsWith("/completions")) {
      return OPENAI_CHAT;
    }
    if (path.endsWith("/responses") || path.contains("/responses/")) {
      return OPENAI_RESPONSES;
    }
    if (path.endsWith("/messages")
        || (path.contains("/publishers/anthropic/") && path.endsWith("rawpredict"))) {
      return ANTHROPIC_MESSAGES;
    }
    if (path.endsWith(":streamgeneratecontent")) {
      return GEMINI;
    }
    return path.endsWith("/api/chat") || path.endsWith("/api/generate") ? OLLAMA : ANY;
  }

  private StreamFormats() {}
}
