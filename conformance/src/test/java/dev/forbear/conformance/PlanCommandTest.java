package dev.forbear.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every vector of kind plan through the command, within its tolerance. */
class PlanCommandTest {

  private static final List<VectorLine> LINES = PlanVectors.of("plan").toList();

  @Test
  void answersEveryVectorLine() {
    CommandRun run = CommandRun.of(
        LINES.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n")),
        "plan",
        "--jsonl");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.lines()).hasSize(LINES.size());
    for (int i = 0; i < LINES.size(); i++) {
      assertThat(run.lines().get(i)).doesNotContainPattern("\\d[eE]|NaN|Infinity");
      PlanVectors.assertFigures(LINES.get(i), VectorLine.parse(run.lines().get(i)));
    }
  }

  @Test
  void answersTheBareInputsAlike() {
    String bare = LINES.stream()
        .map(line -> line.input().toString())
        .collect(Collectors.joining("\n", "", "\n"));
    String vectors =
        LINES.stream().map(VectorLine::text).collect(Collectors.joining("\n", "", "\n"));

    assertThat(CommandRun.of(bare, "plan", "--jsonl"))
        .isEqualTo(CommandRun.of(vectors, "plan", "--jsonl"));
  }

  @Test
  void answersEveryLineOfTheFileInItsPlace() {
    CommandRun run = CommandRun.of("", "plan", "--jsonl", PlanVectors.FILE);

    List<VectorLine> all = VectorLine.of(PlanVectors.FILE);
    assertThat(run.lines()).hasSize(all.size());
    for (int i = 0; i < all.size(); i++) {
      boolean isPlan = all.get(i).json().path("kind").asText().equals("plan");
      assertThat(VectorLine.parse(run.lines().get(i)).has("error")).isEqualTo(!isPlan);
    }
    assertThat(run.exitCode()).isEqualTo(1);
  }
}
