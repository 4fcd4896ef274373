package dev.forbear.bedrock;

import dev.forbear.stream.MalformedStreamException;
import dev.forbear.stream.StreamDecoder;
import dev.forbear.stream.StreamPart;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/**
 * Cuts a body into frames, has the AWS SDK read each, and hands its event to the decoder that knows what it means.
 *
 * <p>A frame begins with its length, four bytes. It is checked here before anything of that length is kept; the checksums are the
 * SDK's.
 */
final class FrameDecoder implements StreamDecoder {

  /** The longest frame that is kept. Bedrock's are some KB; the SDK itself takes 24 MiB. */
  static final int FRAME_BYTES = 16 * 1024 * 1024;

  /** Lengths and checksum in front, checksum behind (AWS event stream encoding). */
  private static final int LEAST_FRAME_BYTES = 16;

  private static final byte[] NONE = {};

  private final String name;
  private final StreamDecoder events;
  private final EventText text;
  private byte[] frame = NONE;
  private int length;
  private long frames;
  private boolean isOver;

  FrameDecoder(String name, StreamDecoder events, EventText text) {
    this.name = name;
    this.events = events;
    this.text = text;
  }

  @Override
  public void feed(byte[] bytes, int from, int to, Consumer<? super StreamPart> parts) {
    int at = from;
    try {
      while (at < to && !isOver) {
        int wanted = length < Integer.BYTES ? Integer.BYTES : frameBytes();
        int count = Math.min(wanted - length, to - at);
        if (length + count > frame.length) {
          // Grows with what has come, not with what a length promises.
          int size = Math.min(wanted, Math.max(256, 2 * (length + count)));
          frame = Arrays.copyOf(frame, Math.max(size, length + count));
        }
        System.arraycopy(bytes, at, frame, length, count);
        length += count;
        at += count;
        if (length >= Integer.BYTES && length == frameBytes()) {
          take(parts);
        }
      }
    } catch (MalformedStreamException malformed) {
      isOver = true;
      throw new MalformedStreamException(
          name + " stream, frame " + (frames + 1) + ": " + malformed.getMessage());
    }
  }

  private int frameBytes() {
    int bytes = ByteBuffer.wrap(frame).getInt();
    if (bytes < LEAST_FRAME_BYTES || bytes > FRAME_BYTES) {
      throw new MalformedStreamException("it is " + Integer.toUnsignedString(bytes)
          + " bytes long by its first four; allowed are " + LEAST_FRAME_BYTES + " to "
          + FRAME_BYTES);
    }
    return bytes;
  }

  private void take(Consumer<? super StreamPart> parts) {
    Message message = decoded();
    length = 0;
    frame = NONE;
    Map<String, HeaderValue> headers = message.getHeaders();
    String kind = header(headers, ":message-type");
    if (kind.equals("event")) {
      byte[] event = text.of(header(headers, ":event-type"), message.getPayload())
          .getBytes(StandardCharsets.UTF_8);
      events.feed(event, 0, event.length, part -> put(part, parts));
    } else {
      boolean isError = kind.equals("error");
      put(
          new StreamPart.Broken(new ErrorFrame(
                  isError ? kind : "exception",
                  header(headers, isError ? ":error-code" : ":exception-type"),
                  header(headers, ":error-message"),
                  new String(message.getPayload(), StandardCharsets.UTF_8))
              .reply()),
          parts);
    }
    frames++;
  }

  private Message decoded() {
    try {
      return Message.decode(ByteBuffer.wrap(frame, 0, length));
    } catch (RuntimeException broken) {
      // The SDK throws several for a wrong checksum and for headers that do not fit; their texts
      // may show bytes.
      throw new MalformedStreamException("its checksum or its headers are wrong");
    }
  }

  private static String header(Map<String, HeaderValue> headers, String name) {
    HeaderValue value = headers.get(name);
    try {
      return value == null ? "" : value.getString();
    } catch (RuntimeException notText) {
      return "";
    }
  }

  private void put(StreamPart part, Consumer<? super StreamPart> parts) {
    if (!isOver) {
      isOver = part instanceof StreamPart.Finished || part instanceof StreamPart.Broken;
      parts.accept(part);
    }
  }

  @Override
  public void end(Consumer<? super StreamPart> parts) {
    if (!isOver) {
      events.end(part -> put(part, parts));
      isOver = true;
    }
  }
}
