package dev.forbear.page;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The program {@code node}, which runs the compiled script.
 *
 * @param program where it is
 */
record Node(Path program) {

  /** Printed where there is none; a run that has to prove everything fails at this line. */
  static final String NOT_PROVEN = "not proven here: planner in JavaScript (node not found)";

  private static final String SCRIPT = "target/classes/page/forbear.js";
  private static final String ANSWERING = "src/test/js/answer.js";

  /** Far more than all questions take on a busy machine. */
  private static final int MAX_SECONDS = 300;

  /** The first in these folders, written as in the environment. */
  static Optional<Node> on(String path) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(path)
        .map(folder -> Path.of(folder, "node"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Node::new);
  }

  /**
   * What the script answers, in order.
   *
   * @param questions lines as {@code answer.js} reads them
   * @param folder for what goes in and comes out
   */
  List<JsonNode> answers(List<String> questions, Path folder) {
    try {
      Path in = folder.resolve("questions.jsonl");
      Path out = folder.resolve("answers.jsonl");
      Path err = folder.resolve("errors.txt");
      Files.write(in, questions);
      Process process = new ProcessBuilder(program.toString(), ANSWERING, SCRIPT)
          .redirectInput(in.toFile())
          .redirectOutput(out.toFile())
          .redirectError(err.toFile())
          .start();
      boolean hasEnded = process.waitFor(MAX_SECONDS, SECONDS);
      process.destroyForcibly();
      assertThat(hasEnded).as("node has ended within %d s", MAX_SECONDS).isTrue();
      assertThat(Files.readString(err)).as("errors of node").isEmpty();
      List<String> answers = Files.readAllLines(out);
      assertThat(answers).hasSameSizeAs(questions);
      return answers.stream().map(Question::parse).toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new AssertionError("stopped while node was running", stopped);
    }
  }
}
