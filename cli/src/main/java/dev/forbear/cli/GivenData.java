package dev.forbear.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The value of a flag that takes a text, {@code @FILE}, or {@code @-} for standard input, as curl's {@code -d} does. */
final class GivenData {

  /**
   * The bytes meant.
   *
   * @param flag named in the message
   * @param maxBytes of a file or of standard input no more are read
   * @throws IllegalArgumentException when the file cannot be read
   */
  static byte[] bytes(String flag, String given, InputStream in, int maxBytes) {
    if (!given.startsWith("@")) {
      return given.getBytes(StandardCharsets.UTF_8);
    }
    String name = given.substring(1);
    if (name.equals("-")) {
      try {
        return in.readNBytes(maxBytes);
      } catch (IOException unreadable) {
        throw new IllegalArgumentException(flag + ": standard input cannot be read");
      }
    }
    try (InputStream file = Files.newInputStream(Path.of(name))) {
      return file.readNBytes(maxBytes);
    } catch (InvalidPathException | IOException unreadable) {
      throw new IllegalArgumentException(flag + ": the file '" + Shown.text(name)
          + "' cannot be read"
          + (unreadable instanceof NoSuchFileException ? ": it is not there" : ""));
    }
  }

  private GivenData() {}
}
