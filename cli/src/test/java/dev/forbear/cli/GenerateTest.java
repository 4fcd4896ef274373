package dev.forbear.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.forbear.generate.Generated;
import dev.forbear.generate.Recipe;
import dev.forbear.generate.Target;
import dev.forbear.generate.Traffic;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The command {@code generate}. */
class GenerateTest {

  @TempDir
  private Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource
  void printsTheTextAndNothingElse(Target target) {
    CommandRun run = run("generate " + target.word()
        + " --attempts 4 --base 500ms --cap 20s --deadline 30s --minimum 1s");

    Recipe recipe = Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000);
    assertThat(run)
        .isEqualTo(
            new CommandRun(ExitCode.ANSWERED, Generated.of(recipe, target).text(), ""));
  }

  @Test
  void takesEverySettingAsAFlag() {
    CommandRun run =
        run("generate typescript --attempts 6 --base 1s --multiplier 3 --cap none --jitter equal"
            + " --hint-rule on-top --deadline 1m --minimum 2s --attempt-timeout 10s --statuses 503,429,529"
            + " --fail 50% --latency 2s");

    Recipe recipe = new Recipe(
        6,
        1000,
        3,
        Recipe.NONE,
        Jitter.EQUAL,
        HintRule.ON_TOP,
        60_000,
        2000,
        10_000,
        List.of(429, 503, 529));
    assertThat(run.out())
        .isEqualTo(
            Generated.of(recipe, Target.TYPESCRIPT, new Traffic(0.5, 2000)).text());
  }

  @Test
  void takesALineOfPlanAsAPolicyFile() throws IOException {
    Path policy = Files.writeString(folder.resolve("policy.json"), """
        {"baseMs": 500, "multiplier": 2, "maxAttempts": 4, "capMs": 20000, "jitter": "full",
         "failureRate": 0.08, "latencyMs": 1200, "latencyFailMs": 1200, "deadlineMs": 30000,
         "minAttemptMs": 1000, "retryAfterMs": null, "retryAfterRule": "add"}
        """);
    Path out = folder.resolve("retries.py");

    CommandRun run =
        CommandRun.of("generate", "python", "--policy", policy.toString(), "--out", out.toString());

    Recipe recipe = Recipe.of(4, 500, 20_000)
        .withWaits(2, Jitter.FULL, HintRule.ON_TOP)
        .withDeadline(30_000, 1000);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("written for Python 3.9 and later: ");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ANSWERED);
    assertThat(out).hasContent(Generated.of(recipe, Target.PYTHON).text());
  }

  @Test
  void needsOfAPolicyFileOnlyBaseAndAttempts() {
    CommandRun run =
        CommandRun.fed("{\"baseMs\":500,\"maxAttempts\":4}", "generate", "go", "--policy", "-");

    assertThat(run.out())
        .isEqualTo(Generated.of(Recipe.of(4, 500, Recipe.NONE), Target.GO).text());
  }

  @Test
  void listsTheTargets() {
    CommandRun run = run("generate --list");

    assertThat(run.lines()).hasSameSizeAs(Target.values());
    assertThat(run.lines().get(1)).matches("python +retries.py +Python 3.9 and later");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "generate|name a target: java, python",
        "generate pyhton|there is no target 'pyhton'; did you mean python?",
        "generate resil|did you mean resilience4j?",
        "generate java --base 0.5ms|baseMs must be whole milliseconds, at least 0, was 0.5",
        "generate java --attempts 0|--attempts: must be a whole number from 1",
        "generate java --attempts 5000|maxAttempts must be from 1 to 1000",
        "generate java --cap 0|--cap: must be more than 0; write none for no limit",
        "generate java --cap 5|5 has no unit: 5ms or 5s?, or none",
        "generate java --deadline 500ms|minimumAttemptMs must be at most deadlineMs (500)",
        "generate java --statuses 429;503|--statuses: must be statuses with commas between",
        "generate java --statuses 200|statuses must be from 400 to 599, was 200",
        "generate java --jitter decorrelated|must be one of none, full, equal",
        "generate java --list|",
        "generate --list --cap 5s|--list stands alone; leave out --cap",
        "generate java --policy p.json --base 5s|--policy stands alone; leave out --base",
        "generate java --policy nowhere.json|the file 'nowhere.json' cannot be read: it is not there",
        "generate java --out nowhere/at/all|--out: the file 'nowhere/at/all' cannot be written",
      })
  void saysWhatIsWrong(String command, String message) {
    CommandRun run = run(command);

    if (message == null) {
      assertThat(run.exitCode()).isEqualTo(ExitCode.ANSWERED);
      return;
    }
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|the file must be a JSON object, was an array",
        "{\"baseMs\":500|the file breaks off",
        "{\"baseMs\":500}|maxAttempts is missing",
        "{\"baseMs\":\"500\",\"maxAttempts\":4}|baseMs must be a number, was a string",
        "{\"baseMs\":500,\"maxAttempts\":4,\"capMs\":0}|capMs must be more than 0, or null for none",
        "{\"baseMs\":500,\"maxAttempts\":4,\"minAttemptMs\":0}|minimumAttemptMs must be whole milliseconds, at least 1",
        "{\"baseMs\":500,\"maxAttempts\":4,\"jitter\":\"decorrelated\"}|jitter must be one of none, full, equal",
        "{\"baseMs\":500,\"maxAttempts\":4,\"statuses\":[]}|statuses must name at least one status",
        "{\"baseMs\":1e999,\"maxAttempts\":4}|baseMs must be a finite number",
        "{\"baseMs\":500,\"maxAttempts\":4,\"failureRate\":2}|failureRate must be from 0 to 1",
      })
  void saysWhatIsWrongInAPolicyFile(String json, String message) {
    CommandRun run = CommandRun.fed(json, "generate", "java", "--policy", "-");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(message);
  }

  private static CommandRun run(String command) {
    return CommandRun.of(command.split(" "));
  }
}
