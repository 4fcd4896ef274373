package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.forbear.policy.HintRule;
import dev.forbear.policy.Jitter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The text for tenacity, run by tenacity of the system's Python. */
@Tag("foreign")
class TenacityTest {

  /** The packages of the system belong to this one. */
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private static final String USE = """
      import json, types
      import provider_retry as p

      def calls(status, repeatable=True, headers={}):
          count, slept = 0, []
          def fail():
              nonlocal count
              count += 1
              if status == 0:
                  raise ConnectionResetError("reset")
              if status >= 400:
                  raise p.Refused(status, headers)
          try:
              p.retrying(repeatable=repeatable, sleep=slept.append)(fail)
          except (p.Refused, ConnectionResetError):
              pass
          assert len(slept) == count - 1
          return count

      def wait(attempt, headers={}):
          state = types.SimpleNamespace(
              attempt_number=attempt,
              outcome=types.SimpleNamespace(exception=lambda: p.Refused(503, headers)))
          return p.wait(state) * 1000

      print(json.dumps({
          "calls": [calls(503), calls(529), calls(0), calls(200), calls(400), calls(501)],
          "writes": [calls(429, False), calls(500, False), calls(0, False)],
          "hints": [wait(1, {"Retry-After": "60"}), wait(1, {"retry-after-ms": "61000"}),
                    wait(1, {"Retry-After": "soon"}),
                    wait(1, {"Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"}),
                    wait(1, {"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"})],
          "waits": [[wait(attempt) for _ in range(4000)] for attempt in range(1, ATTEMPTS)],
      }))
      """;

  @Test
  void countsAttemptsAndDrawsTheWaitsItsFiguresArePlannedWith() {
    if (!isReady()) {
      return;
    }
    JsonNode said = said("published", Recipe.of(4, 500, 20_000).withDeadline(30_000, 1000));
    assertThat(said.path("calls").toString()).isEqualTo("[4,4,4,1,1,1]");
    assertThat(said.path("writes").toString()).isEqualTo("[4,1,1]");
    assertThat(said.path("hints").get(0).doubleValue()).isEqualTo(60_000);
    assertThat(said.path("hints").get(1).doubleValue()).isEqualTo(61_000);
    assertThat(said.path("hints").get(2).doubleValue()).isLessThan(500);
    assertThat(said.path("hints").get(3).doubleValue()).isLessThan(500);
    assertThat(said.path("hints").get(4).doubleValue()).isGreaterThan(1e11);

    said("equal", Recipe.of(6, 500, 2500).withWaits(3, Jitter.EQUAL, HintRule.FLOOR));
    said("none", Recipe.of(5, 100, Recipe.NONE).withWaits(1.5, Jitter.NONE, HintRule.FLOOR));
    JsonNode onTop =
        said("on-top", Recipe.of(3, 500, 800).withWaits(2, Jitter.NONE, HintRule.ON_TOP));
    assertThat(onTop.path("hints").get(0).doubleValue()).isEqualTo(60_500);
  }

  private static JsonNode said(String name, Recipe recipe) {
    Path folder = Machine.folder("tenacity-" + name);
    Generated generated = Generated.of(recipe, Target.TENACITY);
    Machine.write(folder.resolve(generated.fileName()), generated.text());
    Machine.write(
        folder.resolve("use.py"), USE.replace("ATTEMPTS", Integer.toString(recipe.maxAttempts())));
    Machine.Run run = Machine.run(
        folder,
        List.of(PYTHON.toString(), "-W", "error", "use.py"),
        Map.of("PYTHONDONTWRITEBYTECODE", "1"));
    assertThat(run.err()).isEmpty();
    JsonNode said = Played.json(run.out());
    int[] drawn = new int[recipe.maxAttempts()];
    Draws.assertFollow(
        Target.TENACITY.draft(recipe).waits(),
        attempt -> said.path("waits").get(attempt - 1).get(drawn[attempt - 1]++).doubleValue());
    return said;
  }

  private static boolean isReady() {
    if (!hasTenacity()) {
      Machine.install("python3-tenacity");
    }
    if (hasTenacity()) {
      return true;
    }
    Machine.notProven("generated tenacity (python3-tenacity not found)");
    return false;
  }

  private static boolean hasTenacity() {
    return Files.isExecutable(PYTHON)
        && Machine.run(
                    Machine.folder("tenacity"), List.of(PYTHON.toString(), "-c", "import tenacity"))
                .exitCode()
            == 0;
  }
}
