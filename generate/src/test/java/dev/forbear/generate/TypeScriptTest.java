package dev.forbear.generate;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The plain TypeScript text, compiled strictly and run by Node. */
@Tag("foreign")
class TypeScriptTest {

  private static final String PLAY = """
      import { readFileSync } from "node:fs";
      const [folder, out] = process.argv.slice(2);
      const retries = await import(`./${folder}/retries.js`);
      for (const course of JSON.parse(readFileSync(`${folder}/courses.json`, "utf8"))) {
        let now = 4096, sent = 0, drawn = 0;
        const waits = [], timeouts = [];
        const send = async (timeout) => {
          timeouts.push(timeout ?? -1);
          const attempt = course.attempts[sent++];
          now += attempt.ms;
          if (attempt.status === 0) throw new TypeError("fetch failed");
          return { status: attempt.status, headers: new Headers(attempt.headers) };
        };
        let end = "success";
        try {
          await retries.call(send, course.repeatable, {
            now: () => now,
            sleep: async (ms) => { waits.push(ms); now += ms; },
            random: () => course.random[drawn++],
            epochMs: () => course.nowMs + Math.floor(now - 4096 + 0.5),
          });
        } catch (gaveUp) {
          if (!(gaveUp instanceof retries.GaveUp) || gaveUp.attempts !== sent) throw gaveUp;
          end = gaveUp.reason;
        }
        console.log(JSON.stringify({ waits, timeouts, attempts: sent, end }));
      }
      """;

  private static final String ANSWER = """
      import { readFileSync } from "node:fs";
      const [folder, kind] = process.argv.slice(2);
      const { decideRetry, solve, RetryPolicy } = await import(`./${folder}/retries.js`);
      const rules = {
        decide: (given) => decideRetry(
          given.failure, given.completedAttempts, given.remainingMs, given.random, given.policy),
        schedule: (given) => solve(given.replies, given.baseMs, given.capMs, given.maxAttempts),
        "next-delay": ({ policy, attempt, errorCode }) => new RetryPolicy(
          policy.maxAttempts, policy.baseDelay, policy.maxDelay, policy.retryableErrors,
        ).nextDelay(attempt, errorCode),
      };
      for (const line of readFileSync(`${kind}.jsonl`, "utf8").split("\\n")) {
        let answer;
        try {
          answer = rules[kind](JSON.parse(line).input);
        } catch (error) {
          if (error.constructor !== Error) throw error;
          answer = { error: true };
        }
        console.log(JSON.stringify(answer));
      }
      """;

  @Test
  void waitsAndEndsAsTheRulesDoAndAnswersEveryPublishedVector() {
    Path root = Machine.folder("typescript");
    if (!Npm.isReady(root, Npm.COMPILER, "generated TypeScript")) {
      return;
    }
    Machine.write(root.resolve("play.mjs"), PLAY);
    Machine.write(root.resolve("answer.mjs"), ANSWER);
    Map<String, JsonNode> courses = new LinkedHashMap<>();
    Golden.recipes().forEach((name, recipe) -> {
      Path folder = root.resolve(name);
      courses.put(name, Golden.courses(recipe));
      Machine.write(folder.resolve("courses.json"), courses.get(name).toString());
      Machine.write(
          folder.resolve("retries.ts"), Generated.of(recipe, Target.TYPESCRIPT).text());
    });
    Npm.compile(
        root, courses.keySet().stream().map(name -> name + "/retries.ts").toList());

    courses.forEach((name, course) ->
        Played.assertAsExpected("typescript " + name, course, Npm.node(root, "play.mjs", name)));
    for (String kind : List.of("decide", "schedule", "next-delay")) {
      Machine.write(root.resolve(kind + ".jsonl"), String.join("\n", PublishedVectors.lines(kind)));
      for (String name : List.of("published", "tripling", "fixed")) {
        PublishedVectors.assertAnswered(kind, Npm.node(root, "answer.mjs", name, kind));
      }
    }
  }
}
