package dev.forbear.cli.reply;

import dev.forbear.classify.ProviderReply;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A reply while it is put together, part by part. Not thread safe. */
final class ReplyParts {

  /** A reply of a model provider has about 30; further ones are left out. */
  static final int MAX_HEADERS = 1000;

  /** The first characters tell text from compressed bytes. */
  private static final int TELLING_CHARS = 64;

  private static final Set<String> COMPRESSED = Set.of("gzip", "x-gzip", "br", "deflate", "zstd");
  private static final char REPLACEMENT = '\uFFFD';

  private final int status;
  private final Map<String, List<String>> headers = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private int headerCount;
  private @Nullable URI uri;
  private OptionalLong atEpochMs = OptionalLong.empty();

  ReplyParts(int status) {
    this.status = status;
  }

  int status() {
    return status;
  }

  void addHeader(String name, String value) {
    if (headerCount++ < MAX_HEADERS) {
      headers
          .computeIfAbsent(name.toLowerCase(Locale.ROOT), any -> new ArrayList<>())
          .add(value);
    }
  }

  boolean hasHeader(String name) {
    return headers.containsKey(name);
  }

  /** Takes an address as it stands; one that is none is left out. */
  void askedAt(@Nullable String address) {
    if (address != null) {
      try {
        uri = new URI(address.strip());
      } catch (URISyntaxException notAnAddress) {
        uri = null;
      }
    }
  }

  /** By the clock of who asked; the server's own date counts before it, because its hints are meant by that one. */
  void answeredAt(OptionalLong epochMs) {
    atEpochMs = epochMs;
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  /**
   * The reply.
   *
   * @throws IllegalArgumentException when the body is compressed
   */
  PastedReply whole(String origin, String body) {
    if (isCompressed(body)) {
      throw new IllegalArgumentException("the body is compressed (" + origin
          + "); ask for it as text: curl --compressed, or without the header accept-encoding");
    }
    if (headerCount > MAX_HEADERS) {
      note("Of " + headerCount + " headers the first " + MAX_HEADERS + " were read.");
    }
    String kept = body;
    if (body.length() > PastedReply.MAX_BODY_CHARS) {
      kept = body.substring(0, PastedReply.MAX_BODY_CHARS);
      note("Of the body the first " + PastedReply.MAX_BODY_CHARS + " characters were read.");
    }
    return new PastedReply(
        new ProviderReply(status, headers, kept),
        origin,
        uri,
        ownDate().isPresent() ? ownDate() : atEpochMs,
        notes);
  }

  /** The date the server gave the reply (RFC 9110, section 6.6.1). */
  private OptionalLong ownDate() {
    List<String> dates = headers.getOrDefault("date", List.of());
    if (dates.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(dates.get(0))).toEpochMilli());
    } catch (DateTimeException | ArithmeticException notADate) {
      return OptionalLong.empty();
    }
  }

  /** Curl decodes a body and leaves the header as it was, so the body itself has to show it. */
  private boolean isCompressed(String body) {
    boolean isSaid = headers.getOrDefault("content-encoding", List.of()).stream()
        .map(value -> value.strip().toLowerCase(Locale.ROOT))
        .anyMatch(COMPRESSED::contains);
    return isSaid
        && body.chars()
            .limit(TELLING_CHARS)
            .anyMatch(c -> c == REPLACEMENT || (c < ' ' && !Character.isWhitespace(c)));
  }
}
