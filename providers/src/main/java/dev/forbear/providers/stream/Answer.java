package dev.forbear.providers.stream;

import dev.forbear.stream.StreamPart;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the parts of one answer: nothing after its end, and no text that ends within a character.
 *
 * <p>Servers that cut their text by UTF-16 units send the two halves of an emoji in two events; the first half waits here
 * for the second, so that each text can be encoded on its own.
 */
final class Answer {

  private @Nullable Consumer<? super StreamPart> parts;
  private String half = "";
  private boolean isOver;
  private boolean isSilent = true;

  /** Whom the following parts go to; null for nobody. */
  void to(@Nullable Consumer<? super StreamPart> taker) {
    parts = taker;
  }

  boolean isOver() {
    return isOver;
  }

  /** No part follows, and no end was told: the stream cannot be read on. */
  void giveUp() {
    isOver = true;
  }

  /** Begins an event. */
  void begin() {
    isSilent = true;
  }

  /** Ends an event: one that led to nothing shows at least that the stream is alive. */
  void settle() {
    if (isSilent) {
      emit(StreamPart.Metadata.ALIVE);
    }
  }

  void text(String more) {
    if (more.isEmpty()) {
      return;
    }
    String text = half + more;
    int whole = Character.isHighSurrogate(text.charAt(text.length() - 1))
        ? text.length() - 1
        : text.length();
    half = text.substring(whole);
    if (whole > 0) {
      emit(new StreamPart.Text(text.substring(0, whole)));
    }
  }

  void thinking(String text) {
    if (!text.isEmpty()) {
      flush();
      emit(new StreamPart.Thinking(text));
    }
  }

  void toolBytes(int index, String bytes) {
    if (!bytes.isEmpty()) {
      flush();
      emit(new StreamPart.ToolBytes(index, bytes));
    }
  }

  void toolCall(int index, String id, String name, String arguments) {
    flush();
    emit(new StreamPart.ToolCall(index, id, name, arguments));
  }

  void usage(long inputTokens, long outputTokens) {
    if (inputTokens > 0 || outputTokens > 0) {
      emit(new StreamPart.Usage(inputTokens, outputTokens));
    }
  }

  void cursor(String position) {
    flush();
    emit(new StreamPart.Cursor(position));
  }

  void finished(String reason) {
    flush();
    emit(new StreamPart.Finished(reason));
    isOver = true;
  }

  void broken(Event event) {
    flush();
    emit(new StreamPart.Broken(event.reply()));
    isOver = true;
  }

  /** Hands out what waits for a second half that will not come. */
  void flush() {
    if (!half.isEmpty()) {
      String alone = half;
      half = "";
      emit(new StreamPart.Text(alone));
    }
  }

  private void emit(StreamPart part) {
    isSilent = false;
    Consumer<? super StreamPart> taker = parts;
    if (!isOver && taker != null) {
      taker.accept(part);
    }
  }
}
