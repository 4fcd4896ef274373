package dev.forbear.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One run of the command inside this virtual machine.
 *
 * @param exitCode what it ended with
 * @param out what it answered
 * @param err what it said
 */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... args) {
    return fed("", args);
  }

  static CommandRun fed(String input, String... args) {
    return fed(input.getBytes(StandardCharsets.UTF_8), args);
  }

  static CommandRun fed(byte[] input, String... args) {
    return on(Terminal.NONE, new ByteArrayInputStream(input), args);
  }

  static CommandRun on(Terminal terminal, InputStream in, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode = Main.run(
        args,
        new Streams(
            in,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8),
            terminal));
    return new CommandRun(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  List<String> lines() {
    return out.lines().toList();
  }
}
