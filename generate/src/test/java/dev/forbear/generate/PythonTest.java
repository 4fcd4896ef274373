package dev.forbear.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plain Python text, run by Python. */
@Tag("foreign")
class PythonTest {

  private static final String PLAY = """
      import json, pathlib
      import retries

      class Broken(OSError):
          pass

      for course in json.loads(pathlib.Path("courses.json").read_text()):
          now = 4096.0
          waits, timeouts, draws = [], [], iter(course["random"])
          attempts = iter(course["attempts"])

          def send(timeout=None):
              global now
              timeouts.append(-1 if timeout is None else timeout * 1000)
              attempt = next(attempts)
              now += attempt["ms"] / 1000
              if attempt["status"] == 0:
                  raise Broken("reset")
              return retries.Reply(attempt["status"], attempt["headers"])

          def sleep(seconds):
              global now
              waits.append(seconds * 1000)
              now += seconds

          end, count = "success", None
          try:
              retries.call(
                  send,
                  repeatable=course["repeatable"],
                  clock=lambda: now,
                  sleep=sleep,
                  rand=lambda: next(draws),
                  wall_clock=lambda: (course["nowMs"] + int((now - 4096) * 1000 + 0.5)) / 1000,
              )
          except retries.GaveUp as gave_up:
              end, count = gave_up.reason, gave_up.attempts
              assert (gave_up.reply is None) == isinstance(gave_up.__cause__, Broken) or count == 0
          print(json.dumps({
              "waits": waits, "timeouts": timeouts, "attempts": len(timeouts), "end": end}))
          assert count is None or count == len(timeouts)
      """;

  private static final String ANSWER = """
      import json, pathlib, re
      import retries

      def snake(value):
          if isinstance(value, dict):
              return {re.sub("([A-Z])", lambda m: "_" + m[1].lower(), key): snake(inner)
                      for key, inner in value.items()}
          return value

      def decide(given):
          given = snake(given)
          decision = retries.decide_retry(
              given["failure"], given["completed_attempts"], given["remaining_ms"], given["random"],
              given["policy"])
          if decision["retry"]:
              assert set(decision) == {"retry", "delay_ms"}
              return {"retry": True, "delayMs": decision["delay_ms"]}
          return decision

      def schedule(given):
          return retries.solve(
              given["replies"], given["baseMs"], given["capMs"], given["maxAttempts"])

      def next_delay(given):
          policy = given["policy"]
          return retries.RetryPolicy(
              policy["maxAttempts"], policy["baseDelay"], policy["maxDelay"], policy["retryableErrors"]
          ).next_delay(given["attempt"], given["errorCode"])

      rules = {"decide": decide, "schedule": schedule, "next-delay": next_delay}
      for kind, rule in rules.items():
          answers = []
          for line in pathlib.Path(kind + ".jsonl").read_text().splitlines():
              try:
                  answers.append(rule(json.loads(line)["input"]))
              except ValueError:
                  answers.append({"error": True})
          pathlib.Path(kind + ".out").write_text("\\n".join(map(json.dumps, answers)))
      """;

  @Test
  void waitsAndEndsAsTheRulesDo() {
    Golden.recipes().forEach((name, recipe) -> {
      JsonNode courses = Golden.courses(recipe);
      Path folder = folder(name, recipe);
      Machine.write(folder.resolve("courses.json"), courses.toString());
      Machine.write(folder.resolve("play.py"), PLAY);

      python(folder, "play.py")
          .ifPresent(output -> Played.assertAsExpected("python " + name, courses, output));
    });
  }

  @Test
  void answersEveryPublishedVectorWhateverThePolicy() {
    Golden.recipes().forEach((name, recipe) -> {
      if (!List.of("published", "tripling", "fixed").contains(name)) {
        return;
      }
      Path folder = folder(name, recipe);
      Machine.write(folder.resolve("answer.py"), ANSWER);
      List<String> kinds = List.of("decide", "schedule", "next-delay");
      kinds.forEach(kind -> Machine.write(
          folder.resolve(kind + ".jsonl"), String.join("\n", PublishedVectors.lines(kind))));
      if (python(folder, "answer.py").isPresent()) {
        kinds.forEach(kind ->
            PublishedVectors.assertAnswered(kind, Machine.read(folder.resolve(kind + ".out"))));
      }
    });
  }

  private static Path folder(String name, Recipe recipe) {
    Path folder = Machine.folder("python-" + name);
    Machine.write(
        folder.resolve("retries.py"), Generated.of(recipe, Target.PYTHON).text());
    return folder;
  }

  private static Optional<String> python(Path folder, String... arguments) {
    Optional<String> python = Machine.program("python3", "python3", "generated Python");
    if (python.isEmpty()) {
      return python;
    }
    List<String> command = new ArrayList<>(List.of(python.get(), "-W", "error"));
    command.addAll(List.of(arguments));
    Machine.Run run = Machine.run(folder, command, Map.of("PYTHONDONTWRITEBYTECODE", "1"));
    assertThat(run.err()).isEmpty();
    return Optional.of(run.out());
  }
}
