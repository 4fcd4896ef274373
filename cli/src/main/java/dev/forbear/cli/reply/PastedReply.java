package dev.forbear.cli.reply;

import dev.forbear.classify.ProviderReply;
import java.net.URI;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reply found in what was pasted.
 *
 * @param reply what was answered, its body cut at {@link #MAX_BODY_CHARS}
 * @param origin where it was found, for people
 * @param uri what was asked, possibly only its host; null where that does not stand beside the reply
 * @param atEpochMs when it was answered, milliseconds since 1970; empty where nothing says so
 * @param notes what a reader should know about the reading, each a sentence; without any content of the reply
 */
public record PastedReply(
    ProviderReply reply,
    String origin,
    @Nullable URI uri,
    OptionalLong atEpochMs,
    List<String> notes) {

  /** Longer bodies are cut: error bodies of model providers are below 10 KiB, HTML pages of proxies below 64. */
  public static final int MAX_BODY_CHARS = 1 << 20;

  /** Keeps its own copy of the notes. */
  public PastedReply {
    notes = List.copyOf(notes);
  }

  /** Leaves out the address, which may hold a key. */
  @Override
  public String toString() {
    return "PastedReply[" + reply + ", origin=" + origin + ", notes=" + notes + "]";
  }
}
