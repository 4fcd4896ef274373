package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every vector of the three fixed contracts through the command, a whole file at a time. */
class CommandVectorsTest {

  private static final Pattern NOT_PLAIN = Pattern.compile("\\d[eE]|\\.0+(?!\\d)|-0(?![.\\d])");

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.Vectors#all")
  void answersEveryVectorLine(Vectors vectors) {
    CommandRun run = CommandRun.of(text(vectors.lines()), vectors.command());

    assertAnswers(vectors, run);
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.Vectors#all")
  void answersTheBareInputsAlike(Vectors vectors) {
    String vectorLines = text(vectors.lines());
    // Cut out rather than printed again: printing would turn 1e999 into something that is not JSON.
    String bareInputs = vectors.lines().stream()
        .map(line -> line.text().replaceFirst("^\\{\"input\": (.*), \"expect\": .*}$", "$1"))
        .collect(Collectors.joining("\n"));
    assertThat(bareInputs).doesNotContain("\"input\"");

    CommandRun bare = CommandRun.of(bareInputs, vectors.command());

    assertThat(bare).isEqualTo(CommandRun.of(vectorLines, vectors.command()));
  }

  @ParameterizedTest
  @MethodSource("dev.forbear.conformance.Vectors#all")
  void readsAFileAsItReadsStandardInput(Vectors vectors) {
    CommandRun run =
        CommandRun.of("", vectors.command(), Path.of(vectors.file()).toString());

    assertAnswers(vectors, run);
  }

  @Test
  void answersAlikeAsAProcessOfItsOwn() throws IOException, InterruptedException {
    Vectors vectors = Vectors.all().get(0);
    Process process = new ProcessBuilder(
            System.getProperty("java.home") + "/bin/java",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.forbear.cli.Main",
            vectors.command())
        .redirectInput(Path.of(vectors.file()).toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();

    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertAnswers(vectors, new CommandRun(process.waitFor(), out, ""));
  }

  private static void assertAnswers(Vectors vectors, CommandRun run) {
    assertThat(run.err()).isEmpty();
    assertThat(run.lines()).hasSize(vectors.count());
    assertThat(run.out()).endsWith("\n");
    Iterator<String> answers = run.lines().iterator();
    for (VectorLine line : vectors.lines()) {
      String answer = answers.next();
      assertThat(isAnswer(VectorLine.parse(answer), line))
          .as("%s%nexpected %s%nanswered %s", line.name(), line.expect(), answer)
          .isTrue();
      if (!line.mustBeRefused()) {
        assertThat(NOT_PLAIN.matcher(answer).find()).as(answer).isFalse();
      }
    }
    assertThat(run.exitCode()).isEqualTo(vectors.refused() > 0 ? 1 : 0);
  }

  private static boolean isAnswer(JsonNode answer, VectorLine line) {
    if (line.mustBeRefused()) {
      return answer.size() == 1 && !answer.path("error").asText().isBlank();
    }
    // The same keys in any order, numbers of the same value whatever their notation.
    return line.expect().equals(CommandVectorsTest::compareScalars, answer);
  }

  private static int compareScalars(JsonNode expected, JsonNode given) {
    boolean areNumbers = expected.isNumber() && given.isNumber();
    boolean same =
        areNumbers ? expected.doubleValue() == given.doubleValue() : expected.equals(given);
    return same ? 0 : 1;
  }

  private static String text(List<VectorLine> lines) {
    return lines.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n"));
  }
}
