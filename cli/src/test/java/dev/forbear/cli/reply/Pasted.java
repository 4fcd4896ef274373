package dev.forbear.cli.reply;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** Reads texts of tests. */
final class Pasted {

  static PastedReply reply(String text) {
    return reply(text, OptionalLong.empty());
  }

  static PastedReply reply(String text, long entry) {
    return reply(text, OptionalLong.of(entry));
  }

  static PastedReply reply(byte[] bytes) {
    return reply(bytes, OptionalLong.empty());
  }

  private static PastedReply reply(String text, OptionalLong entry) {
    return reply(text.getBytes(StandardCharsets.UTF_8), entry);
  }

  /** What counts as failed here: any status that is no success. */
  private static PastedReply reply(byte[] bytes, OptionalLong entry) {
    try {
      return PastedReplies.read(
          new ByteArrayInputStream(bytes), entry, reply -> reply.reply().status() >= 400);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private Pasted() {}
}
