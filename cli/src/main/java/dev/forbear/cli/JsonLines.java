package dev.forbear.cli;

import java.io.BufferedWriter;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * JSON Lines in, JSON Lines out: one answer per line, in order, written as soon as it is known.
 *
 * <p>A line that cannot be used is answered with {@code {"error":"…"}} in its place and the rest goes on. Files are looked
 * at before the first line is answered, so that a mistyped name costs nothing. When the answers cannot be written any more
 * the rest is left unread; {@link Main} tells it.
 */
final class JsonLines {

  /** The longest line that is read; a longer one is answered with an error and skipped. */
  static final int MAX_LINE_BYTES = 16 << 20;

  /** The name that stands for standard input. */
  private static final String STANDARD_INPUT = "-";

  private final Streams streams;
  private final Writer out;
  private boolean someErrors;

  JsonLines(Streams streams) {
    this.streams = streams;
    this.out = new BufferedWriter(new OutputStreamWriter(streams.out(), StandardCharsets.UTF_8));
  }

  /**
   * Answers every line.
   *
   * @param files read one after the other; none for standard input
   * @return an {@link ExitCode}
   */
  int answerAll(List<String> files, LineRule rule) {
    List<String> inputs = files.isEmpty() ? List.of(STANDARD_INPUT) : files;
    for (String input : inputs) {
      Optional<String> fault = fault(input);
      if (fault.isPresent()) {
        return refuse(fault.get());
      }
    }
    try {
      for (String input : inputs) {
        if (!answerFrom(input, rule)) {
          break;
        }
      }
    } catch (IOException unreadable) {
      return refuse("reading stopped: " + unreadable.getMessage());
    }
    return someErrors ? ExitCode.SOME_ERRORS : ExitCode.ANSWERED;
  }

  private boolean answerFrom(String input, LineRule rule) throws IOException {
    if (input.equals(STANDARD_INPUT)) {
      return answerFrom(streams.in(), rule);
    }
    try (InputStream file = new FileInputStream(input)) {
      return answerFrom(file, rule);
    }
  }

  /** False when nobody reads the answers any more. */
  private boolean answerFrom(InputStream in, LineRule rule) throws IOException {
    ByteLines lines = new ByteLines(in, MAX_LINE_BYTES);
    while (lines.next()) {
      write(answer(lines, rule));
      if (streams.out().checkError()) {
        return false;
      }
    }
    return true;
  }

  private Answer answer(ByteLines lines, LineRule rule) {
    try {
      return rule.answer(Fields.ofLine(StrictJson.object(lines.text())));
    } catch (IllegalArgumentException refused) {
      return error(String.valueOf(refused.getMessage()));
    } catch (RuntimeException fault) {
      // A fault of ours must not cost the lines that follow.
      return error("internal fault: " + fault.getClass().getSimpleName());
    }
  }

  private Answer error(String message) {
    someErrors = true;
    return Answer.of(JsonText.error(message));
  }

  private void write(Answer answer) throws IOException {
    answer.writeTo(out);
    out.write('\n');
    out.flush();
  }

  private int refuse(String message) {
    streams.err().println("error: " + message);
    return ExitCode.USAGE;
  }

  private static Optional<String> fault(String input) {
    if (input.equals(STANDARD_INPUT)) {
      return Optional.empty();
    }
    Path path;
    try {
      path = Path.of(input);
    } catch (java.nio.file.InvalidPathException e) {
      return Optional.of("'" + Shown.text(input) + "' is not a file name");
    }
    String shown = "'" + Shown.text(input) + "'";
    if (!Files.exists(path)) {
      return Optional.of("there is no file " + shown);
    }
    if (Files.isDirectory(path)) {
      return Optional.of(shown + " is a folder; a file of JSON Lines is expected");
    }
    if (!Files.isReadable(path)) {
      return Optional.of("the file " + shown + " may not be read");
    }
    return Optional.empty();
  }
}
