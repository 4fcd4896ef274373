package dev.forbear.cli.reply;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.Reader;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the reply in a HAR file, or in one entry of it (HAR 1.2).
 *
 * <p>The file is read as it streams by: whatever it holds beside the entry that counts is skipped without being kept. Not thread
 * safe; for one file.
 */
final class HarReader {

  /** Files of browsers reach tens of megabytes. */
  private static final long MAX_FILE_CHARS = 256L << 20;

  /** Of one text that is looked at; skipped ones may be longer. */
  private static final int MAX_TEXT_CHARS = 32 << 20;

  /** HAR needs eight; the rest is for what extensions add. */
  private static final int MAX_DEPTH = 200;

  private static final JsonFactory JSON = JsonFactory.builder()
      .streamReadConstraints(StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(MAX_TEXT_CHARS)
          .maxDocumentLength(MAX_FILE_CHARS)
          .build())
      // Names of one file must not stay in memory.
      .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
      .build();

  private final OptionalLong wanted;
  private final Predicate<PastedReply> isFailure;
  private long entries;
  private @Nullable HarEntry found;
  private @Nullable PastedReply failed;
  private boolean isHar;

  /**
   * For one file.
   *
   * @param wanted the number of the entry that counts, from 1; empty for the last one that failed
   * @param isFailure tells which replies failed
   */
  HarReader(OptionalLong wanted, Predicate<PastedReply> isFailure) {
    this.wanted = wanted;
    this.isFailure = isFailure;
  }

  /**
   * The reply.
   *
   * @throws IllegalArgumentException when there is none
   */
  PastedReply read(Reader in) throws IOException {
    HarEntry single = new HarEntry();
    try (JsonParser parser = JSON.createParser(in)) {
      parser.nextToken();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        JsonToken value = parser.nextToken();
        if (name.equals("log") && value == JsonToken.START_OBJECT) {
          isHar = true;
          readLog(parser);
        } else {
          single.take(name, parser);
        }
      }
    } catch (JsonProcessingException broken) {
      throw new IllegalArgumentException(explain(broken));
    }
    return isHar ? chosen() : theOnly(single);
  }

  private void readLog(JsonParser parser) throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("entries")) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          readEntry(parser);
        }
      } else {
        parser.skipChildren();
      }
    }
  }

  private void readEntry(JsonParser parser) throws IOException {
    entries++;
    if (parser.currentToken() != JsonToken.START_OBJECT
        || (wanted.isPresent() && wanted.getAsLong() != entries)) {
      parser.skipChildren();
      return;
    }
    HarEntry entry = new HarEntry();
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      entry.take(name, parser);
    }
    if (wanted.isPresent()) {
      found = entry;
    } else if (entry.isWhole()) {
      PastedReply reply = entry.reply("entry " + entries);
      failed = isFailure.test(reply) ? reply : failed;
    }
  }

  private PastedReply chosen() {
    String size = "a HAR file of " + entries + (entries == 1 ? " entry" : " entries");
    if (wanted.isPresent()) {
      if (found == null) {
        throw new IllegalArgumentException(
            "--entry must be the number of an entry, was " + wanted.getAsLong() + " in " + size);
      }
      return found.reply("entry " + wanted.getAsLong() + " of " + size);
    }
    if (failed == null) {
      throw new IllegalArgumentException(
          "no reply in " + size + " failed; choose one with --entry N, counted from 1");
    }
    return new PastedReply(
        failed.reply(),
        failed.origin() + " of " + size + ", the last that failed",
        failed.uri(),
        failed.atEpochMs(),
        failed.notes());
  }

  private PastedReply theOnly(HarEntry entry) {
    if (!entry.hasResponse()) {
      throw new IllegalArgumentException("the JSON given is no HAR file and no entry of one;"
          + " if it is the body of a reply, give its status too: --status 429 --body @FILE");
    }
    if (wanted.orElse(1) != 1) {
      throw new IllegalArgumentException(
          "--entry must be 1 for a single entry, was " + wanted.getAsLong());
    }
    return entry.reply("an entry of a HAR file");
  }

  private static String explain(JsonProcessingException broken) {
    if (broken instanceof StreamConstraintsException) {
      return "the HAR file is too large: at most " + (MAX_FILE_CHARS >> 20) + " Mi characters, "
          + MAX_DEPTH + " levels and " + (MAX_TEXT_CHARS >> 20) + " Mi of them in a text are read";
    }
    if (broken instanceof JsonEOFException) {
      return "the JSON breaks off in the middle; give the whole HAR file";
    }
    String where = broken.getLocation() == null
        ? ""
        : " near line " + broken.getLocation().getLineNr() + ", column "
            + broken.getLocation().getColumnNr();
    return "what begins with { is not JSON" + where + "; " + PastedReplies.ADVICE;
  }
}
