package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {

  private static final String LINE =
      "{\"policy\":{\"maxAttempts\":4,\"baseDelay\":0.5,\"maxDelay\":5,\"retryableErrors\":[\"x\"]},"
          + "\"attempt\":1,\"errorCode\":\"x\"}\n";
  private static final String OTHER = LINE.replace("\"attempt\":1", "\"attempt\":2");
  private static final String LAST = LINE.replace("\"attempt\":1", "\"attempt\":4");

  @TempDir
  private Path folder = Path.of(".");

  @Test
  void answersEachLineBeforeTheNextOneIsRead() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> seen = new ArrayList<>();
    Iterator<String> typed = List.of(LINE, LINE, "").iterator();
    InputStream spying = new BlockStream(() -> {
      seen.add(out.toString(StandardCharsets.UTF_8));
      return typed.next();
    });

    Main.run(new String[] {"next-delay"}, spying, utf8(out), utf8(OutputStream.nullOutputStream()));

    assertThat(seen).containsExactly("", "0.5\n", "0.5\n0.5\n");
  }

  @Test
  void endsQuietlyWhenNobodyReadsTheAnswers() {
    OutputStream closed = new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("Broken pipe");
      }
    };
    InputStream endless = new BlockStream(() -> LINE);
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int exitCode = Main.run(new String[] {"next-delay"}, endless, utf8(closed), utf8(err));

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(exitCode).isZero();
  }

  @Test
  void saysSoWhenReadingBreaksOff() {
    AtomicBoolean isBroken = new AtomicBoolean();
    InputStream breaking = new BlockStream(() -> {
      if (isBroken.getAndSet(true)) {
        throw new IOException("disk on fire");
      }
      return LINE;
    });

    CommandRun run = CommandRun.on(Terminal.NONE, breaking, "next-delay");

    assertThat(run).isEqualTo(new CommandRun(2, "0.5\n", "error: reading stopped: disk on fire\n"));
  }

  @Test
  void answersFilesInTheOrderGiven() throws IOException {
    String one = file("one.jsonl", LINE + OTHER);
    String two = file("two with spaces.jsonl", LAST.strip());

    assertThat(CommandRun.fed(OTHER, "next-delay", one, two, "-", one))
        .isEqualTo(new CommandRun(0, "0.5\n1\nnull\n1\n0.5\n1\n", ""));
  }

  @Test
  void answersNothingWhenAFileIsMissing() throws IOException {
    String there = file("there.jsonl", LINE);
    String missing = folder.resolve("missing.jsonl").toString();

    CommandRun run = CommandRun.of("next-delay", there, missing);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("error: there is no file '").doesNotContain("Exception");
  }

  @Test
  void refusesAFolder() {
    CommandRun run = CommandRun.of("next-delay", folder.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is a folder; a file of JSON Lines is expected");
  }

  @Test
  void tellsAPersonAtTheKeyboardWhatItWaitsFor() {
    Terminal keyboard = new Terminal(true, false, false, false);
    InputStream typed = new ByteArrayInputStream(LINE.getBytes(StandardCharsets.UTF_8));

    CommandRun run = CommandRun.on(keyboard, typed, "next-delay");

    assertThat(run.out()).isEqualTo("0.5\n");
    assertThat(run.err())
        .isEqualTo("reading JSON Lines from the keyboard, one object per line, Ctrl-D ends;"
            + " for flags see: forbear next-delay --help\n");
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static PrintStream utf8(OutputStream out) {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }
}
