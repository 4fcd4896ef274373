package dev.forbear.cli.reply;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.OptionalLong;
import java.util.function.Predicate;

/** Finds the reply in what was pasted: the output of {@code curl -i} or {@code curl -v}, a HAR file, or an entry of one. */
public final class PastedReplies {

  /** Of the output of curl only so much is read: a body that is kept whole, and what may stand before it. */
  static final int MAX_CURL_BYTES = 2 * PastedReply.MAX_BODY_CHARS;

  /** What can be given instead, for the ends of messages. */
  static final String ADVICE = "paste what curl -i printed, or give a HAR file";

  /**
   * Reads one reply.
   *
   * @param in what was pasted; not read to its end where that is far away
   * @param entry the number of an entry of a HAR file, from 1; empty for the last one that failed
   * @param isFailure tells which replies failed
   * @throws IllegalArgumentException when there is no reply in it, saying what was given and what to do
   */
  public static PastedReply read(
      InputStream in, OptionalLong entry, Predicate<PastedReply> isFailure) throws IOException {
    byte[] start = in.readNBytes(MAX_CURL_BYTES);
    String text = PastedText.of(start);
    String opening = text.stripLeading();
    if (opening.isEmpty()) {
      throw new IllegalArgumentException("nothing was given; " + ADVICE);
    }
    if (opening.startsWith("{")) {
      InputStream all = new SequenceInputStream(new ByteArrayInputStream(start), in);
      return new HarReader(entry, isFailure).read(PastedText.of(start, all));
    }
    if (entry.isPresent()) {
      throw new IllegalArgumentException(
          "--entry counts the entries of a HAR file, and what was given is none; leave it out");
    }
    return CurlReader.read(text);
  }

  private PastedReplies() {}
}
